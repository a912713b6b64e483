import Catalogs
import System

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
    let shift = has1904 ? 24_107 : days < 60 ? 25_568 : 25_569
    guard let day = Day(sinceEpoch: days - shift)?.text else { return nil }
    text = seconds == 0 ? day : "\(day)T\(Self.clock(seconds, alwaysSeconds: true))"
  }

  /// In the machine's time zone; nil for a time before 1970 or after the year 9999.
  init?(secondsSince1970 moment: Int) {
    guard moment >= 0, moment < 253_402_200_000 else { return nil }
    let seconds = max(0, moment + CivilTime(moment).offset)
    guard let day = Day(sinceEpoch: seconds / 86_400)?.text else { return nil }
    text = "\(day)T\(Self.clock(seconds % 86_400, alwaysSeconds: true))"
  }

  /// The date, and the time if there is one, at the start of a text such as `20240531T120000` or `2024:05:31 12:00`;
  /// nil if it begins with none.
  static func text(ofDigits text: String) -> String? {
    var bytes = Array(text.utf8.prefix(19))
    for place in [4, 6, 8, 10, 12] where place < bytes.count && ":- T".utf8.contains(bytes[place]) {
      bytes.remove(at: place)
    }
    let digits = bytes.prefix(14).prefix { (0x30...0x39).contains($0) }
    guard digits.count >= 8 else { return nil }
    let parts = [0..<4, 4..<6, 6..<8, 8..<10, 10..<12, 12..<14].map { part in
      digits.count < part.upperBound ? "00" : String(decoding: digits[part], as: UTF8.self)
    }
    let day = parts[..<3].joined(separator: "-")
    return digits.count < 12 ? day : "\(day)T\(parts[3...].joined(separator: ":"))"
  }

  /// Hours, minutes, and seconds unless they are zero.
  static func time(_ number: Double) -> String {
    clock(Int(number) * 86_400 + seconds(number), alwaysSeconds: false)
  }

  static func clock(_ seconds: Int, alwaysSeconds: Bool) -> String {
    let text = "\((seconds / 3_600).digits(2)):\((seconds / 60 % 60).digits(2))"
    return seconds % 60 == 0 && !alwaysSeconds ? text : "\(text):\((seconds % 60).digits(2))"
  }

  private static func seconds(_ number: Double) -> Int {
    Int(((number - number.rounded(.down)) * 86_400).rounded())
  }
}
