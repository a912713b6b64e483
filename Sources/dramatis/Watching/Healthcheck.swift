import Operations
import Flags
import Fetching

/// `dramatis healthcheck`: asks a running show whether it is well; for containers and whoever looks after it.
enum Healthcheck {
  /// Status 0 with what the show says, or 1 with the reason.
  static func run(
    arguments: [String], environment: [String: String], program: String
  ) throws(UsageError) -> Int32 {
    let address = try HealthAddress(arguments: arguments, environment: environment, program: program)
    do {
      Console.out(try answer(of: address.candidates()).onOneLine)
      return 0
    } catch let error as ConfigurationFaults {
      for line in error.lines { Console.error(line) }
    } catch {
      Console.error("not well: \(error)")
    }
    return 1
  }

  /// What the show says at the first of the addresses, or where that is no answer of its kind, at the next.
  private static func answer(of candidates: [String]) throws(FetchError) -> String {
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

  /// What the show at an address says of itself.
  ///
  /// Within three seconds, and whatever certificate it has: it is asked for by the machine's own address.
  static func answer(of address: String) throws(FetchError) -> String {
    let rules = FetchRules(
      timeout: .seconds(3), byteLimit: 4_096, redirectLimit: 0, privateAddresses: .allowed,
      trustsAnybody: true)
    let answer = try Fetcher(userAgent: Usage.agent).get(address, rules: rules)
    guard answer.status == 200 else {
      throw .broken(host: WebAddress(address)?.host ?? "it", reason: "status \(answer.status)")
    }
    return String(decoding: answer.body.prefix { $0 >= 0x20 }, as: UTF8.self)
  }
}
