import Fetching

/// `dramatis healthcheck`: asks a running show whether it is well; for containers and whoever looks after it.
enum Healthcheck {
  /// Status 0 with what the show says, or 1 with the reason.
  static func run(arguments: [String], environment: [String: String]) throws(UsageError) -> Int32 {
    let address = try address(arguments: arguments, environment: environment)
    do throws(FetchError) {
      Console.out(try answer(of: address).onOneLine)
      return 0
    } catch {
      Console.error("not well: \(error)")
      return 1
    }
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

  /// From the flags, else the variables that the show itself is started with.
  static func address(
    arguments: [String], environment: [String: String]
  ) throws(UsageError) -> String {
    var rest = arguments[...]
    var (url, port): (String?, String?)
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard ["--url", "--port"].contains(parts[0]) else {
        throw UsageError("healthcheck takes only --port N or --url URL, not \(argument)")
      }
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
        throw UsageError("\(parts[0]) needs a value")
      }
      if parts[0] == "--url" { url = value } else { port = value }
    }
    if let url {
      guard port == nil else { throw UsageError("healthcheck takes --port or --url, not both") }
      guard let address = WebAddress(url) else {
        throw UsageError("--url takes an http or https address, not \"\(url)\"")
      }
      return address.text
    }
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let number = port ?? variable("DRAMATIS_PORT") ?? "8080"
    guard let number = UInt16(number), number > 0 else {
      throw UsageError("--port takes 1 to 65535, not \"\(number)\"")
    }
    let scheme = variable("DRAMATIS_TLS_CERT") == nil ? "http" : "https"
    let base = (variable("DRAMATIS_BASE_PATH") ?? "").split(separator: "/").map { "/" + $0 }.joined()
    return "\(scheme)://\(host(variable("DRAMATIS_LISTEN"))):\(number)\(base)/healthz"
  }

  /// The host of an address that is listened on, as this machine itself reaches it.
  static func host(_ listen: String?) -> String {
    switch listen {
    case nil, "0.0.0.0", "::": "127.0.0.1"
    case .some(let address): address.contains(":") ? "[\(address)]" : address
    }
  }
}
