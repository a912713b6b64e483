import Synchronization
public import Website

/// Health and metrics of the program, for its operator.
public final class Watch: Sendable {
  private let version: String
  /// Set once the server listens; its first requests may come earlier.
  private let sources = Mutex<Sources?>(nil)

  private struct Sources {
    let connections: @Sendable () -> (open: Int, accepted: UInt64)
    let shows: @Sendable () -> [ShowFigures]
  }

  /// - Parameter version: of the program.
  public init(version: String) {
    self.version = version
  }

  /// Connects the metrics with the running server.
  public func attach(
    connections: @escaping @Sendable () -> (open: Int, accepted: UInt64),
    shows: @escaping @Sendable () -> [ShowFigures]
  ) {
    sources.withLock { $0 = Sources(connections: connections, shows: shows) }
  }

  /// The health of a show. The words begin with `ok`, unless it has no catalog yet.
  /// - Parameter isDegraded: whether its database fails; pages are served all the same.
  public static func health(
    _ status: OperatorReports.Status, isDegraded: Bool
  ) -> OperatorReports.Health {
    (
      status.provenance.loading == nil,
      catalogHealth(status) + (isDegraded ? "; degraded: the database of favorites does not answer" : "")
    )
  }

  private static func catalogHealth(_ status: OperatorReports.Status) -> String {
    let entries = status.entries
    switch status.provenance {
    case .feed(let takenAt): return "ok: \(entriesText(entries)) as of \(LogTime.text(takenAt))"
    case .bundled:
      return "ok: \(entriesText(entries, "bundled ")); waiting for the feed"
    case .file: return entries == 0 ? "ok" : "ok: \(entriesText(entries))"
    case .missing(let loading): return loading.words
    }
  }

  private static func entriesText(_ count: Int, _ kind: String = "") -> String {
    count == 1 ? "1 \(kind)entry" : "\(count) \(kind)entries"
  }

  /// The health of several shows; names those that cannot be served or have no catalog yet.
  public static func health(of shelf: Shelf) -> OperatorReports.Health {
    let shows = shelf.statuses
    let served = shows.compactMap(\.status)
    let entries = served.reduce(0) { $0 + $1.entries }
    let awaited = shows.filter { $0.status?.provenance.loading != nil }.map(\.name)
    let isReady = awaited.isEmpty || awaited.count < served.count
    let exceptions = [
      ("without a catalog yet", awaited), ("not served", shows.filter { $0.status == nil }.map(\.name)),
    ]
    let showsText = served.count == 1 ? "1 show" : "\(served.count) shows"
    return (
      isReady,
      "\(isReady ? "ok" : "loading"): \(showsText) with \(entriesText(entries))"
        + exceptions.filter { !$0.1.isEmpty }.map { "; \($0): \($1.joined(separator: ", "))" }.joined()
    )
  }

  /// The metrics in Prometheus's text format.
  public func metrics() -> [UInt8] {
    let sources = sources.withLock { $0 }
    var exposition = Exposition()
    for show in sources?.shows() ?? [] { show.write(to: &exposition) }
    let connections = sources?.connections() ?? (open: 0, accepted: 0)
    exposition.family("dramatis_http_connections", .gauge, "Open connections.", Double(connections.open))
    exposition.family(
      "dramatis_http_connections_accepted_total", .counter, "Connections ever accepted.",
      Double(connections.accepted))
    ProcessFigures.write(to: &exposition)
    exposition.family(
      "dramatis_build_info", .gauge, "Constant 1, with the version of the program.",
      [.init(1, [("version", version)])])
    return exposition.bytes
  }
}
