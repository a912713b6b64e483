import CatalogCore

/// Sentences that are made of numbers and nouns.
enum Wording {
  /// "43 characters", "1 of 43 characters matches “mar”", "No character matches “xyz”".
  static func summary(_ total: Int, of all: Int, matching text: String?, _ noun: Show.Noun) -> String {
    guard let text else { return count(total, noun) }
    switch total {
    case 0: return "No \(noun.one) matches “\(text)”"
    case 1: return "1 of \(count(all, noun)) matches “\(text)”"
    default: return "\(grouped(total)) of \(count(all, noun)) match “\(text)”"
    }
  }

  static func count(_ count: Int, _ noun: Show.Noun) -> String {
    "\(grouped(count)) \(count == 1 ? noun.one : noun.many)"
  }

  /// The number with its thousands apart: 209,557.
  static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return digits
  }

  /// "19 November 2026".
  static func day(_ day: Day) -> String { "\(day.day) \(months[day.month - 1]) \(day.year)" }

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// The first words of a text, with an ellipsis where there are more characters than the limit.
  static func beginning(of text: String, limit: Int) -> String {
    guard text.utf8.count > limit, text.count > limit else { return text }
    let cut = text.prefix(limit)
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }

  /// The word with a capital at its beginning.
  static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
