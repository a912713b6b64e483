import HTTPServer
import Testing

@testable import Website

@Suite("TLS")
struct SecureTests {
  private func add(_ headers: [(String, String)], isSecure: Bool = true) throws -> Response {
    let site = try MarkedSite()
    let request = Request(
      method: .post, target: "/favorites/zoe", headers: [("Host", "box")] + headers, isSecure: isSecure)
    return site.test.site.answer(request).response
  }

  @Test("Over TLS the cookie is Secure, with a __Host- name")
  func cookie() throws {
    let secure = try #require(try add([("Origin", "https://box")]).header("Set-Cookie"))
    #expect(
      secure.hasPrefix("__Host-dramatis-test=") && secure.contains("; Path=/; ")
        && secure.hasSuffix("; SameSite=Lax; Secure"))
    let plain = try #require(try add([("Origin", "http://box")], isSecure: false).header("Set-Cookie"))
    #expect(plain.hasSuffix("; SameSite=Lax"))
  }

  @Test(
    "Over TLS a change needs an https Origin or Referer",
    arguments: [
      ("https://box", true, true), ("https://box:443", true, true), ("http://box", true, false),
      ("http://box:443", true, false), ("http://box", false, true),
      // Another server on the same machine.
      ("https://box", false, false),
    ])
  func origin(origin: String, isSecure: Bool, isAllowed: Bool) throws {
    for headers in [[("Origin", origin)], [("Referer", "\(origin)/")]] {
      #expect(try add(headers, isSecure: isSecure).status == (isAllowed ? 303 : 403))
    }
  }

  @Test("Absolute addresses have https")
  func addresses() throws {
    let test = try TestSite(TestSite.cast)
    for target in ["/opensearch.xml", "/suggest?q=bart"] {
      let request = Request(target: target, headers: [("Host", "box:8443")], isSecure: true)
      let text = String(decoding: test.site.answer(request).response.body, as: UTF8.self)
      #expect(text.contains("https://box:8443/") && !text.contains("http://box"))
    }
  }

  @Test(
    "The default port of a scheme is omitted",
    arguments: [
      ("box:443", true, "https://box/"), ("box:80", false, "http://box/"),
      ("box:80", true, "https://box:80/"),
      ("[fd00::5]:443", true, "https://[fd00::5]/"), ("[fd00::5]", false, "http://[fd00::5]/"),
    ])
  func usualPort(host: String, isSecure: Bool, address: String) throws {
    let test = try TestSite(TestSite.cast)
    let request = Request(target: "/opensearch.xml", headers: [("Host", host)], isSecure: isSecure)
    let response = test.site.answer(request).response
    #expect(String(decoding: response.body, as: UTF8.self).contains("\"\(address)?q="))
  }

  @Test("A non-ASCII target is redirected percent-encoded")
  func encodedRedirect() throws {
    let request = Request(target: "/?q=é%20b", headers: [("Host", "box")])
    let response = try TestSite(TestSite.cast).site.redirectToHTTPS(request, port: 443).response
    #expect(response.header("Location") == "https://box/?q=%C3%A9%20b")
  }

  @Test(
    "Plain http redirects to https for own host names only",
    arguments: [
      ("box", 443, "https://box/entries/zoe?q=a%20b"),
      ("box:8081", 8443, "https://box:8443/entries/zoe?q=a%20b"),
      ("[fd00::5]:80", 443, "https://[fd00::5]/entries/zoe?q=a%20b"),
      ("192.168.1.20", 8443, "https://192.168.1.20:8443/entries/zoe?q=a%20b"), ("evil.example", 443, nil),
      (nil, 443, nil),
    ] as [(String?, UInt16, String?)])
  func redirect(host: String?, port: UInt16, address: String?) throws {
    let request = Request(
      method: .post, target: "/entries/zoe?q=a%20b", headers: host.map { [("Host", $0)] } ?? [])
    let response = try TestSite(TestSite.cast).site.redirectToHTTPS(request, port: port).response
    #expect(response.status == (address == nil ? 421 : 308))
    #expect(response.header("Location") == address)
  }
}
