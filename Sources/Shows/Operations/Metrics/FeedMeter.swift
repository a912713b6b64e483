public import Feeds
import Synchronization

/// Counts the requests to the feed by their outcome.
public final class FeedMeter: Sendable {
  private let outcomes = Tally(3)
  private let source = Atomic(0)

  public func count(_ outcome: RefreshOutcome) {
    switch outcome {
    case .changed: outcomes.add(to: 0)
    case .unchanged: outcomes.add(to: 1)
    case .failed: outcomes.add(to: 2)
    }
  }

  /// - Parameter source: 0 for the show's own feed, 1 for the first of those under `else`.
  public func answered(_ source: Int) { self.source.store(source, ordering: .relaxed) }

  func write(to exposition: inout Exposition) {
    exposition.family(
      "dramatis_feed_refreshes_total", .counter, "Visits to the feed, by what came of them.",
      zip(["changed", "unchanged", "failed"], 0...).map {
        .init(Double(outcomes.value(of: $1)), [("outcome", $0)])
      })
    exposition.family(
      "dramatis_feed_source", .gauge,
      "Which source answered last: 0 for the feed, 1 for the first under else.",
      Double(source.load(ordering: .relaxed)))
  }
}
