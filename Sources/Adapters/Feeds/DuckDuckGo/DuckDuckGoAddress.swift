import Fetching

/// An entry's `FirstURL`: its target, and what it says about the identity of the entry.
struct DuckDuckGoAddress {
  let link: String
  /// The same for http and https.
  let identity: String
  /// The last path part as text; with what stands before it where there is more (`d/Big_Apple` is
  /// another page than `Big_Apple`), and with the query where there is one.
  let key: String

  private static let lengthLimit = 2048

  /// Nil for what is not an http or https address, or names no page.
  init?(_ reference: String) {
    guard let address = Self.resolve(reference) else { return nil }
    link = address.text
    identity = String(address.text.dropFirst(address.isSecure ? 8 : 7))
    let path = address.path.split(separator: "/").joined(separator: "/")
    let page = path + (address.query.map { "?\($0)" } ?? "")
    guard !page.isEmpty else { return nil }
    key = Self.decoded(page)
  }

  /// The address of a picture; empty and unusable ones are none.
  static func picture(_ reference: String) -> String? {
    reference.isEmpty ? nil : resolve(reference)?.text
  }

  /// Relative references belong to the search page, not to the interface that sent them.
  private static func resolve(_ reference: String) -> WebAddress? {
    guard reference.utf8.count <= lengthLimit, let base = WebAddress("https://duckduckgo.com/") else {
      return nil
    }
    return WebAddress(reference, relativeTo: base)
  }

  /// Removes the percent-encoding, unless the result would not be text.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        bytes.append(byte)
        continue
      }
      let value = UInt8(digits[0] << 4 | digits[1])
      guard value >= 0x20, value != 0x7F else { return text }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
