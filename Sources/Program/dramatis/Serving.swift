import HTTPServer
import Operations
import ShowFiles
import Website

/// Answers the requests of a server: one show, or a shelf of several.
protocol Serving: Sendable {
  /// The site at the top: it refuses requests, invites other devices and redirects to https.
  var site: Site { get }
  /// The port to listen on unless an option names one.
  var port: UInt16 { get }
  var health: OperatorReports.Health { get }
  /// Whether a list is being read or built.
  var isReading: Bool { get }
  /// Metrics, one element per show.
  var figures: [ShowFigures] { get }

  func answer(_ request: Request) -> Answer
  func allowed(_ target: [UInt8]) -> String
  func count(_ request: CompletedRequest)

  /// Starts background work such as refreshing feeds; called once the server listens.
  func begin()
  /// Reads show files, templates and public files again.
  /// - Returns: the first fault; all are logged, and what they concern is served as before.
  func reload() -> String?
  /// Cancels all requests to outside sources.
  func stop()
}

/// One show that has a server to itself.
struct SingleShowServer: Serving {
  let show: ServedShow

  var site: Site { show.site }
  var port: UInt16 { show.port }
  var health: OperatorReports.Health { show.health }
  var isReading: Bool { show.isReading }
  var figures: [ShowFigures] { [show.figures(named: nil)] }

  func answer(_ request: Request) -> Answer { site.answer(request) }
  func allowed(_ target: [UInt8]) -> String { site.allowed(target) }
  func count(_ request: CompletedRequest) { show.meters.requests.count(request) }

  func begin() { show.begin() }
  func reload() -> String? { show.reloadOrLog().first }
  func stop() { show.stop() }
}
