public import Feeds
public import HTTPServer
import Synchronization
public import Website

/// The meters of one show.
public struct Meters: Meter {
  public let requests = RequestMeter()
  public let favorites = FavoritesMeter()
  public let database = DatabaseMeter()
  public let feed = FeedMeter()
  public let troubles = Troubles()

  public init() {}

  /// Faults that the pages survive.
  /// - Parameter now: seconds since 1970.
  public func faults(of status: OperatorReports.Status, now: Int) -> [Troubles.Kind: String] {
    var all = troubles.all
    let sources = status.phase.faults
    (all[.feed], all[.shortened]) = (sources.failure, sources.shortening)
    all[.pictures] = status.pictures
    if database.isDegraded { all[.database] = "the database of favorites does not answer" }
    if case .feed(let takenAt) = status.provenance, let limit = feed.ageLimit, now - takenAt > limit {
      let days = (now - takenAt) / 86_400
      all[.age] = "the data has not been confirmed for \(days == 1 ? "1 day" : "\(days) days")"
    }
    return all
  }

  public func asks(every seconds: Int) { feed.asks(every: seconds) }
  public func count(_ outcome: RefreshOutcome) { feed.count(outcome) }
  public func answered(by source: Int) { feed.answered(source) }
}

/// Counts requests by route and status, and measures how long they took.
public struct RequestMeter: Sendable {
  private let counts: Tally
  private let times: [Histogram]

  private static let routes = Site.routeNames
  /// All statuses that the program answers; any other counts as the last, 0.
  private static let statuses = [
    200, 206, 301, 302, 303, 304, 308, 400, 401, 403, 404, 405, 408, 409, 411, 412, 413, 414, 415, 417, 421,
    422,
    426, 429, 431, 500, 501, 503, 505, 507, 0,
  ]
  /// The position of each status in the list.
  private static let positions = (0..<600).map { status in
    UInt8(statuses.firstIndex(of: status) ?? statuses.count - 1)
  }
  /// Seconds.
  private static let bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10]

  public init() {
    counts = Tally(Self.routes.count * Self.statuses.count)
    times = Self.routes.map { _ in Histogram(bounds: Self.bounds) }
  }

  public func count(_ request: CompletedRequest) {
    let route = request.kind
    let status = Self.positions.indices.contains(request.status) ? request.status : 0
    counts.add(to: route * Self.statuses.count + Int(Self.positions[status]))
    times[route].observe(nanoseconds: request.nanoseconds)
  }

  func write(to exposition: inout Exposition) {
    var samples: [Exposition.Sample] = []
    for (route, name) in Self.routes.enumerated() {
      for (position, status) in Self.statuses.enumerated() {
        let count = counts.value(of: route * Self.statuses.count + position)
        guard count > 0 else { continue }
        let status = status == 0 ? "other" : String(status)
        samples.append(.init(Double(count), [("route", name), ("status", status)]))
      }
    }
    exposition.family("dramatis_http_requests_total", .counter, "Requests answered.", samples)
    exposition.histograms(
      "dramatis_http_request_duration_seconds",
      "From the last byte of a request to the last byte of its answer.", bounds: Self.bounds,
      zip(Self.routes, times).compactMap { name, histogram in
        let reading = histogram.reading
        return reading.count == 0 ? nil : (labels: [(name: "route", value: name)], reading: reading)
      })
  }
}

/// Counts the requests to the feed by their outcome.
public final class FeedMeter: Sendable {
  private let outcomes = Tally(3)
  private let source = Atomic(0)
  private let interval = Atomic(0)

  /// Notes that the feed is asked at intervals of so many seconds; 0 for one that is not asked.
  public func asks(every seconds: Int) { interval.store(seconds, ordering: .relaxed) }

  /// Seconds after which its data is too old: three intervals, and at least a day and a half; nil if it is not asked.
  var ageLimit: Int? {
    let seconds = interval.load(ordering: .relaxed)
    return seconds > 0 ? max(129_600, 3 * seconds) : nil
  }

  func count(_ outcome: RefreshOutcome) {
    switch outcome {
    case .changed: outcomes.add(to: 0)
    case .unchanged: outcomes.add(to: 1)
    case .failed: outcomes.add(to: 2)
    }
  }

  /// - Parameter source: 0 for the show's own feed, 1 for the first of those under `else`.
  func answered(_ source: Int) { self.source.store(source, ordering: .relaxed) }

  func write(to exposition: inout Exposition) {
    exposition.family(
      "dramatis_feed_refreshes_total", .counter, "Visits to the feed, by what came of them.",
      zip(["changed", "unchanged", "failed"], 0...).map {
        .init(Double(outcomes.value(of: $1)), [("outcome", $0)])
      })
    exposition.family(
      "dramatis_feed_source", .gauge,
      "Which source answered last: 0 for the feed, 1 for the first under else.",
      Double(source.load(ordering: .relaxed)))
  }
}

/// Counts and durations of changes of favorites.
public struct FavoritesMeter: Sendable {
  private let outcomes = Tally(2)
  private let times = Histogram(bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5])

  public func count(isStored: Bool, nanoseconds: UInt64) {
    outcomes.add(to: isStored ? 0 : 1)
    times.observe(nanoseconds: nanoseconds)
  }

  func write(to exposition: inout Exposition) {
    exposition.family(
      "dramatis_favorites_writes_total", .counter, "Changes of favorites, by what became of them.",
      zip(["stored", "failed"], 0...).map { .init(Double(outcomes.value(of: $1)), [("outcome", $0)]) })
    exposition.histograms(
      "dramatis_favorites_write_duration_seconds", "How long a change took, waiting for the disk included.",
      bounds: times.bounds, [([], times.reading)])
  }
}
