import Search
import System

/// The order of day, month and year in dates of numbers.
public enum DateOrder: String, Sendable, Hashable, CaseIterable {
  case dayFirst = "DMY"
  case monthFirst = "MDY"
  case yearFirst = "YMD"
}

/// A date, before it is known in which order its writer puts numbers.
struct DateText {
  enum Date {
    /// Three numbers, of which only two orders can be meant.
    case numbers(Int, Int, Int)
    case day(Day)
    case month(year: Int, month: Int)
    /// A day of each year.
    case annual(month: Int, day: Int)
  }

  let date: Date
  /// Seconds since midnight; nil without a time.
  let second: Int?
  /// Seconds east of UTC; nil for a time without a zone.
  let offset: Int?
  /// The name of its own zone.
  let zone: String?

  /// - Parameter last: the last year that two digits can be: 2069, as POSIX has it, or that of a list of births.
  init?(_ value: ValueParts, last: Int = 2_069) {
    var parts = value.parts[...]
    // `Fri, 31 May 2024`.
    if let word = parts.first?.word, MonthNames.number(of: word) == nil {
      parts = parts.dropFirst()
      if parts.first?.isSign(".") == true { parts = parts.dropFirst() }
      if parts.first?.isSign(",") == true { parts = parts.dropFirst() }
      guard parts.first?.isSpace == true else { return nil }
      parts = parts.dropFirst()
    }
    guard let (date, rest) = Self.date(parts, last), let second = Self.second(rest) else { return nil }
    (self.date, self.second) = (date, second < 0 ? nil : second)
    (offset, zone) = (second < 0 ? nil : Self.offset(rest), value.zone)
  }

  /// The day in an order; nil if there is none.
  func day(_ order: DateOrder) -> Day? {
    switch date {
    case .day(let day): return day
    case .month, .annual: return nil
    case .numbers(let first, let second, let year):
      return order == .monthFirst
        ? Day(year: year, month: first, day: second) : Day(year: year, month: second, day: first)
    }
  }

  // MARK: Date

  /// - Parameter last: the last year that two digits can be.
  private static func date(
    _ parts: ArraySlice<ValueParts.Part>, _ last: Int
  ) -> (Date, ArraySlice<ValueParts.Part>)? {
    numbers(parts, last) ?? words(parts, last) ?? annual(parts).map { ($0, []) }
  }

  /// `2024-05-31`, `31.5.24`, `5/31/2024`, `20240531`, `2024-05` or `5/2024`.
  private static func numbers(
    _ parts: ArraySlice<ValueParts.Part>, _ last: Int
  ) -> (Date, ArraySlice<ValueParts.Part>)? {
    guard let first = parts.first, let one = first.number, let digits = first.digits else { return nil }
    var rest = parts.dropFirst()
    if digits.utf8.count == 8, let day = Day(year: one / 10_000, month: one / 100 % 100, day: one % 100),
      (1_500..<2_200).contains(day.year)
    {
      return (.day(day), rest)
    }
    guard digits.utf8.count <= 4, case .sign(let sign)? = rest.first, [".", "-", "/"].contains(sign) else {
      return nil
    }
    func next() -> (Int, Int)? {
      guard rest.first?.isSign(sign) == true else { return nil }
      var behind = rest.dropFirst()
      if behind.first?.isSpace == true, sign == "." { behind = behind.dropFirst() }
      guard let part = behind.first, let number = part.number, let digits = part.digits else { return nil }
      rest = behind.dropFirst()
      return (number, digits.utf8.count)
    }
    guard let (two, count) = next(), count <= 4 else { return nil }
    guard let (three, length) = next() else {
      // A point would make it a number.
      guard sign != "." else { return nil }
      let (year, month) = digits.utf8.count == 4 ? (one, two) : (two, one)
      guard max(digits.utf8.count, count) == 4, min(digits.utf8.count, count) <= 2,
        (1_000..<3_000).contains(year), (1...12).contains(month)
      else { return nil }
      return (.month(year: year, month: month), rest)
    }
    if digits.utf8.count == 4 {
      return Day(year: one, month: two, day: three).map { (.day($0), rest) }
    }
    guard length == 4 || length == 2, digits.utf8.count <= 2, count <= 2,
      let year = Self.year(three, digits: length, last)
    else { return nil }
    return (.numbers(one, two, year), rest)
  }

