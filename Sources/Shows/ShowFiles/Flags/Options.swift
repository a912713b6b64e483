import Configuration
import Feeds
import HTTPServer
import Sanitizer
public import System
import Text

/// The values of flags; nil if neither the command line nor the environment has one.
public struct Options: Sendable, Equatable {
  /// The values of `--show`.
  public var shows: [String]
  public var areAllShows: Bool
  public var feed: String?
  public var feedKeyFile: String?
  public var isOffline: Bool
  public var isKiosk: Bool
  public var catalog: String?
  public var stateDirectory: String?
  public var listen: String?
  public var port: UInt16?
  public var basePath: String?
  public var trustedProxies: [AddressRange]
  public var tlsCertificate: String?
  public var tlsKey: String?
  public var redirectPort: UInt16?
  public var configDirectory: String?
  public var resources: String?
  public var refresh: Int?
  public var threads: Int?
  public var connections: Int?
  public var connectionsPerAddress: Int?
  public var log: String?
  public var metricsFrom: [AddressRange]
  public var pictureSpace: Int?
  public var favoritesSpace: Int?
  public var databaseFile: String?
  public var store: String?
  public var feedAddress: String?
  public var kind: String?
  public var level: String?
  public var isSchemaAsked: Bool
  public var isAccepted: Bool
  /// The languages of an export; empty for all.
  public var languages: [String]
  public var isAliveAsked: Bool
  public var url: String?
  /// The variables that the program was started with.
  public var environment: [String: String]

  /// The options of an empty command line.
  public init() {
    self.init(FlagReader())
  }

  private init(_ flags: FlagReader) {
    environment = flags.environment
    shows = flags.list(
      "--show", .text("NAME|FILE"),
      "the show: NAME of its file config/NAME.json, or the path of its file",
      note: "Can be repeated: each show is then served under /NAME/, and a page of all shows at /.",
      for: [.serve, .healthcheck, .favorites, .check])
    areAllShows = flags.isOn(
      "--shows", "serve all shows of the folder, each under /NAME/, and a page of all of them at /",
      for: [.serve, .healthcheck])
    feed = flags.value(
      "--feed", .location,
      "take the feed's answers from this file, folder or http(s) address", for: [.serve, .new])
    feedKeyFile = flags.value(
      "--feed-key-file", .file, "the key to the feed's API, if it asks for one",
      note: "Default: $TMDB_API_KEY, else systemd's credential tmdb-api-key.", for: [.serve, .new])
    isOffline = flags.isOn(
      "--offline", "contact nothing outside",
      note: "The show starts from --feed, else from the snapshot, else from the bundled data.",
      for: [.serve, .new])
    isKiosk = flags.isOn(
      "--kiosk", "public-screen mode: no links leave the show; resets after two minutes without input",
      note: "For a single screen, open ?kiosk=1 instead.")
    catalog = flags.value(
      "--catalog", .file,
      "serve this catalogue file, written by dramatis build on any machine, without a feed",
      note: "It is copied into the state folder, and again when it is replaced.")
    stateDirectory = flags.value(
      "--state-dir", .folder, "the folder for snapshots, pictures and favorites",
      note: "Default: $STATE_DIRECTORY, else $XDG_STATE_HOME/dramatis/<show>, else "
        + "~/.local/state/dramatis/<show>. With several shows, each gets a subfolder named after it. "
        + "The folder must be new, empty, or a show's.",
      for: [.serve, .favorites, .check])
    listen = flags.value(
      "--listen", .listener, "the address to listen on",
      note:
        "Default: every address, IPv6 and IPv4. unix:/PATH is a socket for a proxy on this machine, of mode 0660; "
        + "its X-Forwarded-For, -Proto, -Host and -Port headers are trusted.",
      for: [.serve, .healthcheck])
    port = flags.value(
      "--port", .number(0...65_535), "the port to listen on",
      note: "Default: \(Defaults.port); 0 picks a free one.",
      for: [.serve, .healthcheck])
    basePath = flags.value(
      "--base-path", .text("PATH"), "the path at which a reverse proxy serves the show",
      for: [.serve, .healthcheck])
    trustedProxies = flags.list(
      "--trusted-proxy", .network("CIDR"),
      "proxies whose X-Forwarded-For, -Proto, -Host and -Port headers are trusted",
      note: "Such as 127.0.0.1, 10.0.0.0/8 or fd00::/8; can be repeated, or take a comma-separated list.")
    tlsCertificate = flags.value(
      "--tls-cert", .file, "serve https with this certificate, in PEM form with its chain",
      for: [.serve, .healthcheck])
    tlsKey = flags.value(
      "--tls-key", .file, "the private key of the certificate", for: [.serve, .healthcheck])
    redirectPort = flags.value(
      "--redirect-port", .number(0...65_535), "a port that redirects plain http to https")
    configDirectory = flags.value(
      "--config-dir", .folder, "the folder of shows",
      note: "Default: config beside the resources, or /etc/dramatis.",
      for: [.serve, .healthcheck, .new, .favorites, .check])
    resources = flags.value(
      "--resources", .folder, "the folder that holds Templates and Public", for: [.serve, .new])
    refresh = flags.value(
      "--refresh", .number(60...2_592_000, "SECONDS"), "seconds between two requests to the feed",
      note: "Default: \(Defaults.refreshInWords).")
    threads = flags.value(
      "--threads", .number(2...64), "threads that answer requests, at least 2",
      note: "Default: one per processor.")
    connections = flags.value(
      "--connections", .number(1...100_000), "simultaneous connections",
      note: "Default: \(ServerConfiguration.defaultConnections).")
    connectionsPerAddress = flags.value(
      "--connections-per-address", .number(1...100_000),
      "simultaneous connections from one address or network",
      note: "Default: \(ServerConfiguration.defaultConnectionsPerNetwork).")
    log = flags.value(
      "--log", .word("FORMAT", of: ["combined", "none"], former: ["common", "json"]),
      "the access log on standard error: the combined format, or none", note: "Default: combined.")
    metricsFrom = flags.list(
      "--metrics-from", .network("NETWORKS"), "also allow these networks to read /metrics",
      note: "Such as 192.168.0.0/16,fd00::/8.")
    pictureSpace = flags.value(
      "--picture-space", .number(1...1_048_576, "MB"), "megabytes for pictures on disk",
      note: "Default: a tenth of the disk, from \(Defaults.pictureSpace.lowerBound) to "
        + "\(Defaults.pictureSpace.upperBound)."
    )
    favoritesSpace = flags.value(
      "--favorites-space", .number(1...1_048_576, "MB"),
      "megabytes on disk for the favorites of all visitors",
      note: "Default: \(Defaults.favoritesSpace). When full, no new lists begin.")
    databaseFile = flags.value(
      "--database-file", .file, "the libpq connection string of the database for favorites",
      note:
        "For shows with \"favorites\": {\"store\": \"postgresql\"}. Default: "
        + "$DRAMATIS_DATABASE, else systemd's credential database.", for: [.serve, .favorites])
    store = flags.value(
      "--store", .word("STORE", of: Show.FavoritesPlace.allCases.map(\.rawValue)),
      "where favorites are exported from or imported to",
      note: "Default: what the show's file says.", for: [.favorites])
    feedAddress = flags.value(
      "--feed-address", .text("LOCATION"),
      "the new show's feed: an http(s) address, or a file",
      for: [.new])
    kind = flags.value(
      "--kind", .word("KIND", of: FeedKinds.all.map { $0.kind }), "the kind of the new show's feed",
      note: "Default: guessed from its address and its answer.", for: [.new])
    level = flags.value(
      "--level", .word("NAME", of: Policy.names), "the markup to keep", note: "Default: description.",
      for: [.sanitize])
    isSchemaAsked = flags.isOn("--schema", "the JSON Schema of all fields", for: [.explain])
    isAccepted = flags.isOn(
      "--accept", "accept the next list of --show as it is, though its fields have changed", for: [.check])
    languages = flags.list(
      "--language", .text("CODE"), "write the pages of these languages only",
      note: "Can be repeated, or take a comma-separated list.", for: [.export])
    isAliveAsked = flags.isOn(
      "--alive", "check only that it answers, not that it is ready for visitors",
      for: [.healthcheck])
    url = flags.value(
      "--url", .text("URL"), "the address to check; overrides all other options", for: [.healthcheck])
  }
}

