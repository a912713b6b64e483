import System
import Testing

@Suite("Networks of addresses")
struct NetworkTests {
  @Test(
    "The network is an IPv6 /64, a public IPv4 /24, or a single local IPv4 address",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("fe80::1:2", "fe80::"), ("8.8.4.9", "8.8.4.0"),
      ("::ffff:8.8.4.9", "8.8.4.0"), ("192.168.1.20", "192.168.1.20"), ("10.0.0.7", "10.0.0.7"),
      ("127.0.0.2", "127.0.0.2"),
    ])
  func network(text: String, expected: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.network == IPAddress(expected))
    #expect(address.network.network == address.network)
  }

  @Test(
    "Only 127.0.0.0/8 and ::1 are loopback addresses",
    arguments: [
      ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("::", false),
      ("128.0.0.1", false), ("192.168.1.1", false), ("fe80::1", false),
    ])
  func loopback(text: String, isLoopback: Bool) throws {
    #expect(try #require(IPAddress(text)).isLoopback == isLoopback)
  }
}
