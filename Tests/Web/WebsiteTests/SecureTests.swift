import HTTPServer
import Testing

@testable import Website

@Suite("Over TLS")
struct SecureTests {
  private func add(_ headers: [(String, String)], isSecure: Bool = true) throws -> Response {
    let site = try MarkedSite()
    let request = Request(
      method: .post, target: "/favorites/zoe", headers: [("Host", "box")] + headers, isSecure: isSecure)
    return site.test.site.answer(request).response
  }

  @Test("The visitor's cookie is for TLS alone, under a name that only this host can set")
  func cookie() throws {
    let secure = try #require(try add([("Origin", "https://box")]).header("Set-Cookie"))
    #expect(
      secure.hasPrefix("__Host-dramatis-test=") && secure.contains("; Path=/; ")
        && secure.hasSuffix("; SameSite=Lax; Secure"))
    let plain = try #require(try add([("Origin", "http://box")], isSecure: false).header("Set-Cookie"))
    #expect(plain.hasSuffix("; SameSite=Lax"))
  }

  @Test(
    "A change is asked for over TLS too, where that is known",
    arguments: [
      ("https://box", true, true), ("https://box:443", true, true), ("http://box", true, false),
      ("http://box:443", true, false), ("http://box", false, true),
      // Another service of the same machine.
      ("https://box", false, false),
    ])
  func origin(origin: String, isSecure: Bool, isAllowed: Bool) throws {
    for headers in [[("Origin", origin)], [("Referer", "\(origin)/")]] {
      #expect(try add(headers, isSecure: isSecure).status == (isAllowed ? 303 : 403))
    }
  }

  @Test("Whole addresses say https")
  func addresses() throws {
    let test = try TestSite(TestSite.cast)
    for target in ["/opensearch.xml", "/suggest?q=bart"] {
      let request = Request(target: target, headers: [("Host", "box:8443")], isSecure: true)
      let text = String(decoding: test.site.answer(request).response.body, as: UTF8.self)
      #expect(text.contains("https://box:8443/") && !text.contains("http://box"))
    }
  }

  @Test(
    "A port that the scheme has anyway stands in no address",
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

  @Test("A target beyond ASCII is led to the same place, encoded")
  func encodedRedirect() throws {
    let request = Request(target: "/?q=é%20b", headers: [("Host", "box")])
    let response = try TestSite(TestSite.cast).site.redirectToHTTPS(request, port: 443).response
    #expect(response.header("Location") == "https://box/?q=%C3%A9%20b")
  }

  @Test(
    "Plain http is led to the same place over TLS, under names of this machine alone",
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
