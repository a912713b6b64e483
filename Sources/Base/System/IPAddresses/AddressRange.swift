/// The addresses that begin alike: `10.0.0.0/8`, `fd00::/8`, or a single one.
public struct AddressRange: Sendable, Hashable {
  private let first: IPAddress
  /// Bits of an IPv6 address that are alike.
  private let bits: Int

  /// Nil for another notation, and where bits are set behind those that count: that is a slip of the hand.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parts[0]), !parts[0].contains("%") else { return nil }
    let most = address.isIPv4 && !parts[0].contains(":") ? 32 : 128
    var count = most
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]),
        number <= most
      else { return nil }
      count = number
    }
    first = address
    bits = count + 128 - most
    guard address.high & ~Self.mask(bits) == 0, address.low & ~Self.mask(bits - 64) == 0 else { return nil }
  }

  public func contains(_ address: IPAddress) -> Bool {
    (address.high ^ first.high) & Self.mask(bits) == 0
      && (address.low ^ first.low) & Self.mask(bits - 64) == 0
  }

  private static func mask(_ bits: Int) -> UInt64 {
    bits <= 0 ? 0 : bits >= 64 ? .max : ~(.max >> UInt64(bits))
  }
}
