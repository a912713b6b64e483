/// One value of a fact: its text and its meaning.
public struct FactValue: Sendable, Hashable {
  /// The meaning that a page writes in its reader's language.
  public enum Meaning: Sendable, Hashable {
    case text
    case number(Double)
    case year(Int)
    /// 1 to 12.
    case month(year: Int, month: Int)
    case day(Day)
  }

  /// As in the source.
  public let text: String
  public let meaning: Meaning

  public init(_ text: String, _ meaning: Meaning = .text) {
    (self.text, self.meaning) = (text, meaning)
  }

  /// The sort key of a number or date; nil for a text.
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

/// The form of a fact's values, chosen over all of them so that one fact is written in one way.
enum FactForm: String, Sendable {
  case text, number, year, date

  /// Counts the forms of values, to choose that of nine in ten: sources write other texts for unknown values.
  struct Survey {
    private var (count, numbers, years, dates) = (0, 0, 0, 0)

    mutating func take(_ value: String) {
      count += 1
      // All of these have a digit.
      guard value.utf8.contains(where: Day.isDigit) else { return }
      if FactForm.number(value) != nil { numbers += 1 }
      if FactForm.year(value) != nil { years += 1 } else if FactForm.date(value) != nil { dates += 1 }
    }

    var form: FactForm {
      func isUsual(_ some: Int) -> Bool { some > 0 && some * 10 >= count * 9 }
      return dates > 0 && isUsual(dates + years)
        ? .date
        : isUsual(years) ? .year : isUsual(numbers) ? .number : .text
    }
  }

  /// Reads a value in this form, else as a text.
  func value(of text: String) -> FactValue {
    let meaning: FactValue.Meaning? =
      switch self {
      case .text: nil
      case .number: Self.number(text).map { .number($0) }
      case .year: Self.year(text).map { .year($0) }
      case .date: Self.date(text) ?? Self.year(text).map { .year($0) }
      }
    return FactValue(text, meaning ?? .text)
  }

  /// Four digits from 1000 to 2999.
  private static func year(_ text: String) -> Int? {
    guard text.utf8.count == 4, text.utf8.allSatisfy(Day.isDigit), let year = Int(text) else { return nil }
    return (1_000..<3_000).contains(year) ? year : nil
  }

  /// `12`, `-3.5`, `1,358` or `2e6`.
  private static func number(_ text: String) -> Double? {
    guard let last = text.utf8.last, text.utf8.count <= 40,
      text.utf8.allSatisfy({ Day.isDigit($0) || "+-.,eE".utf8.contains($0) }), Day.isDigit(last)
    else { return nil }
    var plain = text
    if text.contains(",") {
      let groups = text.prefix { $0 != "." }.split(separator: ",", omittingEmptySubsequences: false)
      guard groups.dropFirst().allSatisfy({ $0.utf8.count == 3 && $0.utf8.allSatisfy(Day.isDigit) }),
        groups.first?.isEmpty == false
      else { return nil }
      plain.removeAll { $0 == "," }
    }
    return Double(plain).flatMap { $0.isFinite ? $0 : nil }
  }

  /// `2024-05-31` with or without a time (ISO 8601), `2024-05`, or `Fri, 31 May 2024 …` (RFC 5322).
  private static func date(_ text: String) -> FactValue.Meaning? {
    if text.utf8.count >= 10, let day = Day(String(text.prefix(10))) {
      let rest = text.dropFirst(10).first
      return rest == nil || rest == "T" || rest == " " ? .day(day) : nil
    }
    if text.utf8.count == 7, let day = Day("\(text)-01") {
      return .month(year: day.year, month: day.month)
    }
    let words = text.split(separator: " ").drop { $0.hasSuffix(",") }.prefix(3).map(String.init)
    guard words.count == 3, let day = Int(words[0]), let month = months.firstIndex(of: words[1]),
      words[2].utf8.count == 4
    else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return Day("\(words[2])-\(padded(month + 1))-\(padded(day))").map { .day($0) }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

/// A day of the Gregorian calendar.
public struct Day: Sendable, Hashable {
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// Reads `2024-05-31` (ISO 8601); nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0,
      (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The form that ``init(_:)`` reads.
  var text: String {
    func digits(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  fileprivate static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
