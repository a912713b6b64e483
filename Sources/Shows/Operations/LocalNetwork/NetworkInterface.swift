/// One address of one interface of this machine, with what indicates how likely others reach it.
package struct NetworkInterface: Sendable, Hashable {
  /// As the kernel calls it: `eth0`, `wlp3s0`, `docker0`.
  package let name: String
  /// Numeric, IPv6 without brackets and zone.
  package let address: String
  package var isLoopback = false
  /// Leads to one other machine only, as tunnels do.
  package var isPointToPoint = false
  /// Whether a device stands behind it.
  package var isHardware = false
  /// Whether it joins nothing but what runs inside of this machine.
  package var isInnerBridge = false
  /// Whether a cable is in, or a network joined.
  package var isConnected = true
  /// Whether the way to the world outside goes through it.
  package var isDefault = false
  /// An IPv6 address that is given up after some hours, or about to be.
  package var isPassing = false

  package init(
    name: String, address: String, isLoopback: Bool = false, isPointToPoint: Bool = false,
    isHardware: Bool = false, isInnerBridge: Bool = false, isConnected: Bool = true, isDefault: Bool = false,
    isPassing: Bool = false
  ) {
    self.name = name
    self.address = address
    self.isLoopback = isLoopback
    self.isPointToPoint = isPointToPoint
    self.isHardware = isHardware
    self.isInnerBridge = isInnerBridge
    self.isConnected = isConnected
    self.isDefault = isDefault
    self.isPassing = isPassing
  }
}

extension NetworkInterface {
  var isIPv6: Bool { address.contains(":") }

  /// How well others reach it, best first.
  package enum Reach: Int, Comparable {
    case device, network, tunnel, inside, linkLocal, loopback

    package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  package var reach: Reach {
    if isLoopback || address.hasPrefix("127.") || address == "::1" { return .loopback }
    // Browsers accept an IPv6 link-local address only with its zone, which differs by device.
    if address.hasPrefix("169.254.") || isIPv6LinkLocal { return .linkLocal }
    if isInnerBridge || !isConnected || Self.inside.contains(where: name.hasPrefix) { return .inside }
    if isPointToPoint || Self.tunnels.contains(where: name.hasPrefix) { return .tunnel }
    return isHardware ? .device : .network
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
