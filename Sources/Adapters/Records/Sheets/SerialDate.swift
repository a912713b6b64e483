/// A day and a time by the number of days that a spreadsheet counts.
struct SerialDate {
  /// As in ISO 8601, with a time unless it is midnight.
  let text: String

  /// Nil for a day before the first or after the year 9999.
  init?(_ number: Double, has1904: Bool, hasTime: Bool) {
    guard number >= 0, number < 2_958_466 else { return nil }
    var days = Int(number)
    var seconds = hasTime ? Self.seconds(number) : 0
    if seconds == 86_400 { (days, seconds) = (days + 1, 0) }
    // From 1970 on; Excel has a 29 February 1900.
    let day = Self.day(days - (has1904 ? 24_107 : days < 60 ? 25_568 : 25_569))
    text = seconds == 0 ? day : "\(day)T\(Self.clock(seconds, alwaysSeconds: true))"
  }

  /// Nil for a time before 1970 or after the year 9999.
  init?(secondsSince1970 seconds: Int) {
    guard seconds >= 0, seconds < 253_402_300_800 else { return nil }
    text = "\(Self.day(seconds / 86_400))T\(Self.clock(seconds % 86_400, alwaysSeconds: true))"
  }

  /// Hours, minutes, and seconds unless they are zero.
  static func time(_ number: Double) -> String {
    clock(Int(number) * 86_400 + seconds(number), alwaysSeconds: false)
  }

  static func clock(_ seconds: Int, alwaysSeconds: Bool) -> String {
    let text = "\(padded(seconds / 3_600, 2)):\(padded(seconds / 60 % 60, 2))"
    return seconds % 60 == 0 && !alwaysSeconds ? text : "\(text):\(padded(seconds % 60, 2))"
  }

  private static func seconds(_ number: Double) -> Int {
    Int(((number - number.rounded(.down)) * 86_400).rounded())
  }

  /// The date of a day counted from 1970 on, by years that begin in March.
  private static func day(_ days: Int) -> String {
    let shifted = days + 719_468
    let (era, day) = (shifted / 146_097, shifted % 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    return
      "\(padded(year + era * 400 + (month > 9 ? 1 : 0), 4))-\(padded(month > 9 ? month - 9 : month + 3, 2))-\(padded(date, 2))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
