import HTTPServer
import System
import Testing

@testable import Website

@Suite("The page for other devices")
struct ConnectingTests {
  private let origins = ["http://192.168.1.20:8080", "http://box.local:8080", "http://[fd00::5]:8080"]

  private func page(_ host: String, _ test: TestSite, isSecure: Bool = false) -> String {
    let request = Request(
      target: "\(test.site.addresses.base)/connect", headers: [("Host", host)], isSecure: isSecure)
    guard case .later(let make) = test.site.answer(request) else { return "" }
    return String(decoding: make().response.body, as: UTF8.self)
  }

  private func code(_ address: String) throws -> String { try #require(QRCode(address)).path(margin: 4) }

  @Test("The menu of the list links to the page")
  func menu() throws {
    #expect(try TestSite(TestSite.cast, base: "/cast").text("/cast/").contains("href=\"/cast/connect\">"))
  }

  @Test("The visitor's own address has the QR code, and the others are listed")
  func own() throws {
    let test = try TestSite(TestSite.cast, base: "/cast", origins: origins)
    for (host, isSecure, address) in [
      ("box.local:8080", false, "http://box.local:8080/cast/"), ("box", true, "https://box/cast/"),
      ("[fd00::5]:8080", false, "http://[fd00::5]:8080/cast/"),
    ] {
      let page = page(host, test, isSecure: isSecure)
      #expect(page.contains("<a dir=\"ltr\" href=\"\(address)\">\(address)</a>"))
      #expect(page.contains(try code(address)))
      for other in origins.map({ "\($0)/cast/" }) {
        #expect(page.contains("<li><a dir=\"ltr\" href=\"\(other)\">\(other)</a></li>") == (other != address))
      }
    }
  }

  @Test(
    "On the loopback the best address for others is shown instead",
    arguments: ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "wire.localhost"])
  func loopback(host: String) throws {
    let page = page(host, try TestSite(TestSite.cast, origins: ["http://127.0.0.1:8080"] + origins))
    #expect(page.contains(try code("http://192.168.1.20:8080/")))
    #expect(!page.contains("//\(host)"))
    #expect(!page.contains("127.0.0.1"))
  }

  @Test("Without other addresses the page says so and has no QR code")
  func alone() throws {
    let page = page("localhost", try TestSite(TestSite.cast, origins: ["http://127.0.0.1:8080"]))
    #expect(page.contains("Only this device can open this page so far"))
    #expect(!page.contains("class=\"code\""))
    #expect(!page.contains("//localhost"))
  }

  @Test("A server that listens on loopback only says what to type, and where it would then be")
  func possible() throws {
    let test = try TestSite(TestSite.cast, base: "/cast", possible: ["http://127.0.0.1:8080"] + origins)
    let page = page("localhost", test)
    #expect(page.contains(#"<code class="to-copy" dir="ltr">--listen 0.0.0.0</code>"#))
    for origin in origins { #expect(page.contains(">\(origin)/cast/</code>")) }
    #expect(!page.contains("127.0.0.1") && !page.contains("class=\"code\""))
    let labels = String(
      decoding: test.get("/cast/labels", headers: [("Host", "localhost")]).body, as: UTF8.self)
    #expect(labels.contains(try code("http://192.168.1.20:8080/cast/entries/zoe")))
    // Visitors from elsewhere learn no address.
    let outside = Request(target: "/cast/connect", headers: [("Host", "localhost")], peer: "8.8.8.8")
    #expect(!String(decoding: test.site.answer(outside).response.body, as: UTF8.self).contains("--listen"))
  }

  @Test(
    "Only local visitors see other addresses of the network",
    arguments: [
      ("192.168.1.7", [], true), ("169.254.3.4", [], true), ("fe80::1", [], true), ("fd00::9", [], true),
      ("8.8.8.8", [], false), ("100.64.0.1", [], false), ("2a01:4f8::1", [], false), ("unknown", [], false),
      ("127.0.0.1", [("X-Forwarded-For", "8.8.8.8")], false), ("10.0.0.1", [("Via", "1.1 proxy")], false),
    ])
  func inside(peer: String, headers: [(String, String)], learns: Bool) throws {
    let site = try MarkedSite(origins: origins)
    _ = site.post("/favorites/zoe")
    for host in ["localhost:8080", "box.local:8080"] {
      for target in ["/connect", "/favorites"] {
        let headers = headers + [("Host", host), ("Cookie", "dramatis-test=\(site.visitor)")]
        let request = Request(target: target, headers: headers, peer: peer)
        let page = String(decoding: site.test.site.answer(request).response.body, as: UTF8.self)
        // Favorites have one address: the visitor's own, or the best one for a loopback.
        let isTold = learns && (target == "/connect" || host == "localhost:8080")
        #expect(page.contains("192.168.1.20") == isTold)
        #expect(!page.contains("fd00::5") || isTold)
        #expect(page.contains("http://box.local:8080") || host == "localhost:8080")
      }
    }
  }

  @Test("The link of favorites has the best address, never localhost")
  func favorites() throws {
    for (host, origin) in [("localhost:8080", origins[0]), ("box.local:8080", origins[1])] {
      let site = try MarkedSite(origins: origins)
      _ = site.post("/favorites/zoe")
      let page = String(
        decoding: site.test.get(
          "/favorites", headers: [("Host", host), ("Cookie", "dramatis-test=\(site.visitor)")]
        ).body, as: UTF8.self)
      let address = "\(origin)/favorites/open?ids=zoe"
      #expect(page.contains("href=\"\(address)\""))
      #expect(page.contains(try code(address)))
    }
    let alone = try MarkedSite()
    _ = alone.post("/favorites/zoe")
    let page = String(
      decoding: alone.test.get(
        "/favorites", headers: [("Host", "localhost"), ("Cookie", "dramatis-test=\(alone.visitor)")]
      ).body, as: UTF8.self)
    #expect(!page.contains("class=\"code\""))
  }
}
