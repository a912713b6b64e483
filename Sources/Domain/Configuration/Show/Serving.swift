extension Show {
  /// How a show is served, as far as no flag and no variable says otherwise.
  public struct Serving: Sendable, Hashable {
    public let port: UInt16
    public let basePath: String
    /// Seconds between two visits to the feed.
    public let refresh: Int
    /// In lower case.
    public let hosts: Set<String>
    public let offlinePages: Bool

    /// Reads the `server` of a show's file.
    init(_ server: SettingsReader) {
      port = server.optional(
        "port", .port, default: 8080, "the port to listen at", note: "0 takes a free one.", example: 8081)
      basePath = server.optional(
        "basePath", .text(#"^(?=.)/*((?!\.\.?(/|$))[A-Za-z0-9._~-]+(/+|$))*$"#, "a path of plain names"),
        default: "", "the path it is served under behind a reverse proxy", standard: "/", example: "/trek")
      refresh = server.optional(
        "refresh", .integer(60...2_592_000), default: 21_600, "seconds between two visits to the feed",
        standard: "21600, six hours", example: 21_600)
      let hosts = server.optional(
        "hosts", .texts(FieldPattern.host, "host names"),
        "further names under which it is asked for, such as that of a reverse proxy",
        example: ["trek.example.org"])
      self.hosts = Set((hosts ?? []).map { $0.lowercased() })
      offlinePages = server.optional(
        "offlinePages", .flag, default: true,
        "whether browsers keep what a visitor has seen, for when the server is out of reach",
        note: "They do over TLS and on this machine only; switched off, what they kept is removed.",
        example: false)
    }
  }
}

extension SettingForm where Value == UInt16 {
  static var port: Self { SettingForm<Int>.integer(0...65_535).map { UInt16(exactly: $0) } }
}
