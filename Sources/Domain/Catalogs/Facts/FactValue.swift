/// One value of a fact: its text, and what that says.
public struct FactValue: Sendable, Hashable {
  /// What a page writes in its reader's own way.
  public enum Meaning: Sendable, Hashable {
    case text
    case number(Double)
    case year(Int)
    /// 1 to 12.
    case month(year: Int, month: Int)
    case day(Day)
  }

  /// As its source has it.
  public let text: String
  public let meaning: Meaning

  public init(_ text: String, _ meaning: Meaning = .text) {
    self.text = text
    self.meaning = meaning
  }

  /// What it is sorted by among numbers and dates; nil for a text.
  var key: Double? {
    switch meaning {
    case .text: nil
    case .number(let number): number
    case .year(let year): Double(year * 400)
    case .month(let year, let month): Double(year * 400 + month * 32)
    case .day(let day): Double(day.year * 400 + day.month * 32 + day.day)
    }
  }
}
