internal import Glibc

/// A numeric address; one of IPv4 that came through IPv6 is the same as the plain one.
public struct IPAddress: Sendable, Hashable {
  /// As IPv6, in the order of the network; those of IPv4 are mapped ones.
  let high: UInt64
  let low: UInt64

  var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

  /// Reads the usual notations, without brackets; a zone is left out. Nil for anything else.
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

  private init(_ address: in_addr) {
    high = 0
    low = 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: address.s_addr))
  }

  private init(_ address: in6_addr) {
    (high, low) = withUnsafeBytes(of: address) {
      (
        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  /// Nil for what is no address of IPv4 or IPv6.
  init?(_ address: UnsafePointer<sockaddr>) {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET: self.init(raw.loadUnaligned(as: sockaddr_in.self).sin_addr)
    case AF_INET6: self.init(raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
    default: return nil
    }
  }
}

extension IPAddress: CustomStringConvertible {
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if isIPv4 {
      var v4 = in_addr(s_addr: UInt32(truncatingIfNeeded: low).bigEndian)
      inet_ntop(AF_INET, &v4, &text, socklen_t(text.count))
    } else {
      var v6 = [high.bigEndian, low.bigEndian]
      inet_ntop(AF_INET6, &v6, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