  /// `--0612` or `--06-12` (ISO 8601), as birthdays without a year are written.
  private static func annual(_ parts: ArraySlice<ValueParts.Part>) -> Date? {
    guard parts.prefix(2).count(where: { $0.isSign("-") }) == 2 else { return nil }
    let digits = parts.compactMap(\.digits).joined()
    guard digits.utf8.count == 4, parts.dropFirst(2).allSatisfy({ $0.digits != nil || $0.isSign("-") }),
      let number = digits.number(in: 0...9_999),
      let day = Day(year: 2_000, month: number / 100, day: number % 100)
    else { return nil }
    return .annual(month: day.month, day: day.day)
  }

  /// `31 May 2024`, `May 31st, 2024`, `31. Mai 2024`, `31 de mayo de 2024`, `31-May-24` or `May 2024`.
  private static func words(
    _ parts: ArraySlice<ValueParts.Part>, _ last: Int
  ) -> (Date, ArraySlice<ValueParts.Part>)? {
    var (day, month, year): (Int?, Int?, Int?)
    var rest = parts
    while let part = rest.first, year == nil {
      switch part {
      case .space: break
      case .sign(let sign): guard [".", ",", "-", "/"].contains(sign) else { return nil }
      case .word(let word):
        if let number = month == nil ? MonthNames.number(of: word) : nil {
          month = number
        } else if !fillers.contains(word.lowercased()) {
          return nil
        }
      case .digits(let number, let digits):
        if digits.utf8.count == 4, month != nil {
          year = number
        } else if day == nil, digits.utf8.count <= 2, (1...31).contains(number) {
          day = number
        } else if month != nil, digits.utf8.count == 2 {
          year = Self.year(number, digits: 2, last)
        } else {
          return nil
        }
      }
      rest = rest.dropFirst()
    }
    guard let month, let year else { return nil }
    guard let day else { return (.month(year: year, month: month), rest) }
    return Day(year: year, month: month, day: day).map { (.day($0), rest) }
  }

  /// Words within a date.
  private static let fillers: Set<String> = [
    "of", "the", "de", "del", "le", "st", "nd", "rd", "th", "er", "den", "t",
  ]

  /// - Returns: for two digits the last such year.
  private static func year(_ number: Int, digits: Int, _ last: Int) -> Int? {
    if digits == 2 { return last - (last - number) % 100 }
    return (1_000..<3_000).contains(number) ? number : nil
  }
}

extension FormSurvey {
  /// Whether a text is what programs write for a date that is not known.
  public static func isNoDate(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "0")
      && ["0000-00-00", "0001-01-01", "0101-01-01"].contains { date in
        text == date || text.hasPrefix("\(date)T") || text.hasPrefix("\(date) ")
      }
  }

  /// Whether a text is a date, an amount or a number with decimals rather than the name of a column.
  public static func isMeasured(_ text: String) -> Bool {
    if isDate(text) { return true }
    guard let number = ValueParts(text).flatMap(NumberText.init) else { return false }
    return number.sign != .none || number.plainDigits.map { $0.utf8.count > 2 && $0.utf8.count != 4 } ?? false
  }

  /// Whether a text alone is a date, in any order of its numbers.
  public static func isDate(_ text: String) -> Bool {
    guard let value = ValueParts(text), let date = DateText(value) else { return false }
    switch date.date {
    case .month, .annual: return true
    case .day, .numbers: return date.day(.dayFirst) != nil || date.day(.monthFirst) != nil
    }
  }
}

/// The names of months in English, German, French, Spanish and Arabic, and their beginnings.
private enum MonthNames {
  /// 1 to 12; nil for a word that begins no month, or several.
  static func number(of word: Substring) -> Int? {
    guard word.utf8.count <= 24 else { return nil }
    let folded = String(decoding: Folding.fold(String(word)), as: UTF8.self)
    guard folded.utf8.count >= 3 else { return nil }
    let found = Set(
      names.indices.filter { names[$0].contains { $0 == folded || $0.hasPrefix(folded) } })
    return found.count == 1 ? found.first.map { $0 + 1 } : nil
  }

  /// As ``Folding`` writes them.
  private static let names = (1...12).map { month in
    FormWords.all["month \(month)"].map { String(decoding: Folding.fold($0), as: UTF8.self) }
  }
}
