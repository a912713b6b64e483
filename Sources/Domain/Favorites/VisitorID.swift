import System

/// Identifies a visitor with favorites: 128 random bits that only the visitor's browser knows.
///
/// Its digits give access to the list; its description has only the first of them and is safe to log.
public struct VisitorID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64
  /// The version of the list that the browser has seen last; 0 if unknown. Ignored by `==`.
  public var seen = 0

  public static func == (first: VisitorID, second: VisitorID) -> Bool {
    first.high == second.high && first.low == second.low
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }

  /// Digits of an id.
  static let length = 32

  /// A new id, from the kernel's random bits.
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

  /// Reads the id of a cookie, with or without its signature: 128 random bits cannot be guessed, so it is not checked.
  public init?(cookie text: UnsafeBufferPointer<UInt8>) {
    guard [Self.length, Self.length + SigningKey.digits].contains(text.count) else { return nil }
    self.init(digits: UnsafeBufferPointer(rebasing: text.prefix(Self.length)))
  }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// All 32 lower-case hexadecimal digits: a secret, for the cookie and the file's name.
  public var digits: String { high.hexDigits + low.hexDigits }

  public var description: String { "\(digits.prefix(8))…" }
}

/// Signs the ids that browsers keep. Only versions up to 0.14 check that, and may serve the same visitors.
public struct VisitorKey: Sendable {
  private let signing: SigningKey

  /// Bytes of the longest stored form.
  public static let sizeLimit = SigningKey.size + 1

  /// A new one.
  public init() { signing = SigningKey() }

  /// Reads ``bytes``, also with the mark that earlier versions set behind them; nil for anything else.
  public init?(bytes: [UInt8]) {
    let mark = bytes.dropFirst(SigningKey.size)
    guard mark.isEmpty || mark == [UInt8(ascii: "u")],
      let signing = SigningKey(Array(bytes.prefix(SigningKey.size)))
    else { return nil }
    self.signing = signing
  }

  /// The stored form: a secret.
  public var bytes: [UInt8] { signing.bytes }

  /// The id's digits and their signature: a secret, for the cookie.
  public func text(of visitor: VisitorID) -> String {
    var digits = visitor.digits
    return digits + digits.withUTF8 { signing.signature(of: $0) }
  }
}
