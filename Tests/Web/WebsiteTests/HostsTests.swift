import Foundation
import HTTPServer
import Testing

@testable import Website

@Suite("Host header")
struct HostsTests {
  private let test: TestSite

  init() throws {
    test = try TestSite(TestSite.cast)
  }

  @Test(
    "Requests for an address, a name without a dot or a local name are answered",
    arguments: [
      "localhost", "localhost:8080", "LocalHost:1", "box", "box.local:8080", "box.", "192.168.1.20:80",
      "[fd00::5]", "[FD00::5]:8080", "[fd00:0:0::5]:1", "[fd00::5%25eth0]", "[fd00::5%eth0]:8080",
      "[::ffff:192.168.1.20]", "wire.localhost:8080", "127.0.0.2:8080", "[::1]", "8.8.8.8", "printer",
      "box.lan", "BOX.Home.:80", "box.home.arpa", "wire.box.internal", "box.fritz.box",
    ])
  func own(host: String) {
    #expect(test.get("/", headers: [("Host", host)]).status == 200)
  }

  @Test("More host names than the cache holds are answered, each with its own address in the page")
  func many() {
    for _ in 0..<2 {
      for port in 1...40 {
        let response = test.get("/", headers: [("Host", "localhost:\(port)")])
        #expect(response.status == 200)
        let page = String(decoding: response.body, as: UTF8.self)
        #expect(page.contains("<link rel=\"canonical\" href=\"http://localhost:\(port)/"))
      }
    }
  }

  @Test(
    "A request for an unknown host gets 421",
    arguments: [
      "evil.example", "evil.example:8080", "box.evil.example", "localhost.evil.example", "box@evil.example",
      "box, evil.example", "", ":80", "<script>", "[fd00::5", "[fd00::5]x", "box:80:80", "box:http", "box/..",
      "[192.168.1.20]", "[box]", "127.0.0.1.evil.example", "127.0.0.256", "box.local.example", "evillan.com",
      "home.arpa.evil.example", "box.lan.evil.example",
    ])
  func foreign(host: String) {
    let response = test.get("/", headers: [("Host", host)])
    #expect(response.status == 421)
    #expect(!String(decoding: response.body, as: UTF8.self).contains("Bart"))
  }

  @Test(
    "A configured host name is accepted in any notation",
    arguments: [
      ("films.example.org:8443", "films.example.org"), ("films.example.org.", "films.example.org:80"),
    ])
  func configured(name: String, host: String) {
    let hosts = HostGuard(configured: [name])
    func isAccepted(_ host: String) -> Bool {
      hosts.accepts(Request(target: "/", headers: [("Host", host)]))
    }
    #expect(isAccepted(host) && !isAccepted("other.example.org"))
    hosts.configure([])
    #expect(!isAccepted(host))
    hosts.configure([name])
    #expect(isAccepted(host))
  }

  @Test("The 421 page names the setting, and local visitors see the numeric address")
  func numericAddress() throws {
    let test = try TestSite(TestSite.cast, origins: ["http://192.168.1.20:8080"])
    func page(from peer: String) -> String {
      let request = Request(target: "/entries/zoe", headers: [("Host", "films.example")], peer: peer)
      return String(decoding: test.site.answer(request).response.body, as: UTF8.self)
    }
    #expect(page(from: "192.168.1.7").contains("href=\"http://192.168.1.20:8080/\""))
    #expect(!page(from: "8.8.8.8").contains("192.168.1.20"))
    for peer in ["192.168.1.7", "8.8.8.8"] { #expect(page(from: peer).contains("hosts")) }
  }

  @Test("The 421 page's styles and scripts are served, and nothing else is")
  func refusal() throws {
    let foreign = [("Host", "evil.example")]
    let page = String(decoding: test.get("/", headers: foreign).body, as: UTF8.self)
    let files = page.matches(of: #/\/static\/[^" ]+/#)
    #expect(files.count > 3)
    for file in files { #expect(test.get(String(file.0), headers: foreign).status == 200) }
    for target in ["/static/../entries.json", "/static/%2e%2e/entries.json", "/staticentries.json"] {
      let response = test.get(target, headers: foreign)
      #expect([404, 421].contains(response.status))
      #expect(!String(decoding: response.body, as: UTF8.self).contains("Bart"))
    }
    #expect(test.get("/entries.json", headers: foreign).status == 421)
  }

  @Test(
    "A cached page gets 421 for an unknown host too",
    arguments: ["/entries.json", "/manifest.webmanifest", "/?part=results"])
  func kept(target: String) {
    #expect(test.get(target, headers: [("Host", "box")]).status == 200)
    #expect(test.get(target, headers: [("Host", "evil.example")]).status == 421)
  }

  @Test("A request without Host (HTTP/1.0) is answered")
  func noHost() {
    #expect(test.get("/").status == 200)
  }
}
