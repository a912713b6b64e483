import Configuration

/// The answers that were used last, for some minutes.
struct SuggestionCache {
  private let limits: SuggestionLimits
  private var answers: [String: Answer] = [:]
  private var bytes = 0
  /// Counts every use, so that the one longest ago is known.
  private var uses = 0

  private struct Answer {
    let suggestions: [Suggestion]
    let bytes: Int
    let end: Double
    var lastUse: Int
  }

  init(limits: SuggestionLimits) {
    self.limits = limits
  }

  /// - Parameter time: in seconds.
  mutating func suggestions(for query: String, at time: Double) -> [Suggestion]? {
    guard let answer = answers[query] else { return nil }
    guard time < answer.end else {
      remove(query)
      return nil
    }
    uses += 1
    answers[query]?.lastUse = uses
    return answer.suggestions
  }

  /// Remembers an answer and forgets those that then are too many, the one used longest ago first.
  /// Cost: a pass over all where there is no room.
  mutating func remember(_ suggestions: [Suggestion], for query: String, at time: Double) {
    remove(query)
    uses += 1
    let size = Self.size(suggestions, query)
    answers[query] = Answer(
      suggestions: suggestions, bytes: size, end: time + limits.memory, lastUse: uses)
    bytes += size
    while answers.count > limits.entries || bytes > limits.bytes {
      guard let oldest = answers.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      remove(oldest.key)
    }
  }

  private mutating func remove(_ query: String) {
    bytes -= answers.removeValue(forKey: query)?.bytes ?? 0
  }

  private static func size(_ suggestions: [Suggestion], _ query: String) -> Int {
    suggestions.reduce(query.utf8.count + 64) { sum, suggestion in
      sum + suggestion.text.utf8.count + (suggestion.description?.utf8.count ?? 0)
        + (suggestion.address?.utf8.count ?? 0) + 64
    }
  }
}
