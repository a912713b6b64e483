import Glibc
import System

/// Whole seconds since 1970 as RFC 3339 text in UTC: `2026-11-20T19:45:10Z`.
enum UTCTime {
  /// The years 1970 to 9999.
  static let range = 0...253_402_300_799

  static func text(_ seconds: Int) -> String {
    "\(CivilTime(min(max(seconds, range.lowerBound), range.upperBound), inUTC: true).textWithoutZone)Z"
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
}
