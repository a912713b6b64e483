extension IPAddress {
  /// Whether it belongs to the one network that this machine is plugged into: 169.254.0.0/16 and fe80::/10, also
  /// where an IPv6 address carries such an IPv4 address.
  public var isLinkLocal: Bool {
    let address = carriedIPv4 ?? self
    return Self.linkLocal.contains { $0.contains(address) }
  }

  /// Whether a cloud hands out credentials of this machine there: AWS and most others, Google, Alibaba, Azure, Oracle.
  public var isMetadataService: Bool {
    let address = carriedIPv4 ?? self
    return Self.metadataServices.contains { $0.contains(address) }
  }

  /// The IPv4 address that a translator or a tunnel takes out of an IPv6 address: NAT64, 6to4, IPv4-compatible.
  ///
  /// A mapped one is IPv4 already; nil for any other.
  var carriedIPv4: IPAddress? {
    if isIPv4 { return nil }
    if Self.lastBits.contains(where: { $0.contains(self) }), low > 1 || high != 0 {
      return IPAddress(ipv4: UInt32(truncatingIfNeeded: low))
    }
    if Self.sixToFour.contains(where: { $0.contains(self) }) {
      return IPAddress(ipv4: UInt32(truncatingIfNeeded: high >> 16))
    }
    // RFC 6052: a /48 has the address on both sides of bits 64 to 71.
    if Self.localNAT64.contains(where: { $0.contains(self) }) {
      return IPAddress(ipv4: UInt32(truncatingIfNeeded: (high & 0xFFFF) << 16 | (low >> 40) & 0xFFFF))
    }
    return nil
  }

  private static let linkLocal = ranges("169.254.0.0/16", "fe80::/10")
  private static let metadataServices = ranges(
    "169.254.169.254", "169.254.170.2", "169.254.170.23", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254",
    "100.100.100.200", "168.63.129.16", "192.0.0.192")
  /// Ranges whose addresses carry it in their last 32 bits.
  private static let lastBits = ranges("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")
  private static let sixToFour = ranges("2002::/16")
  private static let localNAT64 = ranges("64:ff9b:1::/48")

  static func ranges(_ texts: String...) -> [AddressRange] { texts.compactMap { AddressRange($0) } }
}
