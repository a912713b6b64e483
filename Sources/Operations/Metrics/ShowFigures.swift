import Glibc
public import Pictures
public import Website

/// What a scrape reads of one show.
public struct ShowFigures: Sendable {
  private let meters: Meters
  private let status: OperatorReports.Status
  private let pictures: PictureStatistics

  public init(meters: Meters, status: OperatorReports.Status, pictures: PictureStatistics) {
    (self.meters, self.status, self.pictures) = (meters, status, pictures)
  }

  func write(to exposition: inout Exposition) {
    meters.requests.write(to: &exposition)
    exposition.family("dramatis_catalog_entries", .gauge, "Entries being served.", Double(status.entries))
    if case .feed(let takenAt) = status.provenance {
      exposition.family(
        "dramatis_catalog_age_seconds", .gauge, "Time since the feed last confirmed the catalog.",
        Double(max(0, time(nil) - takenAt)))
    }
    meters.feed.write(to: &exposition)
    PictureFigures(statistics: pictures).write(to: &exposition)
    meters.favorites.write(to: &exposition)
    meters.database.write(to: &exposition)
  }
}
