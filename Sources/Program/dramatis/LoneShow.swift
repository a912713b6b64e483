import HTTPServer
import Operations
import ShowFiles
import Website

/// One show that has a server to itself.
struct LoneShow: Front {
  let show: ServedShow

  var site: Site { show.site }
  var port: UInt16 { show.port }
  var health: OperatorReports.Health { show.health }
  var figures: [ShowFigures] { [show.figures(named: nil)] }

  func answer(_ request: Request) -> Answer { site.answer(request) }
  func allowed(_ target: [UInt8]) -> String { site.allowed(target) }
  func largeBodyLimit(_ target: [UInt8]) -> Int { site.largeBodyLimit(target) }
  func count(_ request: CompletedRequest) { show.meters.requests.count(request) }

  func begin() { show.begin() }
  func reload() -> String? { show.reloadOrLog().first }
  func stop() { show.stop() }
}
