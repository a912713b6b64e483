import Feeds
import HTTPServer
import Operations
import Pictures
import ShowFiles
import Synchronization
import System
import Website

/// The parts that all shows of the program share.
final class SharedParts: Sendable {
  let options: Options
  let folders: Folders
  let log: EventLog
  /// Faults of the whole program that its pages survive.
  let troubles = Troubles()
  let resources: Resources
  let pages = PageBudgets()
  let pictures: PictureResources
  /// Nil for plain http.
  let certificate: ServedCertificate?
  /// Origins under which others reach the servers; they know none until those listen.
  let reachable: [ReachableOrigins]
  /// Makes the metrics; set once the servers listen, since their first requests may come earlier.
  let metrics = Mutex<(@Sendable () -> [UInt8])?>(nil)
  /// The list of `open`, which has been read; nil for any other.
  let opened: OpenedAnswer?

  init(
    _ options: Options, _ log: EventLog, _ certificate: ServedCertificate?, _ reachable: [ReachableOrigins],
    opened: OpenedAnswer?
  ) {
    (self.options, self.log, self.certificate) = (options, log, certificate)
    (self.reachable, self.opened) = (reachable, opened)
    folders = options.folders
    resources = Resources(folders.resources, locales: folders.locales)
    pictures = PictureResources(capacity: options.pictureBytes(in: folders.state))
  }

  /// Faults of the whole program.
  var faults: [Troubles.Kind: String] {
    var all = troubles.all
    all[.certificate] = certificate?.warning
    return all
  }

  /// Sets the parts that all sites have: the log, health and metrics.
  func connect(
    _ parts: inout SiteParts, editions: @escaping @Sendable () -> [String],
    health: @escaping @Sendable (OperatorReports.Status) -> OperatorReports.Health
  ) {
    parts.log = log
    parts.origins = { [reachable] in reachable.flatMap(\.current) }
    parts.possibleOrigins = { [reachable] in reachable.flatMap(\.possible) }
    parts.reports = OperatorReports(
      scrapers: options.metricsFrom, health: health, editions: editions,
      metrics: { [self] _ in (Exposition.mediaType, metrics.withLock { $0 }?() ?? []) })
  }
}

/// A list that `open` has examined.
struct OpenedAnswer: Sendable {
  /// Nil if it has to be read again.
  let answer: ReadAnswer?
}
