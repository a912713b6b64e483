import Glibc
import Website

/// Everything that is counted while a show is served.
public struct Meters: Sendable {
  public let requests = RequestMeter()
  public let favorites = FavoritesMeter()
  public let database = DatabaseMeter()
  public let feed = FeedMeter()

  private let version: String

  /// - Parameter version: of the program.
  public init(version: String) {
    self.version = version
  }

  /// The answer to a scrape: what was counted, and the given figures.
  func exposition(_ figures: Figures) -> [UInt8] {
    var exposition = Exposition()
    requests.write(to: &exposition)
    exposition.family(
      "dramatis_http_connections", .gauge, "Open connections.", Double(figures.connections.open))
    exposition.family(
      "dramatis_http_connections_accepted_total", .counter, "Connections ever opened.",
      Double(figures.connections.accepted))
    exposition.family("dramatis_catalog_entries", .gauge, "Entries being served.", Double(figures.entries))
    if let age = figures.age {
      exposition.family(
        "dramatis_catalog_age_seconds", .gauge, "Time since the feed last confirmed the catalog.", Double(age)
      )
    }
    feed.write(to: &exposition)
    figures.pictures?.write(to: &exposition)
    favorites.write(to: &exposition)
    database.write(to: &exposition)
    ProcessFigures.write(to: &exposition)
    exposition.family(
      "dramatis_build_info", .gauge, "Constant 1, with the version of the program.",
      [.init(1, [("version", version)])])
    return exposition.bytes
  }

  /// What is looked up at each scrape.
  struct Figures {
    var connections: (open: Int, accepted: UInt64)
    var entries: Int
    /// Seconds; nil if the data does not come from a feed.
    var age: Int?
    var pictures: PictureFigures?
  }
}
