/// What came of one visit to a feed.
public enum RefreshOutcome: Sendable, Hashable {
  case changed
  /// The answer is, byte for byte, the one that is served already.
  case unchanged
  case failed
}
