import HTTPServer

/// Answers those who run the show: whether it is alive, whether it is ready for visitors, and how it goes.
///
/// The first two are told by the polling threads, so that no visitor who fills the workers delays it. Under a foreign
/// name nothing is told: a page of another site, in a browser of the house, could read it (DNS rebinding).
enum OperatorReportsHandler {
  static func health(_ visit: Visit) -> Reply {
    guard let reports = visit.site.reports else { return .refusal(404) }
    let health = reports.health(visit.site.status)
    return .response(text(health.isReady ? 200 : 503, health.words))
  }

  /// That it answers at all: what is not ready yet should not be restarted for that.
  static func alive(_ visit: Visit) -> Reply { .response(text(200, "alive")) }

  static func metrics(_ visit: Visit) -> Reply {
    guard let reports = visit.site.reports, visit.isFromScraper else { return .refusal(403) }
    let (mediaType, body) = reports.metrics(visit.site.status)
    return .response(
      Response(
        status: 200, headers: [("Content-Type", mediaType), ("Cache-Control", "no-store")], body: body))
  }

  /// A line in place of a page.
  static func refusal(_ status: Int, allowed: String) -> Response {
    switch status {
    case 421: text(421, "This machine has no such name.")
    case 403: text(403, "Metrics are for this machine and the networks of --metrics-from.")
    default: text(status, "Only GET and HEAD are answered here.", [("Allow", allowed)])
    }
  }

  private static func text(_ status: Int, _ line: String, _ more: [(String, String)] = []) -> Response {
    Response(
      status: status,
      headers: [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")] + more,
      body: Array("\(line)\n".utf8))
  }
}
