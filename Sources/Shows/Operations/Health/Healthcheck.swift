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
  public func run(_ arguments: [String], environment: [String: String]) throws {
    let address = try HealthAddress(arguments: arguments, environment: environment)
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

  /// The answer of the first address, or of the next one if nothing listens there or it speaks another protocol.
  private func answer(of candidates: [String]) throws(FetchError) -> String {
    var first: FetchError?
    for address in candidates {
      do throws(FetchError) {
        return try answer(of: address)
      } catch {
        switch error {
        case .broken, .unreachable: first = first ?? error
        default: throw first ?? error
        }
      }
    }
    throw first ?? .notAnAddress
  }

  /// The health that an address answers; that of a Unix socket is `unix:`, a path, a colon and a target.
  ///
  /// Waits for up to three seconds and accepts any certificate, since the address is this machine's own.
  package func answer(of address: String) throws(FetchError) -> String {
    var rules = FetchRules(
      timeout: .seconds(3), byteLimit: 4_096, redirectLimit: 0, privateAddresses: .onlyFirstHop,
      trustsAnybody: true)
    var (url, host) = (address, WebAddress(address)?.host ?? "it")
    if address.hasPrefix("unix:") {
      let parts = address.dropFirst(5).split(separator: ":")
      (url, host) = ("http://localhost\(parts.last ?? "/")", String(parts.first ?? ""))
      rules.socket = host
    }
    let answer: Fetched
    do throws(FetchError) {
      answer = try fetcher.get(url, rules: rules)
    } catch {
      throw rules.socket == nil ? error : .broken(host: host, reason: "the socket does not answer")
    }
    let line = String(decoding: answer.body.prefix { $0 >= 0x20 }, as: UTF8.self)
    guard answer.status == 200 else {
      // A show that is not ready gives the reason.
      let isReason = answer.status == 503 && !line.isEmpty
      throw .broken(host: host, reason: isReason ? line : "status \(answer.status)")
    }
    return line
  }
}
