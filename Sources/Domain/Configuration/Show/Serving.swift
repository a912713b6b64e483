/// The defaults of flags, environment variables and shows' files; help, notes and the schema quote them.
public enum Defaults {
  /// The port to listen on.
  public static let port: UInt16 = 8_080
  /// Seconds between two requests to the feed.
  public static let refresh = 21_600
  public static let refreshInWords = "\(refresh), six hours"
  /// Megabytes of pictures on disk: a tenth of the disk within this range. The tiles of 100,000 photographs take 4,000.
  public static let pictureSpace = 256...8_192
  /// Megabytes of all visitors' favorites on disk: 30,000 visitors, or twice as many with one favorite.
  public static let favoritesSpace = 256
}

extension Show {
  /// The server's settings for a show; flags and environment variables override them.
  public struct Serving: Sendable, Hashable {
    public let port: UInt16
    public let basePath: String
    /// Seconds between two requests to the feed.
    public let refresh: Int
    /// In lower case.
    public let hosts: Set<String>
    /// Whether search engines may list the pages.
    public let isOpenToRobots: Bool

    /// Reads the `server` of a show's file.
    init(_ server: SettingsReader) {
      port = server.optional(
        "port", SettingForm<Int>.integer(0...65_535).map { UInt16(exactly: $0) }, default: Defaults.port,
        "the port to listen on", note: "0 picks a free one.", example: 8081)
      basePath = server.optional(
        "basePath", .text(#"^(?=.)/*((?!\.\.?(/|$))[A-Za-z0-9._~-]+(/+|$))*$"#, "a path of plain names"),
        default: "", "the path at which a reverse proxy serves the show", standard: "/", example: "/trek")
      refresh = server.optional(
        "refresh", .integer(60...2_592_000), default: Defaults.refresh,
        "seconds between two requests to the feed", standard: Defaults.refreshInWords,
        example: .value(.number(Double(Defaults.refresh))))
      let hosts = server.optional(
        "hosts", .texts(FieldPattern.host, "host names"),
        "further host names of the show, such as that of a reverse proxy", example: ["trek.example.org"])
      self.hosts = Set((hosts ?? []).map { $0.lowercased() })
      let robots = server.optional(
        "robots", .choice(["allow", "refuse"]), default: "refuse",
        "whether search engines may list the pages", note: "robots.txt and each page tell them.",
        example: "allow")
      isOpenToRobots = robots == "allow"
    }
  }
}

extension Show {
  /// The store of visitors' favorites.
  public enum FavoritesPlace: String, Sendable, CaseIterable {
    /// In the state folder.
    case files
    /// In a database that replicas share.
    case postgresql
  }
}
