public import Feeds
import Glibc
public import HTTPServer
public import Pictures
import Synchronization
public import Website

/// Counts of one show, or of the page of all shows, since the start; and the faults that its pages survive.
public final class Meters: Meter {
  public let troubles = Troubles()
  private let counts = Mutex(Counts())
  /// Seconds between two good answers of the feed; 0 if it is not asked.
  private let interval = Atomic(0)
  /// Whether the database of favorites does not answer; nil without one.
  private let database = Mutex<(@Sendable () -> Bool)?>(nil)

  fileprivate struct Counts {
    /// By the number of the route times 1,000, and the status.
    var requests: [Int: UInt64] = [:]
    /// The time that requests of a route took in all.
    var nanoseconds: [Int: UInt64] = [:]
    var refreshes: [RefreshOutcome: UInt64] = [:]
    /// Changes of favorites, by whether they are stored.
    var changes: [Bool: UInt64] = [:]
    var source = 0
  }

  public init() {}

  public func count(_ request: CompletedRequest) {
    counts.withLock { counts in
      counts.requests[request.kind &* 1_000 &+ request.status % 1_000, default: 0] &+= 1
      counts.nanoseconds[request.kind, default: 0] &+= request.nanoseconds
    }
  }

  public func countChange(isStored: Bool) { counts.withLock { $0.changes[isStored, default: 0] &+= 1 } }
  public func count(_ outcome: RefreshOutcome) { counts.withLock { $0.refreshes[outcome, default: 0] &+= 1 } }
  public func answered(by source: Int) { counts.withLock { $0.source = source } }
  public func asks(every seconds: Int) { interval.store(seconds, ordering: .relaxed) }
  public func watchDatabase(_ isDegraded: @escaping @Sendable () -> Bool) {
    database.withLock { $0 = isDegraded }
  }

  /// Faults that the pages survive.
  /// - Parameter now: seconds since 1970.
  public func faults(of status: OperatorReports.Status, now: Int) -> [Troubles.Kind: String] {
    var all = troubles.all
    let sources = status.phase.faults
    (all[.feed], all[.shortened], all[.pictures]) = (sources.failure, sources.shortening, status.pictures)
    if database.withLock({ $0 })?() == true { all[.database] = "the database of favorites does not answer" }
    let seconds = interval.load(ordering: .relaxed)
    // Three intervals, and at least a day and a half.
    if seconds > 0, case .feed(let takenAt) = status.provenance, now - takenAt > max(129_600, 3 * seconds) {
      let days = (now - takenAt) / 86_400
      all[.age] = "the data has not been confirmed for \(days == 1 ? "1 day" : "\(days) days")"
    }
    return all
  }

  fileprivate var reading: Counts { counts.withLock { $0 } }
}

/// The metrics of one show, or of the page of all shows.
public struct ShowFigures {
  /// The label of a show of several; nil for a single one, and for the page of all.
  let name: String?
  let meters: Meters
  let faults: [Troubles.Kind: String]
  /// Nil for the page of all shows.
  let show: (status: OperatorReports.Status, pictures: PictureStatistics)?

  public init(
    name: String? = nil, _ meters: Meters, faults: [Troubles.Kind: String],
    show: (status: OperatorReports.Status, pictures: PictureStatistics)? = nil
  ) {
    (self.name, self.meters, self.faults, self.show) = (name, meters, faults, show)
  }

  func write(to text: inout Exposition) {
    text.show = name
    let counts = meters.reading
    for (route, name) in Site.routeNames.enumerated() {
      let own = counts.requests.filter { $0.key / 1_000 == route }.sorted { $0.key < $1.key }
      guard !own.isEmpty else { continue }
      for (key, count) in own {
        let labels: Exposition.Labels = [("route", name), ("status", "\(key % 1_000)")]
        text.add("http_requests_total", "Requests answered.", .counter, "\(count)", labels)
      }
      let help = "From the last byte of a request to the last byte of its answer."
      for (part, value) in [
        ("_sum", "\(Double(counts.nanoseconds[route] ?? 0) / 1e9)"),
        ("_count", "\(own.reduce(0) { $0 + $1.value })"),
      ] {
        text.add("http_request_duration_seconds", help, .summary, value, [("route", name)], part: part)
      }
    }
    for kind in Troubles.Kind.allCases {
      let help = "Whether something fails that the pages survive, by what it is."
      text.add("degraded", help, .gauge, faults[kind] == nil ? "0" : "1", [("reason", kind.rawValue)])
    }
    guard let (status, pictures) = show else { return }
    text.add("catalog_entries", "Entries being served.", .gauge, "\(status.entries)")
    if case .feed(let takenAt) = status.provenance {
      let help = "Time since the feed last confirmed the catalog."
      text.add("catalog_age_seconds", help, .gauge, "\(max(0, time(nil) - takenAt))")
    }
    for (outcome, name) in [
      (RefreshOutcome.changed, "changed"), (.unchanged, "unchanged"), (.failed, "failed"),
    ] {
      let count = counts.refreshes[outcome] ?? 0
      text.add("feed_refreshes_total", "Visits to the feed.", .counter, "\(count)", [("outcome", name)])
    }
    let sourceHelp = "Which source answered last: 0 for the feed, 1 for the first under else."
    text.add("feed_source", sourceHelp, .gauge, "\(counts.source)")
    text.add("picture_cache_bytes", "Bytes of the pictures on disk.", .gauge, "\(pictures.bytes)")
    for (name, count) in [("stored", pictures.fetched), ("failed", pictures.failed)] {
      let help = "Pictures fetched from outside."
      text.add("picture_fetches_total", help, .counter, "\(count)", [("outcome", name)])
    }
    for (name, isStored) in [("stored", true), ("failed", false)] {
      let count = counts.changes[isStored] ?? 0
      text.add("favorites_writes_total", "Changes of favorites.", .counter, "\(count)", [("outcome", name)])
    }
  }
}

/// Metrics in the text format of Prometheus, version 0.0.4.
public struct Exposition {
  public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

  typealias Labels = [(name: String, value: String)]

  enum Kind: String {
    case counter, gauge, summary
  }

  /// The label of every sample; nil for none.
  var show: String?
  /// Families in the order in which they first appeared.
  private var families: [(name: String, text: String)] = []

  /// - Parameter connections: that are open.
  public static func text(of shows: [ShowFigures], connections: Int, version: String) -> [UInt8] {
    var text = Exposition()
    for show in shows { show.write(to: &text) }
    text.show = nil
    text.add("http_connections", "Open connections.", .gauge, "\(connections)")
    text.add("build_info", "1, with the version of the program.", .gauge, "1", [("version", version)])
    return text.families.flatMap { Array($0.text.utf8) }
  }

  /// Adds a sample to its family.
  /// - Parameter part: of the family's name, for a summary.
  mutating func add(
    _ name: String, _ help: String, _ kind: Kind, _ value: String,
    _ labels: Labels = [], part: String = ""
  ) {
    let name = "dramatis_\(name)"
    let place = families.firstIndex { $0.name == name } ?? families.count
    if place == families.count {
      families.append((name, "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"))
    }
    let pairs = ((show.map { [("show", $0)] } ?? []) + labels).map { name, value in
      "\(name)=\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    families[place].text +=
      "\(name)\(part)\(pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") \(value)\n"
  }
}
