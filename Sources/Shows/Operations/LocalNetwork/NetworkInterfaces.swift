import FoundationEssentials
import Glibc
import System

/// One address of one interface of this machine, with signs of how likely others reach it.
package struct NetworkInterface: Sendable, Hashable {
  /// As the kernel calls it: `eth0`, `wlp3s0`, `docker0`.
  package let name: String
  /// Numeric, IPv6 without brackets and zone.
  package let address: String
  package var isLoopback = false
  /// Leads to one other machine only, as tunnels do.
  package var isPointToPoint = false
  /// Whether a cable is plugged in, or a wireless network joined.
  package var isConnected = true
  /// Whether it has the default route.
  package var isDefault = false
  /// Whether its IPv6 address is temporary or deprecated.
  package var isPassing = false

  package init(name: String, address: String, set: (inout Self) -> Void = { _ in }) {
    self.name = name
    self.address = address
    set(&self)
  }
}

extension NetworkInterface {
  var isIPv6: Bool { address.contains(":") }

  /// Reachability from other devices, best first.
  package enum Reach: Int, Comparable {
    case network, tunnel, inside, linkLocal, loopback

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  package var reach: Reach {
    if isLoopback || address.hasPrefix("127.") || address == "::1" { return .loopback }
    // Browsers accept an IPv6 link-local address only with its zone, which differs by device.
    if address.hasPrefix("169.254.") || isIPv6LinkLocal { return .linkLocal }
    if !isConnected || Self.inside.contains(where: name.hasPrefix) { return .inside }
    return isPointToPoint || Self.tunnels.contains(where: name.hasPrefix) ? .tunnel : .network
  }

  /// fe80::/10
  private var isIPv6LinkLocal: Bool {
    ["fe8", "fe9", "fea", "feb"].contains { address.hasPrefix($0) } && address.prefix { $0 != ":" }.count == 4
  }

  /// Bridges and cables between this machine and what runs inside it.
  private static let inside = [
    "docker", "br-", "virbr", "veth", "vnet", "podman", "cni", "flannel", "cali", "lxc", "lxdbr", "incusbr",
    "vmnet", "vboxnet", "vethernet", "kube-", "nerdctl", "ifb", "dummy", "ve-", "vb-", "hassio", "mpqemubr",
    "cilium", "weave",
  ]
  /// Tunnels to networks that nearby phones do not belong to.
  private static let tunnels = [
    "tun", "tap", "wg", "tailscale", "zt", "ppp", "nebula", "ipsec", "vti", "gre",
  ]
}

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
        NetworkInterface(name: name, address: address) {
          $0.isLoopback = entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0
          $0.isPointToPoint = entry.ifa_flags & UInt32(IFF_POINTOPOINT) != 0
          $0.isConnected = entry.ifa_flags & UInt32(IFF_RUNNING) != 0
          $0.isDefault = routes.leadOutside(name, ipv6: address.contains(":"))
          $0.isPassing = passing.contains(address)
        })
    }
    return all
  }

  /// Addresses of IPv6 that are temporary or deprecated: the fifth column of `/proc/net/if_inet6` is their flags.
  package static func passing(_ table: String) -> Set<String> {
    let (temporary, deprecated) = (0x01, 0x20)
    var all: Set<String> = []
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 6, let flags = fields[4].number(in: 0...0xFF_FFFF, radix: 16),
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

/// The interfaces of the default routes, as `/proc/net` lists them.
package struct RoutingTables: Sendable {
  private let ipv4: Set<String>
  private let ipv6: Set<String>

  /// - Parameters:
  ///   - ipv4: `/proc/net/route`: name, destination and so on; the eighth column is the mask.
  ///   - ipv6: `/proc/net/ipv6_route`: destination, its length and so on; the last column is the name.
  package init(ipv4: String, ipv6: String) {
    self.ipv4 = Set(
      Self.rows(ipv4).filter { $0.count > 7 && $0[1] == "00000000" && $0[7] == "00000000" }.map { $0[0] })
    self.ipv6 = Set(
      Self.rows(ipv6).filter { $0.count > 9 && $0[1] == "00" && $0[0].allSatisfy { $0 == "0" } }
        .map { $0[$0.count - 1] }.filter { $0 != "lo" })
  }

  package func leadOutside(_ name: String, ipv6 isIPv6: Bool) -> Bool {
    (isIPv6 ? ipv6 : ipv4).contains(name)
  }

  private static func rows(_ table: String) -> [[String]] {
    table.split(separator: "\n").map { line in
      line.split { $0 == " " || $0 == "\t" }.map(String.init)
    }
  }
}
