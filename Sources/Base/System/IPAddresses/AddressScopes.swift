extension IPAddress {
  /// Whether it is for hosts of the open internet: not loopback, private, link-local, shared, unique local, multicast,
  /// unspecified, reserved, or for documentation and benchmarks.
  ///
  /// An IPv6 address that embeds an IPv4 address counts as that one.
  public var isPublic: Bool {
    if isIPv4 { return !Self.specialIPv4.contains { $0.contains(self) } }
    if Self.translated.contains(where: { $0.contains(self) }) { return embeddedIPv4?.isPublic ?? false }
    return Self.globalUnicast.contains { $0.contains(self) }
      && !Self.specialIPv6.contains { $0.contains(self) }
  }

  // IANA's registries of special-purpose addresses.
  private static let specialIPv4 = ranges(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
    "203.0.113.0/24", "224.0.0.0/3")
  /// The only IPv6 range that is assigned to hosts of the internet.
  private static let globalUnicast = ranges("2000::/3")
  /// Special ranges inside it; the first contains Teredo, ORCHID and the benchmark range.
  private static let specialIPv6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20")
  /// Ranges whose embedded IPv4 address counts: the internet's NAT64, and 6to4.
  private static let translated = ranges("64:ff9b::/96", "2002::/16")

  /// Whether it is on this machine or its networks: loopback, private, unique local and link-local addresses.
  public var isLocal: Bool { Self.local.contains { $0.contains(self) } }

  private static let local = ranges(
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1", "fc00::/7",
    "fe80::/10")

  /// Whether it is valid only on the directly connected network: 169.254.0.0/16 and fe80::/10, also embedded in an
  /// IPv6 address.
  public var isLinkLocal: Bool {
    let address = embeddedIPv4 ?? self
    return Self.linkLocal.contains { $0.contains(address) }
  }

  /// Whether a cloud serves credentials of this machine there: AWS and most others, Google, Alibaba, Azure, Oracle.
  public var isMetadataService: Bool {
    let address = embeddedIPv4 ?? self
    return Self.metadataServices.contains { $0.contains(address) }
  }

  /// The IPv4 address inside an IPv6 address of a translator or tunnel: NAT64, 6to4, IPv4-compatible.
  var embeddedIPv4: IPAddress? {
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
  /// Ranges with the IPv4 address in the last 32 bits.
  private static let lastBits = ranges("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")
  private static let sixToFour = ranges("2002::/16")
  private static let localNAT64 = ranges("64:ff9b:1::/48")

  static func ranges(_ texts: String...) -> [AddressRange] { texts.compactMap { AddressRange($0) } }

  /// The network that limits per client apply to, as its first address: a device can use any address of its /64, and
  /// a provider's customer several of an IPv4 /24. A non-public IPv4 address counts as one device.
  public var network: IPAddress {
    guard isIPv4 else { return IPAddress(high: high, low: 0) }
    return isPublic ? IPAddress(high: high, low: low & ~0xFF) : self
  }

  /// The network, or the /48 that it is a part of: a customer's line may have thousands of IPv6 networks.
  public var site: IPAddress { isIPv4 ? network : IPAddress(high: high & ~0xFFFF, low: 0) }

  /// Whether it is `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool {
    isIPv4 ? low >> 24 & 0xFF == 127 : (high, low) == (0, 1)
  }
}
