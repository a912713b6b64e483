import System

/// A day of the Gregorian calendar.
public struct Day: Sendable, Hashable {
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// Nil if there is no such day; years are 1 to 9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(of: month, in: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads `2024-05-31` (ISO 8601); nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = parts[0].number(in: 1...9_999), let month = parts[1].number(in: 1...12),
      let day = parts[2].number(in: 1...31)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day of a number of days since 1 January 1970; nil outside of the years 1 to 9999.
  /// The algorithm is Howard Hinnant's `civil_from_days`.
  public init?(sinceEpoch days: Int) {
    guard (-719_162...2_932_896).contains(days) else { return nil }
    let shifted = days + 719_468
    let (era, rest) = (shifted / 146_097, shifted % 146_097)
    let year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    let ofYear = rest - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    self.init(
      year: year + era * 400 + (month < 10 ? 0 : 1), month: month < 10 ? month + 3 : month - 9,
      day: ofYear - (153 * month + 2) / 5 + 1)
  }

  /// The seconds since 1970 of all days, and of a day more on both sides.
  static let seconds = -719_163 * 86_400..<2_932_898 * 86_400

  /// The number of days since 1 January 1970, by the same author's `days_from_civil`.
  public var sinceEpoch: Int {
    let (year, month) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let ofEra = year % 400 * 365 + year % 400 / 4 - year % 400 / 100 + (153 * month + 2) / 5 + day - 1
    return year / 400 * 146_097 + ofEra - 719_468
  }

  /// The form that ``init(_:)`` reads.
  public var text: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
