import System
import Testing

@Suite("Address ranges")
struct AddressRangeTests {
  @Test(
    "A range contains the addresses of its prefix",
    arguments: [
      (
        "10.0.0.0/8", ["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"],
        ["11.0.0.0", "9.255.255.255", "::a00:1"]
      ),
      ("192.168.1.2", ["192.168.1.2"], ["192.168.1.3"]), ("192.168.1.2/32", ["192.168.1.2"], ["192.168.1.3"]),
      ("0.0.0.0/0", ["1.2.3.4", "255.255.255.255"], ["::1", "2001:db8::1"]),
      ("::/0", ["1.2.3.4", "2001:db8::1"], []), ("fd00::/8", ["fdff::1"], ["fe00::1", "10.0.0.1"]),
      ("2001:db8:0:0:8000::/65", ["2001:db8::8000:0:0:1"], ["2001:db8::1"]), ("::1", ["::1"], ["::2"]),
      ("::ffff:10.0.0.0/104", ["10.1.1.1"], ["11.1.1.1"]),
    ])
  func ranges(text: String, inside: [String], outside: [String]) throws {
    let range = try #require(AddressRange(text))
    for address in inside { #expect(try range.contains(#require(IPAddress(address))), "\(address)") }
    for address in outside { #expect(try !range.contains(#require(IPAddress(address))), "\(address)") }
  }

  @Test(
    "An invalid notation is refused",
    arguments: [
      "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.1/8", "fd00::/129", "fd00::1/8", "10.0.0",
      "box", "10.0.0.0/8/8", "fe80::1%eth0", "10.0.0.0/ 8", "10.0.0.0/٨",
    ])
  func invalid(text: String) {
    #expect(AddressRange(text) == nil)
  }
}
