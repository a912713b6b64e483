import Operations
import System
import TestSupport
import Testing

@Suite("Addresses for other devices")
struct AddressingTests {
  @Test("The default port of a scheme is omitted")
  func ports() {
    #expect(ReachableOrigins.origin("box.local", port: 80, isSecure: false) == "http://box.local")
    #expect(ReachableOrigins.origin("box.local", port: 443, isSecure: true) == "https://box.local")
    #expect(ReachableOrigins.origin("fd00::7", port: 80, isSecure: true) == "https://[fd00::7]:80")
  }

  @Test(
    "The addresses with which the machine speaks to the world come first, unless they are of a tunnel",
    arguments: [
      // A server at home; with containers; without IPv6; without IPv4.
      (["192.168.1.20", "fd00::7"], ["192.168.1.20", "fd00::7"], ["192.168.1.20", "fd00::7"]),
      (["192.168.1.20"], ["192.168.1.20", "172.17.0.1"], ["192.168.1.20"]),
      (["2001:db8::5"], ["2001:db8::5"], ["2001:db8::5"]),
      // In a VPN; in nothing else; in a network without a way out; alone.
      (["10.8.0.2"], ["192.168.1.20"], ["192.168.1.20", "10.8.0.2"]),
      (["10.8.0.2", "fd00::7"], ["192.168.1.20", "fd00::7"], ["192.168.1.20", "fd00::7", "10.8.0.2"]),
      (["10.8.0.2"], [], ["10.8.0.2"]), ([], ["192.168.1.20"], ["192.168.1.20"]), ([], [], ["127.0.0.1"]),
    ] as [([String], [String], [String])])
  func best(outgoing: [String], local: [String], hosts: [String]) {
    let own = OwnAddresses(outgoing: outgoing, local: local)
    #expect(ReachableOrigins.hosts(own, hasIPv6: true) == hosts)
  }

  @Test("The name follows the best address, and 0.0.0.0 has no IPv6 addresses")
  func name() {
    let own = OwnAddresses(
      outgoing: ["192.168.1.20", "fd00::7"], local: ["192.168.1.20", "fd00::7"], name: "box.local")
    #expect(ReachableOrigins.hosts(own, hasIPv6: true) == ["192.168.1.20", "box.local", "fd00::7"])
    #expect(ReachableOrigins.hosts(own, hasIPv6: false) == ["192.168.1.20", "box.local"])
    let alone = OwnAddresses(outgoing: [], local: ["fd00::7"], name: "box.local")
    #expect(ReachableOrigins.hosts(alone, hasIPv6: false) == ["127.0.0.1"])
  }

  @Test("This machine's own addresses are numeric, and none is loopback")
  func own() {
    let own = OwnAddresses()
    for address in own.outgoing + own.local {
      #expect(IPAddress(address)?.isLoopback == false, "\(address)")
    }
  }
}
