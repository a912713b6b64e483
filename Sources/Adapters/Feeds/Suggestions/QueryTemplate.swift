import Fetching

/// An address with `{query}` as the placeholder of a text.
struct QueryTemplate: Sendable, Hashable {
  private let parts: [String]
  /// Scheme, host and port, the last if it is not the scheme's own.
  let origin: String

  /// Nil if it is not such an address, or if the text could choose the host.
  init?(_ text: String) {
    let parts = Self.split(text)
    guard parts.count > 1, let one = WebAddress(parts.joined(separator: "a")),
      let other = WebAddress(parts.joined(separator: "b")), one.host == other.host, one.port == other.port
    else { return nil }
    self.parts = parts
    let standard = one.isSecure ? 443 : 80
    origin = "\(one.isSecure ? "https" : "http")://\(one.host)\(one.port == standard ? "" : ":\(one.port)")"
  }

  /// - Parameter query: any text; it is percent-encoded, its spaces as `%20`.
  func address(for query: String) -> String {
    parts.joined(separator: Self.encoded(query))
  }

  private static func split(_ text: String) -> [String] {
    text.split(separator: "{query}", omittingEmptySubsequences: false).map(String.init)
  }

  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        bytes += (digits.count == 1 ? "%0\(digits)" : "%\(digits)").utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
