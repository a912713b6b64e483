/// One value of a fact: its text and its meaning.
public struct FactValue: Sendable, Hashable {
  /// The meaning that a page writes in its reader's language.
  public enum Meaning: Sendable, Hashable {
    case text
    case truth(Bool)
    case number(Double)
    case amount(Amount)
    /// A duration, a fraction or a span of years, which is shown as it is written.
    case written(key: Double)
    case year(Int)
    /// 1 to 12.
    case month(year: Int, month: Int)
    case day(Day)
    /// A day of each year, such as a birthday.
    case annual(month: Int, day: Int)
    /// A day and seconds since its midnight.
    case moment(Day, Int, Clock?)
    /// Nil for a rule that has no words.
    case repeated(RepeatRule?)
    /// Numbers from the first on, below the second; nil for no bound.
    case range(Double?, Double?)
    case years(ClosedRange<Int>)
  }

  /// The time zone of a moment.
  public struct Clock: Sendable, Hashable {
    /// Nil for the machine's zone.
    public let zone: String?
    let key: Double
  }

  /// A number with the signs of its unit.
  public struct Amount: Sendable, Hashable {
    public let number: Double
    /// Digits after the decimal sign.
    public let decimals: Int
    /// The unit, before or after the number, with the space between.
    public let before: String
    public let after: String
  }

  /// As in the source; `yes` or `no` for a truth.
  public let text: String
  public let meaning: Meaning

  public init(_ text: String, _ meaning: Meaning = .text) {
    (self.text, self.meaning) = (text, meaning)
  }

  /// The digits of a number as they are written, before and after the decimal sign; nil if it has an exponent.
  public var digits: (whole: String, decimals: String, isNegative: Bool)? {
    let number: Double
    switch meaning {
    case .number(let own): number = own
    case .amount(let amount): number = amount.number
    default: return nil
    }
    guard let text = ValueParts(text).flatMap(NumberText.init) else { return nil }
    return [false, true].lazy.compactMap { text.digits(decimalComma: $0, of: number) }.first
  }

  /// The sort key of a number or a time; nil for a text.
  var key: Double? {
    switch meaning {
    case .text, .truth, .repeated: nil
    case .number(let number): number
    case .amount(let amount): amount.number
    case .written(let key): key
    case .year(let year): Self.key(year)
    case .month(let year, let month): Self.key(year, month)
    case .day(let day): Self.key(day.year, day.month, day.day)
    case .annual(let month, let day): Self.key(0, month, day)
    case .moment(_, _, let clock?): clock.key
    case .moment(let day, let second, nil): Self.key(day.year, day.month, day.day) + Double(second)
    case .range(let start, _): start ?? -.infinity
    case .years(let years): Self.key(years.lowerBound)
    }
  }

  /// Seconds of a calendar whose months have 32 days; of a year alone those before its first month.
  static func key(_ year: Int, _ month: Int = 0, _ day: Int = 0) -> Double {
    Double(((year * 13 + month) * 32 + day) * secondsOfDay)
  }

  /// The year of a key.
  static func year(ofKey key: Double) -> Int { Int((key / Double(13 * 32 * secondsOfDay)).rounded(.down)) }

  private static let secondsOfDay = 86_400
}
