/// Counts requests: for all together, and for each visitor.
struct TokenBuckets {
  private let limits: SuggestionLimits
  private var all: Bucket
  private var visitors: [String: Bucket] = [:]

  private static let visitorLimit = 1000

  private struct Bucket {
    var tokens: Double
    /// When so many were in it.
    var time: Double

    func tokens(at now: Double, _ rate: SuggestionLimits.Rate) -> Double {
      min(rate.burst, tokens + max(now - time, 0) * rate.perSecond)
    }
  }

  init(limits: SuggestionLimits, at time: Double) {
    self.limits = limits
    all = Bucket(tokens: limits.inAll.burst, time: time)
  }

  /// Takes one request from both; neither loses one if the other is empty.
  mutating func take(for visitor: String, at time: Double) -> Bool {
    let left = visitors[visitor]?.tokens(at: time, limits.perVisitor) ?? limits.perVisitor.burst
    let leftInAll = all.tokens(at: time, limits.inAll)
    guard left >= 1, leftInAll >= 1 else { return false }
    all = Bucket(tokens: leftInAll - 1, time: time)
    visitors[visitor] = Bucket(tokens: left - 1, time: time)
    if visitors.count > Self.visitorLimit { forgetVisitors(at: time) }
    return true
  }

  /// Forgets visitors whose last request is so old that it no longer matters, or else the oldest one.
  private mutating func forgetVisitors(at time: Double) {
    visitors = visitors.filter { $0.value.tokens(at: time, limits.perVisitor) < limits.perVisitor.burst }
    while visitors.count > Self.visitorLimit {
      guard let oldest = visitors.min(by: { $0.value.time < $1.value.time }) else { return }
      visitors.removeValue(forKey: oldest.key)
    }
  }
}
