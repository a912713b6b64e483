import Glibc
import System

/// A starred entry, with its title at that time, so that it can be shown after the feed has lost the entry.
public struct Favorite: Hashable, Sendable {
  /// The entry's id.
  public let id: String
  /// One line of at most ``titleLimit`` bytes.
  public let title: String
  /// Seconds since 1970, UTC.
  public let addedAt: Int

  /// Characters of a title that are kept: they are shown once the feed has removed the entry.
  public static let titleLength = 100
  /// Bytes.
  static let idLimit = 200
  /// Bytes.
  static let titleLimit = 300

  /// Nil if an entry cannot have the id. The title is cut and freed of control characters; a time outside
  /// the years 1970 to 9999 becomes the nearest within.
  public init?(id: String, title: String, addedAt: Int) {
    guard Self.isID(id) else { return nil }
    self.id = id
    let line = Self.line(title)
    self.title = line.isEmpty ? id : line
    self.addedAt = min(max(addedAt, UTCTime.range.lowerBound), UTCTime.range.upperBound)
  }

  /// Whether a text has the shape of an entry's id: ASCII lower-case letters, digits and hyphens.
  public static func isID(_ text: some StringProtocol) -> Bool {
    (1...idLimit).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private static func line(_ title: String) -> String {
    var line = ""
    var size = 0
    for scalar in title.unicodeScalars {
      let isControl = scalar.value < 0x20 || scalar.value == 0x7F
      let printable = isControl ? " " : scalar
      size += printable.utf8.count
      guard size <= titleLimit else { break }
      line.unicodeScalars.append(printable)
    }
    return line
  }
}

/// A change that a visitor makes to a list.
public enum FavoriteChange: Hashable, Sendable {
  /// Adds an entry; a favorite keeps its time and position.
  case add(Favorite)
  /// Removes the entry with this id.
  case remove(String)
  /// Adds the entry, or removes it if it is a favorite.
  case toggle(Favorite)
  /// Adds these in their order; favorites keep their times and positions.
  case merge(FavoriteList)
  case removeAll
  /// Gives entries other ids, by the ids that they have.
  case rename([String: String])
  /// Several in their order: all of them, or none after an error.
  case all([FavoriteChange])
}

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
      .compactMap { String(decoding: $0, as: UTF8.self).number(in: 0...Int32(9_999)) }
    guard text.utf8.count == 20, numbers.count == 6 else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let seconds = timegm(&parts)
    return range.contains(seconds) && self.text(seconds) == text ? seconds : nil
  }
}
