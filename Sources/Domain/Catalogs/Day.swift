/// A day of the Gregorian calendar.
public struct Day: Sendable, Hashable {
  public let year: Int
  /// 1 to 12.
  public let month: Int
  /// 1 to 31.
  public let day: Int

  /// Reads `2024-05-31` (ISO 8601); nil if that is not a day.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0,
      (1...12).contains(month), day >= 1, day <= Self.days(of: month, in: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
