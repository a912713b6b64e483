import System
import Testing

@Suite("Public addresses")
struct PublicAddressTests {
  @Test(
    "An address of an internet host is public",
    arguments: [
      "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
      "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255",
      "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2600::1", "2a00:1450:4001::200e",
      "2001:200::1", "2002:808:808::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "3ffe:ffff::1",
    ])
  func isPublic(text: String) throws {
    #expect(try #require(IPAddress(text)).isPublic)
  }

  @Test(
    "A special-purpose address is not public",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
      "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1",
      "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9",
      "224.0.0.1",
      "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "fe80::1", "fec0::1",
      "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "2001::1", "2001:2::1", "3fff::1", "100::1",
      "::ffff:127.0.0.1", "::ffff:192.168.0.1", "::ffff:0:127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b:1::1",
      "2002:7f00:1::1", "2002:c0a8:101::", "4000::1",
    ])
  func isNotPublic(text: String) throws {
    #expect(try #require(IPAddress(text)).isPublic == false)
  }

  @Test(
    "Link-local addresses are recognised in every notation",
    arguments: [
      ("169.254.0.1", true), ("169.254.169.254", true), ("::ffff:169.254.1.1", true), ("fe80::1", true),
      ("febf::1", true), ("64:ff9b::169.254.1.1", true), ("64:ff9b:1:a9fe:1:100::", true),
      ("2002:a9fe:101::1", true), ("::169.254.1.1", true), ("::ffff:0:169.254.1.1", true),
      ("169.253.255.255", false), ("169.255.0.0", false), ("fec0::1", false), ("fe7f::1", false),
      ("::1", false),
      ("10.0.0.1", false), ("64:ff9b::10.0.0.1", false), ("2002:a00:1::1", false), ("8.8.8.8", false),
      ("2001:db8::a9fe:101", false), ("::", false),
    ])
  func linkLocal(text: String, isLinkLocal: Bool) throws {
    #expect(try #require(IPAddress(text)).isLinkLocal == isLinkLocal)
  }

  @Test(
    "Metadata services of clouds are recognised",
    arguments: [
      ("169.254.169.254", true), ("::ffff:169.254.169.254", true), ("64:ff9b::a9fe:a9fe", true),
      ("2002:a9fe:a9fe::", true), ("fd00:ec2::254", true), ("fd20:ce::254", true), ("100.100.100.200", true),
      ("168.63.129.16", true), ("169.254.170.2", true), ("169.254.169.253", false), ("fd00:ec2::255", false),
      ("127.0.0.1", false), ("8.8.8.8", false),
    ])
  func metadata(text: String, isMetadata: Bool) throws {
    #expect(try #require(IPAddress(text)).isMetadataService == isMetadata)
  }
}
