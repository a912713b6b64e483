import Fetching
import Testing

@Suite("Web addresses")
struct WebAddressTests {
  @Test(
    "Anything but a plain http or https address is refused",
    arguments: [
      "", "/", "//", "example.org", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
      "ftp://example.org/", "http://", "https:///", "http://user:secret@example.org/",
      "http://example.org:99999/",
      "http://exa mple.org/", "http://example.org/\r\nHost: other", "http://example.org/\0", "http://[::1/",
    ])
  func refuses(text: String) {
    #expect(WebAddress(text) == nil)
  }

  @Test("Parts are parsed by libcurl")
  func parts() throws {
    let address = try #require(WebAddress("HTTPS://Example.ORG:8443/a/../b c?q=1#part"))
    #expect(address.isSecure)
    #expect(address.host == "example.org")
    #expect(address.port == 8443)
    #expect(address.path == "/b%20c")
    #expect(address.query == "q=1")
  }

  @Test(
    "A reference is resolved against its base",
    arguments: [
      ("/i/x.png", "https://example.org/i/x.png"), ("x.png", "https://example.org/a/x.png"),
      ("//other.org/x", "https://other.org/x"), ("http://other.org/x", "http://other.org/x"),
      ("../../../x", "https://example.org/x"), ("?q=2", "https://example.org/a/b?q=2"),
      ("/é", "https://example.org/%c3%a9"),
    ])
  func resolves(reference: String, expected: String) throws {
    let base = try #require(WebAddress("https://example.org/a/b?q=1"))
    #expect(WebAddress(reference, relativeTo: base)?.text.lowercased() == expected)
  }

  @Test(
    "A numeric host is read as an address", arguments: ["0x7f.1", "2130706433", "127.1"])
  func numericHost(host: String) {
    #expect(WebAddress("http://\(host)/")?.host == "127.0.0.1")
  }

  @Test(
    "Only an http address without a port can be secured",
    arguments: [
      ("http://example.org/a?b", "https://example.org/a?b"), ("http://example.org:8080/", nil),
      ("https://example.org/", nil),
    ] as [(String, String?)])
  func secured(text: String, expected: String?) throws {
    #expect(try #require(WebAddress(text)).secured?.text == expected)
  }

  @Test(
    "A redirect must lead to http or https, and never from https to http",
    arguments: [
      ("file:///etc/passwd", FetchError.badRedirect(host: "example.org")),
      ("gopher://example.org/", .badRedirect(host: "example.org")),
      ("http://example.org/", .insecureRedirect(host: "example.org")),
    ])
  func redirects(location: String, error: FetchError) throws {
    let address = try #require(WebAddress("https://example.org/"))
    #expect(throws: error) { try address.redirected(to: location) }
    #expect(try address.redirected(to: "//www.example.org/x").text == "https://www.example.org/x")
  }
}
