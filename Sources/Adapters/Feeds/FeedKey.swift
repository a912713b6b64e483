/// The key to an API. It never shows itself, neither in a text nor in a dump.
public struct FeedKey: Sendable, CustomStringConvertible, CustomReflectable {
  /// The key in clear; for the request and nothing else.
  let secret: String

  /// Takes the white space off both ends; nil for what is then no key: 8 to 4096 visible ASCII characters.
  public init?(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    bytes = bytes.drop { $0 <= 0x20 }
    guard (8...4096).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    secret = String(decoding: bytes, as: UTF8.self)
  }

  public var description: String { "(a key)" }
  public var customMirror: Mirror { Mirror(self, children: []) }

  func isHeld(by bytes: [UInt8]) -> Bool { String(decoding: bytes, as: UTF8.self).contains(secret) }

  /// A text of the service, which may have read the key back, without it.
  func taken(outOf text: String) -> String { text.replacing(secret, with: "…") }
}
