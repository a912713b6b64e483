/// An entry that a visitor has starred, with its title at that time, so that it can be shown after the feed
/// has lost it.
public struct Favorite: Hashable, Sendable {
  /// The entry's.
  public let id: String
  /// One line of at most ``titleLimit`` bytes.
  public let title: String
  /// Seconds since 1970, UTC.
  public let addedAt: Int

  /// Bytes.
  static let idLimit = 200
  /// Bytes.
  static let titleLimit = 300

  /// Nil if `id` cannot be an entry's. The title is cut and freed of control characters; a time outside
  /// the years 1970 to 9999 becomes the nearest within.
  public init?(id: String, title: String, addedAt: Int) {
    guard Self.isID(id) else { return nil }
    self.id = id
    let line = Self.line(title)
    self.title = line.isEmpty ? id : line
    self.addedAt = min(max(addedAt, UTCTime.range.lowerBound), UTCTime.range.upperBound)
  }

  /// Whether a text has the shape of an entry's id: lower-case letters, digits and hyphens of ASCII.
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
      let kept = isControl ? " " : scalar
      size += kept.utf8.count
      guard size <= titleLimit else { break }
      line.unicodeScalars.append(kept)
    }
    return line
  }
}
