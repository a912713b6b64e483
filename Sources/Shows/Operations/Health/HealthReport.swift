import System
public import Website

/// The health of one show or several, in one line for operators.
public enum HealthReport {
  /// The health of a show. The words begin with `ok` or `degraded`, unless it has no catalog yet.
  /// - Parameters:
  ///   - faults: that its pages survive.
  ///   - isOffline: whether the feed is never asked.
  public static func of(
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
  public static func of(_ shelf: Shelf, _ faults: [Troubles.Kind: String]) -> OperatorReports.Health {
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
}
