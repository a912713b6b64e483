import Operations
import Testing

@Suite("Addresses for other devices")
struct AddressingTests {
  @Test(
    "A configured address is shown unchanged, a loopback address too",
    arguments: [
      ("192.168.1.20", "http://192.168.1.20:8080"), ("127.0.0.1", "http://127.0.0.1:8080"),
      ("::1", "http://[::1]:8080"), ("fd00::7", "http://[fd00::7]:8080"),
    ])
  func listen(address: String, origin: String) {
    let hosts = Addressing.hosts(listen: address, interfaces: [.device("192.168.1.20")], name: "box.local")
    #expect(hosts.map { Addressing.origin($0, port: 8080, isSecure: false) } == [origin])
  }

  @Test("The default port of a scheme is omitted")
  func ports() {
    #expect(Addressing.origin("box.local", port: 80, isSecure: false) == "http://box.local")
    #expect(Addressing.origin("box.local", port: 443, isSecure: true) == "https://box.local")
    #expect(Addressing.origin("fd00::7", port: 80, isSecure: true) == "https://[fd00::7]:80")
  }

  @Test("On all interfaces, reachable addresses are listed with the best first", arguments: machines)
  func everywhere(machine: Machine) {
    for any in [nil, "::"] as [String?] {
      #expect(Addressing.hosts(listen: any, interfaces: machine.interfaces) == machine.hosts, "\(machine)")
    }
  }

  @Test("On 0.0.0.0, IPv6 addresses are not listed")
  func ipv4() {
    let interfaces: [NetworkInterface] = [
      .device("fd00::7"), .device("192.168.1.20"), .device("2001:db8::7"),
    ]
    #expect(Addressing.hosts(listen: "0.0.0.0", interfaces: interfaces) == ["192.168.1.20"])
    #expect(Addressing.hosts(listen: "0.0.0.0", interfaces: [.device("fd00::7")]) == ["127.0.0.1"])
  }

