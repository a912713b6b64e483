public import System

/// Signs the ids that browsers keep, so that nobody makes one up, not even of a file's name.
public struct VisitorKey: Sendable {
  let signing: SigningKey
  /// Whether ids count that this key has not signed, as browsers have them where lists are older than the key: from
  /// a version that did not sign, or by a key that was lost. They are signed with the visitor's next change.
  let takesUnsigned: Bool

  public init(_ signing: SigningKey = SigningKey(), takesUnsigned: Bool = false) {
    self.signing = signing
    self.takesUnsigned = takesUnsigned
  }

  /// What follows the key's bytes where lists are older than the key.
  private static let unsignedMark = UInt8(ascii: "u")

  /// Reads ``bytes``; nil for anything else.
  public init?(bytes: [UInt8]) {
    let mark = bytes.dropFirst(SigningKey.size)
    guard mark.isEmpty || mark == [Self.unsignedMark],
      let signing = SigningKey(Array(bytes.prefix(SigningKey.size)))
    else { return nil }
    self.init(signing, takesUnsigned: !mark.isEmpty)
  }

  /// The key as it is kept: a secret.
  public var bytes: [UInt8] { signing.bytes + (takesUnsigned ? [Self.unsignedMark] : []) }

  /// The id's digits and their signature: a secret, for the cookie.
  public func text(of visitor: VisitorID) -> String {
    var digits = visitor.digits
    return digits + digits.withUTF8 { signing.signature(of: $0) }
  }

  /// Reads what ``text(of:)`` wrote; nil for anything that this key has not signed, unless it takes that.
  public func visitor(_ text: UnsafeBufferPointer<UInt8>) -> VisitorID? {
    let digits = UnsafeBufferPointer(rebasing: text.prefix(VisitorID.length))
    let signature = UnsafeBufferPointer(rebasing: text.dropFirst(VisitorID.length))
    guard signature.isEmpty || signature.count == SigningKey.digits, let visitor = VisitorID(digits: digits),
      takesUnsigned || signing.isSignature(signature, of: digits)
    else { return nil }
    return visitor
  }
}
