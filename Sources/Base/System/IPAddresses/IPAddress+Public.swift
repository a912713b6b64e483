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
