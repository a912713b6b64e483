public import Catalogs
import System

/// The settings of a show's list: its sources, the access to them, the intervals, and the store.
public struct ListPlan: Sendable {
  let name: String
  let start: FeedStart
  var way: FeedSource
  let timing: RefreshTiming
  /// The list to begin with, for tests.
  var given: FeedStart.Outcome?

  /// - Parameters:
  ///   - name: of the show, for the log.
  ///   - way: this plan's own; stopped with it.
  public init(_ name: String, _ start: FeedStart, asking way: FeedSource, timing: RefreshTiming) {
    (self.name, self.start, self.way, self.timing) = (name, start, way, timing)
  }
}

/// News of a list.
public enum ListNews: Sendable {
  /// The list to begin with, or none.
  case start(FeedStart.Outcome)
  /// Another list; without a time if it is of a file or folder.
  case catalog(Catalog, takenAt: Int?)
  /// The answer that is served was given again.
  case confirmed(takenAt: Int)
  /// The first source gave no good answer.
  case failed
}

/// The outcome of a visit to the sources.
public enum RefreshOutcome: Sendable, Hashable {
  case changed
  /// The answer that is served, byte for byte.
  case unchanged
  case failed
}

/// Receives the figures of a show's feed.
public protocol Meter: Sendable {
  /// - Parameter seconds: between two good answers.
  func asks(every seconds: Int)
  func count(_ outcome: RefreshOutcome)
  /// - Parameter source: 0 for the show's own feed, 1 for the first alternative.
  func answered(by source: Int)
}
