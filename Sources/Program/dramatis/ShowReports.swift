import Glibc
import Operations
import Website

/// The health of a show, and the edition of its list.
struct ShowReports: Sendable {
  let show: PreparedShow
  let meters: Meters
  let shared: SharedParts

  func health(of status: OperatorReports.Status) -> OperatorReports.Health {
    HealthReport.of(status, faults(of: status), isOffline: show.options.isOffline)
  }

  /// Faults that the pages survive; the page of all shows has those of the program.
  func faults(of status: OperatorReports.Status) -> [Troubles.Kind: String] {
    var all = meters.faults(of: status, now: time(nil))
    (all[.unsaved], all[.reading]) = (show.log.fault, show.reading.fault())
    return shared.options.isShelf ? all : all.merging(shared.faults) { own, _ in own }
  }

  /// Nil if it is not known.
  var edition: String? {
    show.reading.served.map { "\(show.show.slug): \($0.digest) \($0.source)" }
  }
}
