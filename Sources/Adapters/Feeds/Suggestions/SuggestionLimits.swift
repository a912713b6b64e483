import Configuration
import System

/// The limits of requests to a suggestion service, and of its cache.
public struct SuggestionLimits: Sendable {
  /// Requests a second on average, and in a burst.
  public struct Rate: Sendable {
    public let perSecond: Double
    public let burst: Double

    public init(perSecond: Double, burst: Double) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  /// For all visitors together.
  public var inAll = Rate(perSecond: 20, burst: 40)
  /// For one network: enough for a fast typist.
  public var perVisitor = Rate(perSecond: 6, burst: 20)
  /// Requests in flight, one of which is left to other networks; each blocks a worker thread.
  public var atOnce = 3
  /// Seconds that an answer is cached.
  public var memory = 300.0
  /// Cached answers.
  public var entries = 500
  /// Bytes of cached text, approximately.
  public var bytes = 1 << 20

  public init() {}
}

/// Limits requests: of all visitors together, and of each.
struct TokenBuckets {
  private let limits: SuggestionLimits
  private var all: Bucket
  private var visitors: [IPAddress?: Bucket] = [:]

  private static let visitorLimit = 1000

  private struct Bucket {
    var tokens: Double
    /// When there were that many.
    var time: Double

    func tokens(at now: Double, _ rate: SuggestionLimits.Rate) -> Double {
      min(rate.burst, tokens + max(now - time, 0) * rate.perSecond)
    }
  }

  init(limits: SuggestionLimits, at time: Double) {
    self.limits = limits
    all = Bucket(tokens: limits.inAll.burst, time: time)
  }

  /// Takes a token for a request from both buckets, or from none if one is empty.
  mutating func take(for visitor: IPAddress?, at time: Double) -> Bool {
    let left = visitors[visitor]?.tokens(at: time, limits.perVisitor) ?? limits.perVisitor.burst
    let leftInAll = all.tokens(at: time, limits.inAll)
    guard left >= 1, leftInAll >= 1 else { return false }
    all = Bucket(tokens: leftInAll - 1, time: time)
    visitors[visitor] = Bucket(tokens: left - 1, time: time)
    if visitors.count > Self.visitorLimit { forgetVisitors(at: time) }
    return true
  }

  /// Forgets visitors with full buckets, then the oldest.
  private mutating func forgetVisitors(at time: Double) {
    visitors = visitors.filter { $0.value.tokens(at: time, limits.perVisitor) < limits.perVisitor.burst }
    while visitors.count > Self.visitorLimit {
      guard let oldest = visitors.min(by: { $0.value.time < $1.value.time }) else { return }
      visitors.removeValue(forKey: oldest.key)
    }
  }
}

/// The most recent answers, for a few minutes.
struct SuggestionCache {
  private let limits: SuggestionLimits
  private var answers = RecencyCache<String, Answer>()

  private struct Answer: Sendable {
    let suggestions: [Suggestion]
    let end: Double
  }

  init(limits: SuggestionLimits) {
    self.limits = limits
  }

  /// - Parameter time: in seconds.
  mutating func suggestions(for query: String, at time: Double) -> [Suggestion]? {
    guard let answer = answers[query] else { return nil }
    guard time < answer.end else {
      answers.remove(query)
      return nil
    }
    answers.use(query)
    return answer.suggestions
  }

  /// Inserts an answer, and evicts the least recently used ones beyond the limits.
  mutating func remember(_ suggestions: [Suggestion], for query: String, at time: Double) {
    answers.insert(
      Answer(suggestions: suggestions, end: time + limits.memory), for: query,
      cost: Self.size(suggestions, query))
    answers.evict(countLimit: limits.entries, costLimit: limits.bytes)
  }

  private static func size(_ suggestions: [Suggestion], _ query: String) -> Int {
    suggestions.reduce(query.utf8.count + 64) { sum, suggestion in
      sum + suggestion.text.utf8.count + (suggestion.description?.utf8.count ?? 0)
        + (suggestion.address?.utf8.count ?? 0) + 64
    }
  }
}
