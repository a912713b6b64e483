public import Catalogs
import HTTPServer
public import System

/// Liveness, readiness and metrics, for operators.
///
/// Polling threads answer health checks, so that busy workers do not delay them. Foreign host names are
/// refused: a page of another site could read the answer in a browser of the local network (DNS rebinding).
enum OperatorReportsHandler {
  static func health(_ visit: Visit) -> Reply {
    guard let reports = visit.site.reports else { return .refusal(404) }
    let health = reports.health(visit.site.status)
    let more = visit.query["verbose", 1] == "1" ? reports.editions() : []
    return .response(
      text(health.isReady ? 200 : 503, ([health.words] + more).joined(separator: "\n")))
  }

  /// Alive as soon as it answers: a server that is not ready yet should not be restarted.
  static func alive(_ visit: Visit) -> Reply { .response(text(200, "alive")) }

  static func metrics(_ visit: Visit) -> Reply {
    guard let reports = visit.site.reports, visit.sender.isScraper else { return .refusal(403) }
    let (mediaType, body) = reports.metrics(visit.site.status)
    return .response(
      Response(
        status: 200, headers: [("Content-Type", mediaType), ("Cache-Control", "no-store")], body: body))
  }

  static func refusal(_ status: Int) -> Response {
    switch status {
    case 421: text(421, "Misdirected request: unknown host name.")
    case 403: text(403, "Forbidden: /metrics is limited to this machine and --metrics-from.")
    default: text(status, "Only GET and HEAD are answered here.", [("Allow", "GET, HEAD")])
    }
  }

  private static func text(_ status: Int, _ line: String, _ more: [(String, String)] = []) -> Response {
    Response(
      status: status,
      headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")] + more,
      body: Array("\(line)\n".utf8))
  }
}

/// The reports for operators, and the networks that may read them.
public struct OperatorReports: Sendable {
  public struct Status: Sendable {
    public let entries: Int
    public let provenance: Provenance
    public let phase: ListPhase
    /// The sources of pictures that fail; nil if there are none.
    public let pictures: String?

    public init(
      _ entries: Int, _ provenance: Provenance, _ phase: ListPhase = ListPhase(.served),
      pictures: String? = nil
    ) {
      (self.entries, self.provenance, self.phase, self.pictures) = (entries, provenance, phase, pictures)
    }
  }
  /// Whether the server is ready for visitors, and a reason in one line.
  public typealias Health = (isReady: Bool, words: String)

  private let scrapers: [AddressRange]
  let health: @Sendable (Status) -> Health
  /// A line for each show with the edition of its list.
  let editions: @Sendable () -> [String]
  let metrics: @Sendable (Status) -> (mediaType: String, body: [UInt8])

  /// - Parameter health: called by polling threads; must not wait.
  public init(
    scrapers: [AddressRange], health: @escaping @Sendable (Status) -> Health,
    editions: @escaping @Sendable () -> [String] = { [] },
    metrics: @escaping @Sendable (Status) -> (mediaType: String, body: [UInt8])
  ) {
    self.scrapers = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) } + scrapers
    self.health = health
    self.metrics = metrics
    self.editions = editions
  }

  /// Whether a request comes from a network that may read the metrics, and through no proxy.
  func isScraper(_ request: Request) -> Bool {
    guard !request.isForwarded, let address = IPAddress(request.peer) else { return false }
    return scrapers.contains { $0.contains(address) }
  }
}
