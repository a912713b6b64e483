import Glibc
public import Pictures
public import Website

/// The metrics of one show, or of the shelf.
public struct ShowFigures: Sendable {
  /// Nil for a single show.
  private let name: String?
  private let requests: RequestMeter
  private let faults: [Troubles.Kind: String]
  /// The edition of the list that is served; nil if it is not known.
  let edition: Edition?

  public typealias Edition = (show: String, digest: String, source: String)

  /// Nil for the shelf.
  private let show: (meters: Meters, status: OperatorReports.Status, pictures: PictureStatistics)?

  /// - Parameters:
  ///   - name: the label of the show; nil for a single show.
  ///   - faults: that its pages survive.
  public init(
    name: String?, meters: Meters, status: OperatorReports.Status, faults: [Troubles.Kind: String],
    edition: Edition? = nil, pictures: PictureStatistics
  ) {
    self.edition = edition
    (self.name, requests, self.faults) = (name, meters.requests, faults)
    show = (meters, status, pictures)
  }

  /// The metrics of the shelf: requests and faults only.
  public init(_ requests: RequestMeter, faults: [Troubles.Kind: String]) {
    (name, self.requests, self.faults, show, edition) = (nil, requests, faults, nil, nil)
  }

  func write(to exposition: inout Exposition) {
    exposition.common = name.map { [("show", $0)] } ?? []
    defer { exposition.common = [] }
    requests.write(to: &exposition)
    faults.write(to: &exposition)
    guard let (meters, status, pictures) = show else { return }
    exposition.family("dramatis_catalog_entries", .gauge, "Entries being served.", Double(status.entries))
    if let edition {
      let labels = [("show", edition.show), ("digest", edition.digest), ("source", edition.source)]
      exposition.family(
        "dramatis_catalog_info", .gauge, "Constant 1, with the edition of the list that is served.",
        [.init(1, exposition.common.isEmpty ? labels : Array(labels.dropFirst()))])
    }
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

/// The size and the use of the picture cache.
struct PictureFigures {
  let statistics: PictureStatistics

  func write(to exposition: inout Exposition) {
    exposition.family(
      "dramatis_picture_cache_bytes", .gauge, "Bytes of the pictures on disk.", Double(statistics.bytes))
    exposition.family(
      "dramatis_picture_cache_files", .gauge, "Pictures on disk.", Double(statistics.files))
    exposition.family(
      "dramatis_picture_cache_requests_total", .counter,
      "Pictures asked for by visitors, by whether they were on disk.",
      [
        .init(Double(statistics.hits), [("result", "hit")]),
        .init(Double(statistics.misses), [("result", "miss")]),
      ])
    exposition.family(
      "dramatis_picture_fetches_total", .counter, "Pictures fetched from outside, by what became of them.",
      [
        .init(Double(statistics.fetched), [("outcome", "stored")]),
        .init(Double(statistics.failed), [("outcome", "failed")]),
      ])
  }
}
