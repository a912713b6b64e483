import Search
import TestSupport

/// Generated texts with letters, marks, scripts and separators of all kinds.
enum Sample {
  private static let syllables = [
    "an", "San", "ber", "é", "e\u{301}", "ß", "Ø", "ta", "ta", "la", "o", "ö", "İ", "’s", "han", "한", "ва",
    "東", "👍🏽",
    "ל", "a", "a", "n", "s", "100%", "_", "*", "<b>",
  ]
  private static let separators = ["", "", "", " ", " ", "-", ", ", "  ", " (", "/"]

  static func title(using generator: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      pick(syllables, using: &generator) + pick(separators, using: &generator)
    }.joined()
  }

  static func texts(_ count: Int, using generator: inout SeededGenerator) -> [SearchText] {
    (0..<count).map { _ in
      let hasMore = Int.random(in: 0..<4, using: &generator) == 0
      return SearchText(
        title: title(using: &generator),
        description: hasMore ? (0..<5).map { _ in title(using: &generator) }.joined(separator: " ") : "",
        alternative: Int.random(in: 0..<5, using: &generator) == 0 ? title(using: &generator) : nil)
    }
  }

  /// One to eight characters from somewhere in a text, or from its beginning.
  static func piece(of text: String, using generator: inout SeededGenerator) -> String {
    guard !text.isEmpty else { return "" }
    let start = Bool.random(using: &generator) ? 0 : Int.random(in: 0..<text.count, using: &generator)
    return String(text.dropFirst(start).prefix(Int.random(in: 1...8, using: &generator)))
  }

  private static func pick(_ choices: [String], using generator: inout SeededGenerator) -> String {
    choices[Int.random(in: choices.indices, using: &generator)]
  }
}
