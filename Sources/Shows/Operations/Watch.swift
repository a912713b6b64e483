import Synchronization
import System
public import Website

/// Health and metrics of the program, for its operator.
public final class Watch: Sendable {
  private let version: String
  /// Set once the server listens; its first requests may come earlier.
  private let sources = Mutex<Sources?>(nil)

  private struct Sources {
    let connections: @Sendable () -> (open: Int, accepted: UInt64)
    let certificate: CertificateWatch?
    let shows: @Sendable () -> [ShowFigures]
  }

  /// - Parameter version: of the program.
  public init(version: String) {
    self.version = version
  }

  /// Connects the metrics with the running server.
  /// - Parameter certificate: nil for plain http.
  public func attach(
    connections: @escaping @Sendable () -> (open: Int, accepted: UInt64), certificate: CertificateWatch?,
    shows: @escaping @Sendable () -> [ShowFigures]
  ) {
    sources.withLock { $0 = Sources(connections: connections, certificate: certificate, shows: shows) }
  }

  /// The health of a show. The words begin with `ok` or `degraded`, unless it has no catalog yet.
  /// - Parameters:
  ///   - faults: that its pages survive.
  ///   - isOffline: whether the feed is never asked.
  public static func health(
    _ status: OperatorReports.Status, _ faults: [Troubles.Kind: String], isOffline: Bool = false
  ) -> OperatorReports.Health {
    let entries = status.entries
    switch status.provenance {
    case .feed(let takenAt):
      return (true, faults.health("\(entriesText(entries)) as of \(CivilTime(takenAt).text)"))
    case .bundled:
      return (
        true, faults.health(entriesText(entries, "bundled ") + (isOffline ? "" : "; waiting for the feed"))
      )
    case .file: return (true, faults.health(entries == 0 ? "" : entriesText(entries)))
    case .missing:
      return (false, [status.phase.words, faults[.reading]].compactMap(\.self).joined(separator: "; "))
    }
  }

  private static func entriesText(_ count: Int, _ kind: String = "") -> String {
    count == 1 ? "1 \(kind)entry" : "\(count) \(kind)entries"
  }

  /// The health of several shows; names those that cannot be served or have no catalog yet.
  /// - Parameter faults: of the whole, and of its shows.
  public static func health(
    of shelf: Shelf, _ faults: [Troubles.Kind: String]
  ) -> OperatorReports.Health {
    let shows = shelf.statuses
    let served = shows.compactMap(\.status)
    let entries = served.reduce(0) { $0 + $1.entries }
    let awaited = shows.filter { $0.status?.provenance == .missing }.map(\.name)
    let isReady = awaited.isEmpty || awaited.count < served.count
    let exceptions = [
      ("without a catalog yet", awaited), ("not served", shows.filter { $0.status == nil }.map(\.name)),
    ]
    let showsText = served.count == 1 ? "1 show" : "\(served.count) shows"
    let words =
      "\(showsText) with \(entriesText(entries))"
      + exceptions.filter { !$0.1.isEmpty }.map { "; \($0): \($1.joined(separator: ", "))" }.joined()
    return (isReady, isReady ? faults.health(words) : "loading: \(words)")
  }

  /// A line for each show with the edition of its list, for operators.
  public var editions: [String] {
    let shows = sources.withLock { $0 }?.shows() ?? []
    return shows.compactMap(\.edition).map { "\($0.show): \($0.digest) \($0.source)" }
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
    if let certificate = sources?.certificate {
      exposition.family(
        "dramatis_certificate_expiry_timestamp_seconds", .gauge,
        "End of the certificate's validity, in seconds since 1970.", Double(certificate.expiry))
    }
    exposition.family(
      "dramatis_build_info", .gauge, "Constant 1, with the version of the program.",
      [.init(1, [("version", version)])])
    return exposition.bytes
  }
}
