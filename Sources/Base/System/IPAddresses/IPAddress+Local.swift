extension IPAddress {
  /// Whether it can only be that of this machine or of one in the same networks: loopback, private, unique local
  /// and link-local addresses.
  public var isLocal: Bool { Self.local.contains { $0.contains(self) } }

  private static let local = [
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1", "fc00::/7",
    "fe80::/10",
  ].compactMap { AddressRange($0) }
}
