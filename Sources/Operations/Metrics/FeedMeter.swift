public import Feeds

/// Counts the requests to the feed by their outcome.
public struct FeedMeter: Sendable {
  private let outcomes = Tally(3)

  public func count(_ outcome: RefreshOutcome) {
    switch outcome {
    case .changed: outcomes.add(to: 0)
    case .unchanged: outcomes.add(to: 1)
    case .failed: outcomes.add(to: 2)
    }
  }

  func write(to exposition: inout Exposition) {
    exposition.family(
      "dramatis_feed_refreshes_total", .counter, "Visits to the feed, by what came of them.",
      zip(["changed", "unchanged", "failed"], 0...).map {
        .init(Double(outcomes.value(of: $1)), [("outcome", $0)])
      })
  }
}
