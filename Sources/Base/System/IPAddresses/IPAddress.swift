public import Glibc

/// A numeric IP address; an IPv4 address that came through IPv6 is the same as the plain one.
public struct IPAddress: Sendable, Hashable {
  /// As IPv6, in network order; IPv4 addresses are mapped ones.
  let high: UInt64
  let low: UInt64

  /// Every address of a machine.
  public static let everyIPv4 = IPAddress(ipv4: 0)
  public static let everyIPv6 = IPAddress(high: 0, low: 0)
  /// The address of this machine for itself.
  public static let loopback = IPAddress(ipv4: 0x7F00_0001)

  public var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// Reads the usual notations, without brackets; ignores a zone. Nil for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 100 else { return nil }
    var v4 = in_addr()
    if inet_pton(AF_INET, String(text), &v4) == 1 {
      self.init(v4)
      return
    }
    var v6 = in6_addr()
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    guard inet_pton(AF_INET6, String(parts[0]), &v6) == 1 else { return nil }
    self.init(v6)
  }

  /// Nil for an address of any other family.
  public init?(_ address: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET: self.init(raw.loadUnaligned(as: sockaddr_in.self).sin_addr)
    case AF_INET6: self.init(raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: return nil
    }
  }

  init(ipv4 bits: UInt32) {
    self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(bits))
  }

  private init(_ address: in_addr) {
    self.init(ipv4: UInt32(bigEndian: address.s_addr))
  }

  private init(_ address: in6_addr) {
    let words = withUnsafeBytes(of: address) { $0.loadUnaligned(as: (UInt64, UInt64).self) }
    self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
  }

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Calls `body` with the address and a port as a socket address, and its length.
  ///
  /// - Parameter zone: the number of an interface, for link-local addresses.
  public func withSocketAddress<Result>(
    port: UInt16, zone: UInt32 = 0, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    func call<Address>(_ address: Address) -> Result {
      var address = address
      return withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<Address>.size))
        }
      }
    }
    if isIPv4 {
      return call(
        sockaddr_in(
          sin_family: sa_family_t(AF_INET), sin_port: port.bigEndian,
          sin_addr: in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian),
          sin_zero: (0, 0, 0, 0, 0, 0, 0, 0)))
    }
    var address = in6_addr()
    withUnsafeMutableBytes(of: &address) {
      $0.storeBytes(of: (high.bigEndian, low.bigEndian), as: (UInt64, UInt64).self)
    }
    return call(
      sockaddr_in6(
        sin6_family: sa_family_t(AF_INET6), sin6_port: port.bigEndian, sin6_flowinfo: 0, sin6_addr: address,
        sin6_scope_id: zone))
  }
}

extension IPAddress: CustomStringConvertible {
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if isIPv4 {
      var v4 = UInt32(truncatingIfNeeded: low).bigEndian
      inet_ntop(AF_INET, &v4, &text, socklen_t(text.count))
    } else {
      var v6 = (high.bigEndian, low.bigEndian)
      inet_ntop(AF_INET6, &v6, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// The addresses with a common prefix, such as `10.0.0.0/8` and `fd00::/8`, or a single address.
public struct AddressRange: Sendable, Hashable {
  private let first: IPAddress
  /// Bits of the prefix of an IPv6 address.
  private let bits: Int

  /// Nil for another notation, and if bits are set behind the prefix, which is likely a typing error.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = IPAddress(parts[0]), !parts[0].contains("%") else { return nil }
    let most = address.isIPv4 && !parts[0].contains(":") ? 32 : 128
    var count = most
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = parts[1].number(in: 0...most)
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

/// The address of a Unix socket: a path, or an abstract name, which begins with `@`.
public enum UnixAddress {
  /// Bytes of a path.
  public static let longest = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size - 1

  /// Nil for a name that is empty or too long.
  public static func with<Result>(
    _ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    var bytes = Array(name.utf8)
    guard (1...longest).contains(bytes.count) else { return nil }
    // An abstract name begins with a zero byte, and ends where the address does.
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 } else { bytes.append(0) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}
