internal import Glibc

/// A range of IP addresses: `192.168.0.0/16`, `fd00::/8`, or one address alone.
public struct NetworkRange: Sendable, Hashable {
  /// As IPv6 has them; those of IPv4 are mapped into it (`::ffff:0:0/96`).
  private let high: UInt64
  private let low: UInt64
  /// Bits that all addresses of the range have in common, of 128.
  private let prefix: Int

  /// Nil for what is no address, or a prefix longer than one. Bits behind the prefix count for nothing.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = Self.words(of: parts[0]) else { return nil }
    let isIPv4 = !parts[0].contains(":")
    var prefix = 128
    if parts.count == 2 {
      let digits = parts[1]
      guard (1...3).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let length = Int(digits), length <= (isIPv4 ? 32 : 128)
      else { return nil }
      prefix = isIPv4 ? length + 96 : length
    }
    self.prefix = prefix
    high = address.high & Self.mask(prefix)
    low = address.low & Self.mask(prefix - 64)
  }

  /// Whether a numeric address lies in it; what is none lies nowhere. A zone (`%eth0`) counts for nothing.
  public func contains(_ address: String) -> Bool {
    guard let words = Self.words(of: address.prefix { $0 != "%" }) else { return false }
    return words.high & Self.mask(prefix) == high && words.low & Self.mask(prefix - 64) == low
  }

  /// The loopback of both kinds.
  public static let loopback = ["127.0.0.0/8", "::1"].compactMap { NetworkRange($0) }

  private static func mask(_ bits: Int) -> UInt64 {
    bits <= 0 ? 0 : bits >= 64 ? .max : ~(.max >> UInt64(bits))
  }

  private static func words(of text: Substring) -> (high: UInt64, low: UInt64)? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if text.contains(":") {
      guard inet_pton(AF_INET6, String(text), &bytes) == 1 else { return nil }
    } else {
      var four = [UInt8](repeating: 0, count: 4)
      guard inet_pton(AF_INET, String(text), &four) == 1 else { return nil }
      bytes.replaceSubrange(10..<16, with: [0xFF, 0xFF] + four)
    }
    let word = { (part: ArraySlice<UInt8>) in part.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return (word(bytes[..<8]), word(bytes[8...]))
  }
}
