import Configuration
import System

/// The answers that were used last, for some minutes.
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

  /// Remembers an answer and forgets those that are then too many, the one used longest ago first.
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
