import Glibc

/// An IPv4 or IPv6 address, and whether it belongs to the open internet.
package struct NetworkAddress: Sendable, Hashable {
  /// Four or sixteen bytes in network order.
  package let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the usual notation: `192.0.2.1`, `2001:db8::1`.
  package init?(_ text: String) {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, text, &six) == 1 {
      bytes = withUnsafeBytes(of: six) { Array($0) }
    } else {
      return nil
    }
  }

  /// The address in a `sockaddr` of the given length; nil for families other than IPv4 and IPv6.
  init?(family: Int32, socketAddress: UnsafeRawBufferPointer) {
    let (offset, count) =
      switch family {
      case AF_INET: (MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), 4)
      case AF_INET6: (MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), 16)
      default: (nil, 0)
      }
    guard let offset, offset + count <= socketAddress.count else { return nil }
    bytes = Array(socketAddress[offset..<(offset + count)])
  }

  /// False for every range that is not for hosts of the open internet: loopback, private, link-local,
  /// shared, unique local, multicast, unspecified, reserved, documentation and benchmark addresses.
  ///
  /// An IPv6 address that carries an IPv4 address inside counts as that one.
  package var isPublic: Bool {
    if bytes.count == 4 { return !Self.specialIPv4.contains { $0.contains(self) } }
    if Self.mapped.contains(self) || Self.nat64.contains(self) {
      return NetworkAddress(bytes: Array(bytes[12...])).isPublic
    }
    if Self.sixToFour.contains(self) { return NetworkAddress(bytes: Array(bytes[2..<6])).isPublic }
    return Self.globalUnicast.contains(self) && !Self.specialIPv6.contains { $0.contains(self) }
  }

  // IANA's registries of special-purpose addresses.
  private static let specialIPv4 = [
    Block("0.0.0.0", 8), Block("10.0.0.0", 8), Block("100.64.0.0", 10), Block("127.0.0.0", 8),
    Block("169.254.0.0", 16), Block("172.16.0.0", 12), Block("192.0.0.0", 24), Block("192.0.2.0", 24),
    Block("192.88.99.0", 24), Block("192.168.0.0", 16), Block("198.18.0.0", 15),
    Block("198.51.100.0", 24), Block("203.0.113.0", 24), Block("224.0.0.0", 3),
  ]
  /// The only IPv6 range given out to hosts of the internet.
  private static let globalUnicast = Block("2000::", 3)
  /// What is special inside of it; the first block holds Teredo, ORCHID and the benchmark range.
  private static let specialIPv6 = [Block("2001::", 23), Block("2001:db8::", 32), Block("3fff::", 20)]
  private static let mapped = Block("::ffff:0:0", 96)
  private static let nat64 = Block("64:ff9b::", 96)
  private static let sixToFour = Block("2002::", 16)

  private struct Block: Sendable {
    let prefix: [UInt8]
    let length: Int

    init(_ prefix: String, _ length: Int) {
      self.prefix = NetworkAddress(prefix)?.bytes ?? []
      self.length = length
    }

    func contains(_ address: NetworkAddress) -> Bool {
      guard address.bytes.count == prefix.count else { return false }
      let whole = length / 8
      guard address.bytes.prefix(whole) == prefix.prefix(whole) else { return false }
      let rest = length % 8
      return rest == 0 || (address.bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0
    }
  }
}
