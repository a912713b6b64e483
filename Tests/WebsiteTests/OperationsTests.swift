import HTTPServer
import IPAddresses
import Testing

@testable import Website

@Suite("Those who run a show")
struct OperationsTests {
  private func answer(
    _ target: String, base: String = "", method: Method = .get, headers: [(String, String)] = [],
    peer: String = "127.0.0.1", scrapers: [String] = [], isOurs: Bool = true
  ) throws -> Response? {
    let desk = OperationsDesk(
      addresses: try #require(Addresses(base: base)), scrapers: scrapers.compactMap { AddressRange($0) },
      isOurs: { _ in isOurs }, health: { "ok" }, metrics: { ("text/x", [65]) })
    let request = Request(method: method, target: target, headers: headers, peer: peer)
    switch desk.answer(request) {
    case nil: return nil
    case .now(let response): return response
    case .later(let make): return make()
    }
  }

  @Test("Hear that it is well, under the base path and without it")
  func health() throws {
    for target in ["/healthz", "/healthz?x", "/a/healthz"] {
      let response = try #require(try answer(target, base: "/a", headers: [("Host", "10.1.2.3:99")]))
      #expect(response.status == 200)
      #expect(response.body == Array("ok\n".utf8))
      #expect(response.headers.contains { $0 == ("Cache-Control", "no-store") })
    }
    #expect(try answer("/healthz", method: .post)?.status == 405)
    for target in ["/", "/healthz/", "/health", "/b/healthz", "/m", "/map/x.svg", "/metricsx"] {
      #expect(try answer(target, base: "/a") == nil)
    }
  }

  @Test(
    "Are told nothing under a foreign name", arguments: ["/healthz", "/metrics", "/a/healthz", "/a/metrics"])
  func foreign(target: String) throws {
    let response = try #require(try answer(target, base: "/a", isOurs: false))
    #expect(response.status == 421)
    #expect(!response.body.starts(with: "ok".utf8) && response.body != [65])
  }

  @Test(
    "Read the metrics from this machine and the networks that were named, and through no proxy",
    arguments: [
      ("127.0.0.1", nil, 200), ("::1", nil, 200), ("192.168.1.5", nil, 403), ("10.1.2.3", nil, 200),
      ("fd00::7", nil, 200), ("127.0.0.1", "X-Forwarded-For", 403), ("10.1.2.3", "Via", 403),
      ("127.0.0.1", "Forwarded", 403), ("127.0.0.1", "X-Real-IP", 403),
      ("127.0.0.1", "X-Forwarded-Host", 403),
      ("127.0.0.1", "X-Forwarded-Proto", 403), ("127.0.0.1", "CF-Connecting-IP", 403), ("-", nil, 403),
    ] as [(String, String?, Int)])
  func metrics(peer: String, header: String?, status: Int) throws {
    let response = try #require(
      try answer(
        "/metrics", headers: header.map { [($0, "127.0.0.1")] } ?? [], peer: peer,
        scrapers: ["10.0.0.0/8", "fd00::/8"]))
    #expect(response.status == status)
    #expect((response.body == [65]) == (status == 200))
  }

  @Test(
    "Count requests by a few kinds of address",
    arguments: [
      ("/a", .list), ("/a/", .list), ("/a/?q=x", .list), ("/a/entries/bart", .entry),
      ("/a/entries/bart?q=x", .entry), ("/a/entries/bart.json", .entryJSON),
      ("/a/entries.json?size=5", .listJSON),
      ("/a/suggest?q=x", .suggest), ("/a/pictures/x", .picture), ("/a/map/x.svg", .map),
      ("/a/static/app-1.css", .asset), ("/a/favorites", .favorites), ("/a/favorites/bart", .favorites),
      ("/a/favorites.json", .favorites), ("/a/opensearch.xml", .openSearch), ("/healthz", .health),
      ("/a/metrics", .metrics), ("/a/connect", .connect), ("/a/manifest.webmanifest", .manifest),
      ("/a/service-worker.js", .serviceWorker), ("/a/offline", .offline), ("/a/offline2", .other),
      ("/", .other), ("/b", .other), ("/ab", .other), ("/a/../etc", .other),
      ("*", .other), ("", .other),
    ] as [(String, RouteLabel)])
  func labels(target: String, label: RouteLabel) throws {
    let addresses = try #require(Addresses(base: "/a"))
    #expect(addresses.label(of: Array(target.utf8)) == label)
  }
}
