import Foundation
import Operations
import TestSupport
import Testing

@Suite("Addresses and names of this machine")
struct MachineTests {
  @Test("An interface leads outside if it has a default route")
  func routes() {
    let tables = RoutingTables(
      ipv4: """
        Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
        wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
        eth0\t0000000A\t00000000\t0001\t0\t0\t100\t000000FF\t0\t0\t0
        tun0\t00000000\t00000000\t0001\t0\t0\t0\t00000080\t0\t0\t0
        """,
      ipv6: """
        00000000000000000000000000000000 00 00000000000000000000000000000000 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003     eth0
        fe800000000000000000000000000000 40 00000000000000000000000000000000 00 00000000000000000000000000000000 00000100 00000001 00000000 00000001    wlan0
        00000000000000000000000000000000 00 00000000000000000000000000000000 00 00000000000000000000000000000000 ffffffff 00000001 00000000 00200200       lo
        """)
    #expect(tables.leadOutside("wlan0", ipv6: false))
    #expect(tables.leadOutside("eth0", ipv6: true))
    for (name, ipv6) in [("eth0", false), ("tun0", false), ("wlan0", true), ("lo", true), ("", false)] {
      #expect(!tables.leadOutside(name, ipv6: ipv6), "\(name)")
    }
    #expect(!RoutingTables(ipv4: "", ipv6: "").leadOutside("eth0", ipv6: false))
  }

  @Test("Temporary and deprecated IPv6 addresses are recognised by their flags")
  func passing() {
    let table = """
      fd000000000000000000000000000002 03 40 00 80    eth0
      20010db8000000000000000000000abc 03 40 00 01    eth0
      20010db8000000000000000000000abd 03 40 00 a0    eth0
      00000000000000000000000000000001 01 80 10 80       lo
      nonsense 03 40 00 01 eth0
      """
    #expect(NetworkInterfaces.passing(table) == ["2001:db8::abc", "2001:db8::abd"])
  }

  @Test("Interfaces include the loopback, and addresses have no zone")
  func interfaces() {
    let interfaces = NetworkInterfaces.current
    #expect(interfaces.contains { $0.address == "127.0.0.1" && $0.reach == .loopback })
    #expect(interfaces.allSatisfy { !$0.name.isEmpty && !$0.address.contains("%") })
  }

  @Test(
    "Names include the host name, .local and the resolver's search domains",
    arguments: [
      ("box", "", ["box", "box.local"]),
      ("Box.example.org", "", ["box.example.org", "box", "box.local"]),
      (
        "box", "# search no\nsearch fritz.box lan.\nnameserver 192.168.1.1\n",
        [
          "box", "box.local", "box.fritz.box", "box.lan",
        ]
      ),
      ("box", "domain\tHome\noptions search", ["box", "box.local", "box.home"]),
      ("", "search lan", []),
    ])
  func names(host: String, resolver: String, names: [String]) {
    #expect(MachineNames.names(of: host, resolver: resolver) == Set(names))
  }

  @Test("Own names include loopback and .local, in lower case")
  func own() {
    let names = MachineNames.all
    #expect(names.contains("127.0.0.1"))
    #expect(names.allSatisfy { !$0.isEmpty && !$0.contains("%") && $0 == $0.lowercased() })
    #expect(names.contains { $0.hasSuffix(".local") })
  }
}
