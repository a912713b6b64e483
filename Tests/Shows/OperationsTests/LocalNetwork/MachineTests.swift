import Foundation
import Operations
import TestSupport
import Testing

@Suite("Addresses and names of this machine")
struct MachineTests {
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
