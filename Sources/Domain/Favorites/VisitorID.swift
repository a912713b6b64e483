public import System

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

  /// Stands for every id that cannot be checked yet; it gives access to no list.
  public static let unchecked = VisitorID(high: 0, low: 0)

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

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// All 32 lower-case hexadecimal digits: a secret, for the cookie and the file's name.
  public var digits: String { high.hexDigits + low.hexDigits }

  public var description: String { "\(digits.prefix(8))…" }
}

/// Signs the ids that browsers keep, so that they cannot be forged.
public struct VisitorKey: Sendable {
  let signing: SigningKey
  /// Whether unsigned ids are valid too: lists may be older than the key, because an old version did not sign or
  /// the key was lost. They are signed with the visitor's next change.
  let acceptsUnsigned: Bool

  public init(_ signing: SigningKey = SigningKey(), acceptsUnsigned: Bool = false) {
    self.signing = signing
    self.acceptsUnsigned = acceptsUnsigned
  }

  /// Follows the key's bytes if unsigned ids are valid too.
  private static let unsignedMark = UInt8(ascii: "u")

  /// Reads ``bytes``; nil for anything else.
  public init?(bytes: [UInt8]) {
    let mark = bytes.dropFirst(SigningKey.size)
    guard mark.isEmpty || mark == [Self.unsignedMark],
      let signing = SigningKey(Array(bytes.prefix(SigningKey.size)))
    else { return nil }
    self.init(signing, acceptsUnsigned: !mark.isEmpty)
  }

  /// The stored form: a secret.
  public var bytes: [UInt8] { signing.bytes + (acceptsUnsigned ? [Self.unsignedMark] : []) }

  /// The id's digits and their signature: a secret, for the cookie.
  public func text(of visitor: VisitorID) -> String {
    var digits = visitor.digits
    return digits + digits.withUTF8 { signing.signature(of: $0) }
  }

  /// Reads ``text(of:)``; nil unless this key has signed it, or accepts unsigned ids.
  public func visitor(_ text: UnsafeBufferPointer<UInt8>) -> VisitorID? {
    let digits = UnsafeBufferPointer(rebasing: text.prefix(VisitorID.length))
    let signature = UnsafeBufferPointer(rebasing: text.dropFirst(VisitorID.length))
    guard signature.isEmpty || signature.count == SigningKey.digits, let visitor = VisitorID(digits: digits),
      acceptsUnsigned || signing.isSignature(signature, of: digits)
    else { return nil }
    return visitor
  }
}
