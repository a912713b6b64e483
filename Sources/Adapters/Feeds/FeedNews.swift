public import Catalogs

/// The news that a visit to the sources brings.
public enum FeedNews: Sendable {
  case catalog(Catalog, takenAt: Int)
  /// The list of a file or folder.
  case file(Catalog)
  /// The faults after the visit, perhaps the same as before.
  case faults(SourceFaults)
  /// The answer that is served was given again.
  case confirmed(takenAt: Int)
}

/// The faults of a show's sources, one sentence each.
public struct SourceFaults: Sendable, Hashable {
  /// The reason why the first source gave no good answer.
  public let failure: String?
  /// A warning about a list that has become much shorter.
  public let shortening: String?
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
  func count(_ outcome: RefreshOutcome)
  /// - Parameter source: 0 for the show's own feed, 1 for the first alternative.
  func answered(by source: Int)
  func observe(_ view: SharedView)
}
