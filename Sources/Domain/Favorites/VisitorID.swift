/// Identifies a visitor with favorites: 128 random bits that only the one browser knows.
///
/// Whoever knows it controls the list, so its description has only the first digits and is safe to log.
public struct VisitorID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64
  /// The version of the list that the browser has seen last; 0 if it does not say. No part of the identity.
  public var seen = 0

  public static func == (first: VisitorID, second: VisitorID) -> Bool {
    first.high == second.high && first.low == second.low
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  /// Stands for whoever sends an id that nobody can check yet: its list is out of reach, and nobody else's is read.
  public static let unchecked = VisitorID(high: 0, low: 0)

  /// Digits of an id.
  static let length = 32

  /// A new one, from the kernel's random bits.
  public static func random() -> VisitorID {
    var generator = SystemRandomNumberGenerator()
    return VisitorID(high: generator.next(), low: generator.next())
  }

  /// Reads exactly 32 lower-case hexadecimal digits; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var text = String(text)
    guard let id = text.withUTF8({ VisitorID(digits: $0) }) else { return nil }
    self = id
  }

  /// Reads the same in place.
  public init?(digits text: UnsafeBufferPointer<UInt8>) {
    guard text.count == Self.length else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    for byte in text {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      default: return nil
      }
      words.0 = words.0 << 4 | words.1 >> 60
      words.1 = words.1 << 4 | UInt64(digit)
    }
    self.init(high: words.0, low: words.1)
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// All 32 lower-case hexadecimal digits: a secret, for the cookie and the file's name.
  public var digits: String { Self.digits(of: high) + Self.digits(of: low) }

  public var description: String { "\(digits.prefix(8))…" }

  private static func digits(of word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
