import FoundationEssentials
import Glibc
import System

/// The interfaces of this machine that are up, as the kernel lists them.
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
      guard let pointer = entry.ifa_addr, let address = IPAddress(pointer).map({ "\($0)" }),
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
      guard fields.count == 6, let flags = Int(fields[4], radix: 16),
        flags & (temporary | deprecated) != 0, let address = IPAddress(hexDigits: fields[0])
      else { continue }
      all.insert("\(address)")
    }
    return all
  }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
