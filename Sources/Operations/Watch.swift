import Glibc
public import Pictures
import Synchronization
public import Website

/// What those who run a show are answered.
public final class Watch: Sendable {
  private let meters: Meters
  /// What is there only once the server is; guarded, since its first requests may come before.
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

  /// How the show is, in a few words that begin with `ok`: whoever gets them is answered.
  public func health(_ status: OperatorReports.Status) -> String {
    let entries = status.entries
    switch status.provenance {
    case .feed(let takenAt): return "ok: \(entries) entries as of \(LogTime.text(takenAt))"
    case .bundled: return "ok: \(entries) entries that came with the program; the feed has not answered yet"
    case .file: return entries == 0 ? "ok" : "ok: \(entries) entries"
    }
  }

  /// The metrics in Prometheus's text form.
  public func metrics(_ status: OperatorReports.Status) -> [UInt8] {
    let sources = sources.withLock { $0 }
    var figures = Meters.Figures(connections: sources?.connections() ?? (0, 0), entries: status.entries)
    if case .feed(let takenAt) = status.provenance { figures.age = max(0, time(nil) - takenAt) }
    figures.pictures = (sources?.pictures()).map(PictureFigures.init)
    return meters.exposition(figures)
  }
}
