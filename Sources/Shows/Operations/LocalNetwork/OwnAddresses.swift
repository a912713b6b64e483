import Glibc
import System

/// The addresses of this machine on its networks.
package struct OwnAddresses: Sendable {
  /// With which it would speak to the world, IPv4 first.
  package let outgoing: [String]
  /// Of its networks, without loopback, links to one machine, and addresses without a network.
  package let local: [String]
  /// The name that Avahi announces.
  package let name: String?

  package init(outgoing: [String], local: [String], name: String? = nil) {
    (self.outgoing, self.local, self.name) = (outgoing, local, name)
  }

  /// As the kernel has them now. Sends nothing: connecting a datagram socket only chooses its address.
  package init() {
    // Addresses of documentation, which no machine has.
    outgoing = ["192.0.2.1", "2001:db8::1"].compactMap { IPAddress($0).flatMap(Self.source) }
    let networks = Self.interfaces {
      $0 & UInt32(IFF_RUNNING) != 0 && $0 & UInt32(IFF_LOOPBACK | IFF_POINTOPOINT) == 0
    }
    // Those of a single cable, which no router gave.
    local = networks.filter { !$0.hasPrefix("169.254.") && !$0.hasPrefix("fe80:") }
    name = MachineNames.local
  }

  /// The outgoing ones. Before them those of the machine's networks, if a tunnel leads out, or nothing does: nobody
  /// nearby is in a tunnel.
  package var best: [String] {
    let isDirect = outgoing.contains {
      local.contains($0) && $0.contains(":") == !local.contains(where: Self.isIPv4)
    }
    return isDirect ? outgoing.filter(local.contains) : local + outgoing.filter { !local.contains($0) }
  }

  private static func isIPv4(_ address: String) -> Bool { !address.contains(":") }

  private static func source(to address: IPAddress) -> String? {
    let descriptor = socket(address.isIPv4 ? AF_INET : AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // IPV6_ADDR_PREFERENCES: the lasting address, not one that changes every day.
    var lasting: Int32 = 2
    setsockopt(descriptor, Int32(IPPROTO_IPV6), 72, &lasting, socklen_t(MemoryLayout<Int32>.size))
    guard address.withSocketAddress(port: 9, zone: 0, { connect(descriptor, $0, $1) == 0 }) else {
      return nil
    }
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { own in
        getsockname(descriptor, own, &size) == 0 ? IPAddress(own).map { "\($0)" } : nil
      }
    }
  }

  /// All of its interfaces that are up and fulfil a condition on their flags.
  static func interfaces(where isWanted: (UInt32) -> Bool) -> [String] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var all: [String] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & UInt32(IFF_UP) != 0, isWanted(entry.ifa_flags), let pointer = entry.ifa_addr,
        let address = IPAddress(pointer).map({ "\($0)" }), !all.contains(address)
      else { continue }
      all.append(address)
    }
    return all
  }
}
