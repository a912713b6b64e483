package import Fetching
import Text

/// `dramatis healthcheck`: asks a running show for its health; for containers and operators.
public struct Healthcheck: Sendable {
  private let fetcher: Fetcher

  /// - Parameter userAgent: the `User-Agent` of its request.
  public init(userAgent: String) {
    fetcher = Fetcher(userAgent: userAgent)
  }

  /// Prints the health of the show.
  /// - Throws: `UsageError`, `ConfigurationFaults`, or ``Failure`` if the show is not healthy.
  public func run(_ arguments: [String], environment: [String: String], program: String) throws {
    let address = try HealthAddress(arguments: arguments, environment: environment, program: program)
    let candidates = try address.candidates()
    do throws(FetchError) {
      Console.out(try answer(of: candidates).onOneLine)
    } catch {
      throw Failure(description: "not well: \(error)")
    }
  }

  /// The reason why the check failed; one sentence.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The answer of the first address, or of the next one if the first speaks another protocol.
  private func answer(of candidates: [String]) throws(FetchError) -> String {
    var first: FetchError?
    for address in candidates {
      do throws(FetchError) {
        return try answer(of: address)
      } catch {
        guard case .broken = error else { throw first ?? error }
        first = first ?? error
      }
    }
    throw first ?? .notAnAddress
  }

  /// The health that an address answers.
  ///
  /// Waits for up to three seconds and accepts any certificate, since the address is this machine's own.
  package func answer(of address: String) throws(FetchError) -> String {
    if address.hasPrefix("unix:") { return try answer(ofSocket: address) }
    let rules = FetchRules(
      timeout: .seconds(3), byteLimit: 4_096, redirectLimit: 0, privateAddresses: .onlyFirstHop,
      trustsAnybody: true)
    let answer = try fetcher.get(address, rules: rules)
    return try line(answer.status, answer.body, of: WebAddress(address)?.host ?? "it")
  }

  private func line(
    _ status: Int, _ body: some Sequence<UInt8>, of host: String
  ) throws(FetchError) -> String {
    let line = String(decoding: body.prefix { $0 >= 0x20 }, as: UTF8.self)
    guard status == 200 else {
      // A show that is not ready gives the reason.
      throw .broken(host: host, reason: status == 503 && !line.isEmpty ? line : "status \(status)")
    }
    return line
  }

  /// - Parameter address: `unix:`, a path, a colon and a target.
  private func answer(ofSocket address: String) throws(FetchError) -> String {
    let parts = address.dropFirst(5).split(separator: ":")
    let path = String(parts.first ?? "")
    guard let answer = UnixRequest.answer(from: path, target: String(parts.last ?? "/"), seconds: 3) else {
      throw .broken(host: path, reason: "the socket does not answer")
    }
    return try line(answer.status, answer.body, of: path)
  }
}
