import Configuration
import Feeds
import Fetching
import FoundationEssentials
package import ShowFiles
import Text

/// The address of a show's health check.
package struct HealthAddress {
  /// The value of `--url`.
  private var address: String?
  private var options = Options()
  /// Nil if no show is named.
  private var show: ShowFile?
  /// The path of the service's settings if they exist but could not be read: only root and the service's
  /// group may.
  private var unreadableSettings: String?

  /// From the flags that the show is served with, else the environment, else the settings of its service:
  /// the `.env` file beside the show's own.
  package init(arguments: [String], environment: [String: String]) throws(UsageError) {
    // Before the environment is read: --url overrides all of it.
    if arguments.contains(where: { $0 == "--url" || $0.hasPrefix("--url=") }) {
      address = try Self.address(arguments)
      return
    }
    let options = try Options(
      arguments: arguments, of: .healthcheck, environment: environment, needingShow: false)
    self.options = options
    guard !options.show.isEmpty, !options.isShelf else { return }
    let show = ShowFile(name: options.show, directory: options.folders.configuration)
    self.show = show
    let settings = EnvironmentFile(path: show.path.replacing(/\.json$/, with: "") + ".env")
    if settings.isUnreadable { unreadableSettings = settings.path }
    let known = settings.variables.filter { $0.key.hasPrefix("DRAMATIS_") }
    self.options = try Options(
      arguments: arguments, of: .healthcheck, environment: known.merging(environment) { _, own in own },
      needingShow: false)
  }

  /// Addresses to try, the likeliest first: credentials of the service manager may make it https.
  /// - Throws: what is wrong with the files that should name the port, one line each.
  package func candidates() throws(ConfigurationFaults) -> [String] {
    if let address { return [address] }
    let base = (options.basePath ?? "").split(separator: "/").map { "/" + $0 }.joined()
    let target = "\(base)/\(options.isAliveAsked ? "livez" : "healthz")"
    if let listen = options.listen, listen.hasPrefix("unix:") { return [Self.address(listen, target)] }
    let rest = "\(try port())\(target)"
    let isEvery = options.listen == nil || options.listen == "::"
    let hosts = [Self.host(options.listen)] + (isEvery ? ["[::1]"] : [])
    let schemes = options.isSecure ? ["https"] : ["http", "https"]
    return hosts.flatMap { host in schemes.map { "\($0)://\(host):\(rest)" } }
  }

  private func port() throws(ConfigurationFaults) -> UInt16 {
    if options.port == nil, let unreadableSettings {
      throw ConfigurationFaults(lines: [
        "cannot read \(unreadableSettings); run this as root, or name the port with --port"
      ])
    }
    var known = options.port
    if known == nil, let show { known = try show.read().show.serving.port }
    guard known != 0 else {
      throw ConfigurationFaults(lines: ["the show listens on any free port; name the one it has with --port"])
    }
    return known ?? Defaults.port
  }

  private static func address(_ arguments: [String]) throws(UsageError) -> String {
    let options = try Options(arguments: arguments, of: .healthcheck, environment: [:], needingShow: false)
    var alone = Options()
    alone.url = options.url
    guard options == alone else { throw UsageError("--url cannot be combined with other options") }
    guard let address = options.url.flatMap({ WebAddress($0) }) else {
      throw UsageError("--url takes an http or https address, not \"\((options.url ?? "").withoutSecrets)\"")
    }
    return address.text
  }

  /// The address of a target; that of a Unix socket as nginx writes it, `unix:/run/show.sock:/livez`.
  package static func address(_ origin: String, _ target: String) -> String {
    origin + (origin.hasPrefix("unix:") ? ":" : "") + target
  }

  /// The host at which this machine itself reaches an address that is listened on.
  package static func host(_ listen: String?) -> String {
    switch listen {
    case nil, "0.0.0.0", "::": "127.0.0.1"
    case .some(let address): address.contains(":") ? "[\(address)]" : address
    }
  }
}

/// The variables of a service, as its manager reads them from a file: one `NAME=value` per line.
package struct EnvironmentFile {
  let path: String
  /// Whether the file exists but cannot be read.
  let isUnreadable: Bool
  /// Empty if the file is missing.
  let variables: [String: String]

  init(path: String) {
    self.path = path
    let data = FileManager.default.contents(atPath: path)
    isUnreadable = data == nil && FileManager.default.fileExists(atPath: path)
    variables = Self.variables(in: data.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  /// Comments begin with `#` or `;`; values may be quoted; the last of several lines for one name counts.
  package static func variables(in text: String) -> [String: String] {
    var variables: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let line = String(line).trimmed
      guard let first = line.first, first != "#", first != ";", let sign = line.firstIndex(of: "=") else {
        continue
      }
      var value = String(line[line.index(after: sign)...]).trimmed[...]
      if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
        value = value.dropFirst().dropLast()
      }
      variables[String(line[..<sign]).trimmed] = String(value)
    }
    return variables
  }
}
