import Fetching
import Flags

/// Where a show is asked whether it is well.
struct HealthAddress {
  /// What `--url` says.
  private var address: String?
  private var options = Options()
  /// Nil where no show is named.
  private var show: ShowFile?
  /// The service's settings, which only root and its group may read, are there and could not be read.
  private var hiddenSettings: String?

  /// From the flags with which the show is served, else the variables, else the settings of its service:
  /// the file `.env` beside the show's own.
  init(arguments: [String], environment: [String: String], program: String = "") throws(UsageError) {
    // Before the variables are read, none of which counts beside it.
    if arguments.contains(where: { $0 == "--url" || $0.hasPrefix("--url=") }) {
      address = try Self.address(arguments)
      return
    }
    let options = try Options(
      arguments: arguments, of: .healthcheck, environment: environment, needingShow: false)
    self.options = options
    guard !options.show.isEmpty else { return }
    let places = Places(options: options, environment: environment, program: program)
    let show = ShowFile(name: options.show, directory: places.configuration)
    self.show = show
    let settings = EnvironmentFile(path: show.path.replacing(/\.json$/, with: "") + ".env")
    if settings.isHidden { hiddenSettings = settings.path }
    let known = settings.variables.filter { $0.key.hasPrefix("DRAMATIS_") }
    self.options = try Options(
      arguments: arguments, of: .healthcheck, environment: known.merging(environment) { _, own in own },
      needingShow: false)
  }

  /// The addresses to ask, the likeliest first: credentials of the service manager may make it https.
  /// - Throws: what is wrong with the files that should say it, one line each.
  func candidates() throws(ConfigurationFaults) -> [String] {
    if let address { return [address] }
    let base = (options.basePath ?? "").split(separator: "/").map { "/" + $0 }.joined()
    let rest = "\(Self.host(options.listen)):\(try port())\(base)/healthz"
    return (options.tls == nil ? ["http", "https"] : ["https"]).map { "\($0)://\(rest)" }
  }

  private func port() throws(ConfigurationFaults) -> UInt16 {
    if options.port == nil, let hiddenSettings {
      throw ConfigurationFaults(lines: [
        "\(hiddenSettings): cannot be read; root can, or name the port with --port"
      ])
    }
    var known = options.port
    if known == nil, let show { known = try show.read().show.serving.port }
    guard known != 0 else {
      throw ConfigurationFaults(lines: ["a show at any free port cannot be found: name it with --port"])
    }
    return known ?? 8080
  }

  private static func address(_ arguments: [String]) throws(UsageError) -> String {
    let options = try Options(arguments: arguments, of: .healthcheck, environment: [:], needingShow: false)
    var alone = Options()
    alone.url = options.url
    guard options == alone else { throw UsageError("healthcheck takes nothing besides --url") }
    guard let address = options.url.flatMap({ WebAddress($0) }) else {
      throw UsageError("--url takes an http or https address, not \"\(options.url ?? "")\"")
    }
    return address.text
  }

  /// The host of an address that is listened on, as this machine itself reaches it.
  static func host(_ listen: String?) -> String {
    switch listen {
    case nil, "0.0.0.0", "::": "127.0.0.1"
    case .some(let address): address.contains(":") ? "[\(address)]" : address
    }
  }
}
