import HTTPServer
import Operations
import Website

/// What a server serves: one show, or several on a shelf.
protocol Front: Sendable {
  /// The site at the top, which refuses, invites and leads to https.
  var site: Site { get }
  /// The port that is listened at unless an option says otherwise.
  var port: UInt16 { get }
  var health: OperatorReports.Health { get }
  /// What a scrape reads of each show.
  var figures: [ShowFigures] { get }

  func answer(_ request: Request) -> Answer
  func allowed(_ target: [UInt8]) -> String
  func largeBodyLimit(_ target: [UInt8]) -> Int
  func count(_ request: CompletedRequest)

  /// Begins what goes on while it is served; called once it is listened.
  func begin()
  /// Reads files, templates and public files again.
  /// - Returns: the first fault, all of which are logged; what it concerns is then served as before.
  func reload() -> String?
  /// Ends all requests to the outside.
  func stop()
}