extension Options {
  /// All flags of the program.
  public static let flags: [Flag] = {
    let reader = FlagReader()
    _ = Options(reader)
    return reader.flags
  }()

  /// Reads flags, else the variables `DRAMATIS_<FLAG>`.
  /// - Returns: the options, and the arguments that are not flags.
  public static func read(
    _ arguments: [String], of command: Command = .serve, environment: [String: String]
  ) throws(UsageError) -> (options: Options, operands: [String]) {
    let (given, operands) = try FlagReader.split(arguments, of: command, among: flags)
    let reader = FlagReader(given: given, environment: environment)
    let options = Options(reader)
    if let error = reader.error { throw error }
    return (options, operands)
  }

  /// The options of a command without other arguments.
  public init(
    arguments: [String], of command: Command = .serve, environment: [String: String], needingShow: Bool = true
  ) throws(UsageError) {
    let (options, operands) = try Self.read(arguments, of: command, environment: environment)
    if let operand = operands.first { throw UsageError("unexpected argument \"\(operand.withoutSecrets)\"") }
    if needingShow, options.shows.isEmpty, !options.areAllShows { throw UsageError("--show NAME is missing") }
    self = options
  }

  /// The first show; empty if none is named.
  public var show: String {
    get { shows.first ?? "" }
    set { shows = [newValue] }
  }

  /// Whether several shows are served, each under its name.
  public var isShelf: Bool { areAllShows || shows.count > 1 }

  /// Whether the show is served over https.
  public var isSecure: Bool { tlsCertificate != nil && tlsKey != nil }

  /// The options, if they do not contradict each other.
  public func checked() throws(UsageError) -> Options {
    if tlsCertificate != nil, tlsKey == nil { throw UsageError("--tls-cert needs --tls-key") }
    if tlsKey != nil, tlsCertificate == nil { throw UsageError("--tls-key needs --tls-cert") }
    if listen?.hasPrefix("unix:") == true, tlsKey != nil || redirectPort != nil {
      throw UsageError(
        "--listen unix:PATH serves plain http; leave out --tls-cert, --tls-key and --redirect-port")
    }
    if redirectPort != nil, tlsKey == nil {
      throw UsageError("--redirect-port needs --tls-cert and --tls-key")
    }
    if areAllShows, !shows.isEmpty {
      throw UsageError("--shows serves all shows of the folder; leave out --show, or --shows")
    }
    for (flag, value) in [("--feed", feed), ("--catalog", catalog)] where isShelf && value != nil {
      throw UsageError("\(flag) is for one show; leave it out for several")
    }
    if catalog != nil, feed != nil {
      throw UsageError("--catalog is served without a feed; leave out --feed")
    }
    return self
  }
}
