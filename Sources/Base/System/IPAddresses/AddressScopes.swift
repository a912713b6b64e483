extension IPAddress {
  /// False for every range that is not for hosts of the open internet: loopback, private, link-local,
  /// shared, unique local, multicast, unspecified, reserved, documentation and benchmark addresses.
  ///
  /// An IPv6 address that carries an IPv4 address inside counts as that one.
  public var isPublic: Bool {
    if isIPv4 { return !Self.specialIPv4.contains { $0.contains(self) } }
    if Self.translated.contains(where: { $0.contains(self) }) { return carriedIPv4?.isPublic ?? false }
    return Self.globalUnicast.contains { $0.contains(self) }
      && !Self.specialIPv6.contains { $0.contains(self) }
  }

  // IANA's registries of special-purpose addresses.
  private static let specialIPv4 = ranges(
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24",
    "203.0.113.0/24", "224.0.0.0/3")
  /// The only IPv6 range given out to hosts of the internet.
  private static let globalUnicast = ranges("2000::/3")
  /// What is special inside it; the first range holds Teredo, ORCHID and the benchmark range.
  private static let specialIPv6 = ranges("2001::/23", "2001:db8::/32", "3fff::/20")
  /// Ranges that are judged by the IPv4 address within: the internet's NAT64, and 6to4.
  private static let translated = ranges("64:ff9b::/96", "2002::/16")
}

extension IPAddress {
  /// Whether it can only be that of this machine or of one in the same networks: loopback, private, unique local
  /// and link-local addresses.
  public var isLocal: Bool { Self.local.contains { $0.contains(self) } }

  private static let local = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1", "fc00::/7",
    "fe80::/10",
  ].compactMap { AddressRange($0) }
}

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

extension IPAddress {
  /// The network that a client's bounds are counted for, as its first address: one device may take any address
  /// of its own /64, and one customer of a provider several of an IPv4 /24. IPv4 addresses that are not public,
  /// such as those of a house, stand for one device each.
  public var network: IPAddress {
    guard isIPv4 else { return IPAddress(high: high, low: 0) }
    return isPublic ? IPAddress(high: high, low: low & ~0xFF) : self
  }

  /// Whether it is this machine's own, `127.0.0.0/8` or `::1`.
  public var isLoopback: Bool {
    isIPv4 ? low >> 24 & 0xFF == 127 : (high, low) == (0, 1)
  }
}
