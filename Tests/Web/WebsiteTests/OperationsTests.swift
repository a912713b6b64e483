import HTTPServer
import System
import Testing

@testable import Website

@Suite("Health and metrics")
struct OperationsTests {
  private func answer(
    _ target: String, base: String = "/a", method: Method = .get, headers: [(String, String)] = [],
    peer: String = "127.0.0.1", scrapers: [String] = [],
    isReady: Bool = true
  ) throws -> Response {
    let reports = OperatorReports(
      scrapers: scrapers.compactMap { AddressRange($0) }, health: { (isReady, "ok: \($0.entries)") },
      metrics: { _ in ("text/x", [65]) })
    let test = try TestSite(TestSite.cast, base: base, reports: reports)
    return test.site.answer(Request(method: method, target: target, headers: headers, peer: peer)).response
  }

  @Test("/healthz is answered under the base path and without it")
  func health() throws {
    for target in ["/healthz", "/healthz?x", "/a/healthz"] {
      let response = try answer(target, headers: [("Host", "box.local:99")])
      #expect(response.status == 200)
      #expect(response.body == Array("ok: 3\n".utf8))
      #expect(response.headers.contains { $0 == ("Cache-Control", "no-store") })
    }
    #expect(try answer("/healthz", base: "").status == 200)
    let refused = try answer("/healthz", method: .post)
    #expect(refused.status == 405)
    #expect(refused.header("Allow") == "GET, HEAD")
    for target in ["/a/healthz/", "/a/health", "/b/healthz", "/m", "/metricsx"] {
      #expect(try answer(target).status == 404)
    }
  }

  @Test("A wrong method is refused with those of the path")
  func methods() throws {
    #expect(try answer("/a/language").header("Allow") == "POST")
    #expect(try answer("/a/", method: .post).header("Allow") == "GET, HEAD")
  }

  @Test("While the site is not ready, /livez gets 200 and /healthz 503")
  func notReady() throws {
    for target in ["/livez", "/a/livez"] {
      let response = try answer(target, isReady: false)
      #expect(response.status == 200)
      #expect(response.body == Array("alive\n".utf8))
    }
    let response = try answer("/a/healthz", isReady: false)
    #expect(response.status == 503)
    #expect(response.body == Array("ok: 3\n".utf8))
  }

  @Test(
    "An unknown host gets 421",
    arguments: ["/healthz", "/livez", "/metrics", "/a/healthz", "/a/metrics"])
  func foreign(target: String) throws {
    let response = try answer(target, headers: [("Host", "evil.example")])
    #expect(response.status == 421)
    #expect(!response.body.starts(with: "ok".utf8) && response.body != [65])
  }

  @Test(
    "Metrics are limited to this machine and the named networks, without a proxy",
    arguments: [
      ("127.0.0.1", nil, 200), ("::1", nil, 200), ("192.168.1.5", nil, 403), ("10.1.2.3", nil, 200),
      ("fd00::7", nil, 200), ("127.0.0.1", "X-Forwarded-For", 403), ("10.1.2.3", "Via", 403),
      ("127.0.0.1", "Forwarded", 403), ("127.0.0.1", "X-Real-IP", 403),
      ("127.0.0.1", "X-Forwarded-Host", 403),
      ("127.0.0.1", "X-Forwarded-Proto", 403), ("127.0.0.1", "CF-Connecting-IP", 403), ("-", nil, 403),
    ] as [(String, String?, Int)])
  func metrics(peer: String, header: String?, status: Int) throws {
    let response = try answer(
      "/metrics", headers: header.map { [($0, "127.0.0.1")] } ?? [], peer: peer,
      scrapers: ["10.0.0.0/8", "fd00::/8"])
    #expect(response.status == status)
    #expect((response.body == [65]) == (status == 200))
  }

  @Test(
    "Requests are counted by route name",
    arguments: [
      ("/a", "list"), ("/a/", "list"), ("/a/?q=x", "list"), ("/a/entries/bart", "entry"),
      ("/a/entries/bart?q=x", "entry"), ("/a/entries/bart.json", "entry_json"),
      ("/a/entries.json?size=5", "list_json"),
      ("/a/suggest?q=x", "suggest"), ("/a/pictures/x", "picture"), ("/a/map/x.svg", "map"),
      ("/a/static/1/app.css", "asset"), ("/a/favorites", "favorites"), ("/a/favorites/open", "favorites"),
      ("/a/favorites.json", "favorites"), ("/a/opensearch.xml", "opensearch"), ("/healthz", "health"),
      ("/a/livez", "health"),
      ("/a/metrics", "metrics"), ("/a/connect", "connect"), ("/a/manifest.webmanifest", "manifest"),
      ("/a/service-worker.js", "service_worker"), ("/a/offline", "other"),
      ("/", "other"), ("/b", "other"), ("/ab", "other"), ("/a/../etc", "other"),
      ("*", "other"), ("", "other"),
    ])
  func names(target: String, name: String) throws {
    let addresses = try #require(Addresses(base: "/a"))
    let match = RouteMatch(Array(target.utf8), .get, below: addresses.baseBytes)
    #expect(Site.routeNames[match.route.nameIndex] == name)
  }
}
