import Glibc

/// Whole seconds since 1970 as RFC 3339 text in UTC: `2026-11-20T19:45:10Z`.
enum UTCTime {
  /// The years 1970 to 9999.
  static let range = 0...253_402_300_799

  static func text(_ seconds: Int) -> String {
    var seconds = min(max(seconds, range.lowerBound), range.upperBound)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined(separator: "-")
    let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
    return "\(date)T\(time)Z"
  }

  /// Nil for every text that ``text(_:)`` does not write.
  static func seconds(_ text: String) -> Int? {
    let numbers = text.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      .compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
    guard text.utf8.count == 20, numbers.count == 6 else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let seconds = timegm(&parts)
    return range.contains(seconds) && self.text(seconds) == text ? seconds : nil
  }

  private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