  @Test("The .local name follows the best address, and is missing without a network")
  func name() {
    let interfaces: [NetworkInterface] = [.device("fd00::7"), .device("192.168.1.20")]
    #expect(
      Addressing.hosts(listen: nil, interfaces: interfaces, name: "box.local")
        == ["192.168.1.20", "box.local", "fd00::7"])
    for alone in [[], [.loopback("127.0.0.1")], [.other("docker0", "172.17.0.1")]] as [[NetworkInterface]] {
      #expect(!Addressing.hosts(listen: nil, interfaces: alone, name: "box.local").contains("box.local"))
    }
  }

  struct Machine: CustomStringConvertible, Sendable {
    let description: String
    let interfaces: [NetworkInterface]
    let hosts: [String]
  }

  private static let loopback: [NetworkInterface] = [.loopback("127.0.0.1"), .loopback("::1")]

  static let machines = [
    Machine(
      description: "a small server",
      interfaces: loopback + [
        .device("fd00::7"), .device("fe80::1"), .device("192.168.1.20"),
      ], hosts: ["192.168.1.20", "fd00::7"]),
    Machine(
      description: "without IPv6", interfaces: [.loopback("127.0.0.1"), .device("10.0.0.2")],
      hosts: ["10.0.0.2"]),
    Machine(
      description: "without IPv4",
      interfaces: [.loopback("::1"), .device("fe80::1"), .device("2001:db8::5")],
      hosts: ["2001:db8::5"]),
    Machine(
      description: "a laptop with an unused wired network",
      interfaces: loopback + [
        .device("10.9.9.9", name: "enp3s0"), .device("192.168.1.21", name: "wlp2s0", isDefault: true),
      ], hosts: ["192.168.1.21", "10.9.9.9"]),
    Machine(
      description: "full of containers and virtual machines",
      interfaces: loopback + [
        .other("docker0", "172.17.0.1"), .other("br-5f3a0c1d2e4b", "172.18.0.1"),
        .other("virbr0", "192.168.122.1"), .other("veth12ab", "169.254.7.7"), .other("vnet3", "10.1.1.1"),
        .other("podman1", "10.89.0.1"), .other("lxdbr0", "10.20.0.1"), .device("192.168.1.20"),
      ], hosts: ["192.168.1.20"]),
    Machine(
      description: "in a VPN too",
      interfaces: loopback + [
        .other("tailscale0", "100.101.102.103", isDefault: true), .other("wg0", "10.8.0.2"),
        .point("tun7", "10.9.0.2"), .point("sstp", "10.7.0.2"), .device("192.168.1.20"),
      ], hosts: ["192.168.1.20", "100.101.102.103", "10.8.0.2", "10.9.0.2", "10.7.0.2"]),
    Machine(
      description: "in a VPN only", interfaces: loopback + [.other("wg0", "10.8.0.2")],
      hosts: ["10.8.0.2"]),
    Machine(
      description: "with a bridge that is the network itself",
      interfaces: loopback + [
        .other("br0", "192.168.1.20", isDefault: true), .other("docker0", "172.17.0.1"),
      ], hosts: ["192.168.1.20"]),
    Machine(
      description: "inside a container",
      interfaces: loopback + [.other("eth0", "172.17.0.2", isDefault: true)],
      hosts: ["172.17.0.2"]),
    Machine(
      description: "with temporary addresses",
      interfaces: loopback + [
        .passing("2001:db8::aaaa"), .device("2001:db8::5"), .passing("2001:db8::bbbb"),
      ], hosts: ["2001:db8::5"]),
    Machine(
      description: "with temporary IPv6 addresses only",
      interfaces: loopback + [.device("192.168.1.20"), .passing("2001:db8::aaaa")],
      hosts: ["192.168.1.20", "2001:db8::aaaa"]),
    Machine(
      description: "with containers and no network",
      interfaces: loopback + [
        .other("docker0", "172.17.0.1"), .device("169.254.3.4"),
      ], hosts: ["172.17.0.1"]),
    Machine(
      description: "with link-local addresses only",
      interfaces: loopback + [.device("169.254.3.4"), .device("fe80::1")],
      hosts: ["169.254.3.4"]),
    Machine(
      description: "with link-local IPv6 only", interfaces: loopback + [.device("febf::1")],
      hosts: ["127.0.0.1", "::1"]),
    Machine(
      description: "with a static address on an unplugged port",
      interfaces: loopback + [
        .unplugged("enp3s0", "192.168.1.20", isDefault: true), .device("192.168.1.21", name: "wlp2s0"),
      ], hosts: ["192.168.1.21"]),
    Machine(
      description: "with its only cable unplugged",
      interfaces: loopback + [.unplugged("enp3s0", "192.168.1.20")],
      hosts: ["192.168.1.20"]),
    Machine(
      description: "with bridges of unknown names",
      interfaces: loopback + [
        .other("hassio", "172.30.33.1"),
        .other("ve-box", "10.4.0.1"),
        .device("192.168.1.20"),
      ], hosts: ["192.168.1.20"]),
    Machine(
      description: "with one address twice",
      interfaces: loopback + [.device("192.168.1.20"), .device("192.168.1.20", name: "macvlan0")],
      hosts: ["192.168.1.20"]),
    Machine(description: "alone", interfaces: loopback, hosts: ["127.0.0.1", "::1"]),
    Machine(description: "alone without IPv4", interfaces: [.loopback("::1")], hosts: ["::1"]),
    Machine(description: "without any interface", interfaces: [], hosts: ["127.0.0.1"]),
  ]
}

extension NetworkInterface {
  fileprivate static func loopback(_ address: String) -> Self {
    NetworkInterface(name: "lo", address: address) {
      $0.isLoopback = true
    }
  }

  fileprivate static func device(_ address: String, name: String = "eth0", isDefault: Bool = false) -> Self {
    NetworkInterface(name: name, address: address) {
      $0.isDefault = isDefault
    }
  }

  fileprivate static func passing(_ address: String) -> Self {
    NetworkInterface(name: "eth0", address: address) {
      $0.isPassing = true
    }
  }

  fileprivate static func other(_ name: String, _ address: String, isDefault: Bool = false) -> Self {
    NetworkInterface(name: name, address: address) {
      $0.isDefault = isDefault
    }
  }

  fileprivate static func unplugged(_ name: String, _ address: String, isDefault: Bool = false) -> Self {
    NetworkInterface(name: name, address: address) {
      $0.isConnected = false
      $0.isDefault = isDefault
    }
  }

  fileprivate static func point(_ name: String, _ address: String) -> Self {
    NetworkInterface(name: name, address: address) {
      $0.isPointToPoint = true
    }
  }
}
