import Glibc
public import Pictures
import Synchronization
public import Website

/// The health and the metrics of a show, for its operator.
public final class Watch: Sendable {
  private let meters: Meters
  /// What exists only once the server does; guarded, since its first requests may come earlier.
  private let sources = Mutex<Sources?>(nil)

  private struct Sources {
    let connections: @Sendable () -> (open: Int, accepted: UInt64)
    let pictures: @Sendable () -> PictureStatistics?
  }

  public init(meters: Meters) {
    self.meters = meters
  }

  public func look(
    connections: @escaping @Sendable () -> (open: Int, accepted: UInt64),
    pictures: @escaping @Sendable () -> PictureStatistics?
  ) {
    sources.withLock { $0 = Sources(connections: connections, pictures: pictures) }
  }

  /// The health of the show in a few words. They begin with `ok`, since a show that answers is well.
  public func health(_ status: OperatorReports.Status) -> String {
    meters.database.isDegraded
      ? "\(catalogHealth(status)); degraded: the database of favorites does not answer" : catalogHealth(status)
  }

  private func catalogHealth(_ status: OperatorReports.Status) -> String {
    let entries = status.entries
    switch status.provenance {
    case .feed(let takenAt): return "ok: \(entries) entries as of \(LogTime.text(takenAt))"
    case .bundled: return "ok: \(entries) entries that came with the program; the feed has not answered yet"
    case .file: return entries == 0 ? "ok" : "ok: \(entries) entries"
    }
  }

  /// The metrics in Prometheus's text format.
  public func metrics(_ status: OperatorReports.Status) -> [UInt8] {
    let sources = sources.withLock { $0 }
    var figures = Meters.Figures(connections: sources?.connections() ?? (0, 0), entries: status.entries)
    if case .feed(let takenAt) = status.provenance { figures.age = max(0, time(nil) - takenAt) }
    figures.pictures = (sources?.pictures()).map(PictureFigures.init)
    return meters.exposition(figures)
  }
}
