import HTTPServer
import Testing

@Suite("A range of addresses")
struct NetworkRangeTests {
  @Test(
    "Holds the addresses that begin alike, IPv4 also in its IPv6 form",
    arguments: [
      ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false),
      ("10.1.2.3/8", "10.9.9.9", true), ("192.168.1.20", "192.168.1.20", true),
      ("192.168.1.20", "192.168.1.21", false), ("192.168.1.20/31", "192.168.1.21", true),
      ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
      ("::/0", "2001:db8::1", true), ("::/0", "10.0.0.1", true), ("fd00::/8", "fdab::1", true),
      ("fd00::/8", "fe80::1", false), ("fe80::/10", "fe80::1%eth0", true), ("::1", "::1", true),
      ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("::ffff:10.0.0.0/104", "10.1.1.1", true),
      ("2001:db8::/65", "2001:db8::7fff:0:0:1", true), ("2001:db8::/65", "2001:db8::8000:0:0:1", false),
      ("10.0.0.0/8", "-", false), ("10.0.0.0/8", "", false),
    ])
  func contains(range: String, address: String, expected: Bool) throws {
    #expect(try #require(NetworkRange(range)).contains(address) == expected)
  }

  @Test(
    "Is nothing but an address and the length of a prefix",
    arguments: [
      "", "/8", "10.0.0/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "10.0.0.0/8/8",
      "fd00::/129", "fe80::1%eth0", "localhost", "10.0.0.0/8 ", "10.0.0.0/0008",
    ])
  func refused(text: String) {
    #expect(NetworkRange(text) == nil)
  }
}
