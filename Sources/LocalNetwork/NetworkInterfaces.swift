import FoundationEssentials
import Glibc

/// The interfaces of this machine that are up, as the kernel tells of them.
package enum NetworkInterfaces {
  package static var current: [NetworkInterface] {
    // Not /proc/net, which a service that sees no more of /proc than processes does not have.
    let routes = RoutingTables(ipv4: text("/proc/self/net/route"), ipv6: text("/proc/self/net/ipv6_route"))
    let passing = passing(text("/proc/self/net/if_inet6"))
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    var all: [NetworkInterface] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let pointer = entry.ifa_addr, let address = numeric(pointer),
        entry.ifa_flags & UInt32(IFF_UP) != 0,
        let name = entry.ifa_name.map({ String(cString: $0) })
      else { continue }
      all.append(
        NetworkInterface(
          name: name, address: address, isLoopback: entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0,
          isPointToPoint: entry.ifa_flags & UInt32(IFF_POINTOPOINT) != 0,
          isHardware: NetworkDevice(name).isHardware, isInnerBridge: NetworkDevice(name).isInnerBridge,
          isConnected: entry.ifa_flags & UInt32(IFF_RUNNING) != 0,
          isDefault: routes.leadOutside(name, ipv6: address.contains(":")),
          isPassing: passing.contains(address)))
    }
    return all
  }

  /// Addresses of IPv6 that are temporary or deprecated: the fifth column of `/proc/net/if_inet6` is their flags.
  package static func passing(_ table: String) -> Set<String> {
    let (temporary, deprecated) = (0x01, 0x20)
    var all: Set<String> = []
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 6, fields[0].utf8.count == 32, let flags = Int(fields[4], radix: 16),
        flags & (temporary | deprecated) != 0, let address = ipv6(Array(fields[0].utf8))
      else { continue }
      all.insert(address)
    }
    return all
  }

  private static func ipv6(_ digits: [UInt8]) -> String? {
    let groups = stride(from: 0, to: 32, by: 4).map { String(decoding: digits[$0..<$0 + 4], as: UTF8.self) }
    var address = in6_addr()
    guard inet_pton(AF_INET6, groups.joined(separator: ":"), &address) == 1 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func numeric(_ address: UnsafePointer<sockaddr>) -> String? {
    let length: socklen_t
    switch Int32(address.pointee.sa_family) {
    case AF_INET: length = socklen_t(MemoryLayout<sockaddr_in>.size)
    case AF_INET6: length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    default: return nil
    }
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = getnameinfo(address, length, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    // A link-local address comes with its zone, which is no part of a host.
    return status == 0 ? String(text.prefix { $0 != "%" }) : nil
  }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
