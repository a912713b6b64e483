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
