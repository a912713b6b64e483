import Testing

@testable import dramatis

@Suite("Addresses under which others reach the show")
struct AddressingTests {
  @Test(
    "An address that is asked for is the one that is told, the loopback too",
    arguments: [
      ("192.168.1.20", "http://192.168.1.20:8080/cast/"), ("127.0.0.1", "http://127.0.0.1:8080/cast/"),
      ("::1", "http://[::1]:8080/cast/"), ("fd00::7", "http://[fd00::7]:8080/cast/"),
    ])
  func listen(address: String, url: String) {
    #expect(Addressing.urls(listen: address, port: 8080, path: "/cast/") == [url])
  }

  @Test(
    "Listening everywhere tells the addresses of the interfaces",
    arguments: [
      (["127.0.0.1", "::1", "fd00::7", "192.168.1.20"], ["http://192.168.1.20:1/", "http://[fd00::7]:1/"]),
      // Browsers take no link-local address without its zone.
      (["127.0.0.1", "169.254.3.4", "fe80::1", "10.0.0.2"], ["http://10.0.0.2:1/"]),
      (["127.0.0.1", "::1", "fe80::1"], ["http://127.0.0.1:1/", "http://[::1]:1/"]),
      ([], ["http://127.0.0.1:1/"]),
    ])
  func everywhere(interfaces: [String], urls: [String]) {
    for any in [nil, "::", "0.0.0.0"] as [String?] {
      let expected = any == "0.0.0.0" ? urls.filter { !$0.contains("[") } : urls
      #expect(Addressing.urls(listen: any, port: 1, path: "/", interfaces: interfaces) == expected)
    }
  }

  @Test("This machine answers to its addresses and its name")
  func names() {
    #expect(Addressing.names.contains("127.0.0.1"))
    #expect(Addressing.names.allSatisfy { !$0.isEmpty && !$0.contains("%") && $0 == $0.lowercased() })
    #expect(Addressing.names.contains { $0.hasSuffix(".local") })
  }
}
