import Foundation
import Operations
import TestSupport
import Testing

@Suite("Addresses and names of this machine")
struct MachineTests {
  @Test(
    "The local name is the first part of the host's name",
    arguments: [("box", "box.local"), ("Box.example.org", "box.local"), ("", nil)])
  func name(host: String, local: String?) {
    #expect(MachineNames.local(host) == local)
  }
}
