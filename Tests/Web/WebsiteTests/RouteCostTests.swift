import Catalogs
import Configuration
import Favorites
import Glibc
import HTTPServer
import TestSupport
import Testing

@testable import Website

@Suite("Processor time of routes", .serialized)
struct RouteCostTests {
  /// Routes that may take more than five times as long as the list's page, with the reason.
  private static let costly: [Route: String] = [
    .labels: "a code for each of its labels, on a computing thread",
    .favorites: "up to 500 rows of one visitor, on a computing thread",
  ]

  /// The answer, made on this thread, and the kinds of threads that would make it.
  private static func steps(_ site: Site, _ request: Request) -> (response: Response, threads: [String]) {
    var (answer, threads) = (site.answer(request), [String]())
    while true {
      switch answer {
      case .now(let response): return (response, threads)
      case .later(let make): (answer, threads) = (make(), threads + ["waiting"])
      case .computed(let make): (answer, threads) = (make(), threads + ["computing"])
      }
    }
  }

  private static func world() throws -> (site: Site, cookie: String) {
    let store = MemoryFavorites()
    let content = FeedContent(
      entries: (0..<600).map { number in
        FeedEntry(
          key: "Thing_\(number)", title: .plain("Thing \(number)"),
          description: .plain("Number \(number) of all things, with a short description.")
        ) {
          $0.values = ["Kind \(number % 7)"]
          $0.coordinate = Coordinate(latitude: Double(number % 90), longitude: Double(number % 180))
        }
      }, facts: [FactField("Kind", isFacet: true)])
    let site = try Site(
      SiteParts(
        show: try TestSite.show(),
        catalog: CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content),
        resources: TestSite.reading()
      ) {
        $0.favorites = store
        $0.origins = { ["http://192.168.1.20"] }
        $0.now = TestSite.clock
        $0.reports = OperatorReports(
          scrapers: [], health: { _ in (true, "ok") }, metrics: { _ in ("text/x", []) })
      })
    let star = Request(
      method: .post, target: "/favorites/thing-1", headers: [("Host", "box"), ("Origin", "http://box")],
      body: Array("to=1".utf8))
    let given = try #require(site.answer(star).response.header("Set-Cookie"))
    let visitor = try #require(VisitorID(given.split(separator: "=")[1].prefix(32)))
    let many = try FavoriteList(
      (1...600).map { try #require(Favorite(id: "thing-\($0 % 600)", title: "Thing \($0)", addedAt: $0)) })
    _ = try store.apply(.merge(many), for: visitor)
    return (site, String(given.prefix { $0 != ";" }))
  }

  /// The most expensive target of a route.
  private static func target(_ route: Route, _ number: Int) -> String {
    let isPart = Route.candidates.contains { $0.route == route && $0.isPart }
    let name = route == .asset ? "icons/simpsons.svg" : "thing-7"
    let queries: [Route: String] = [
      .suggestions: "q=t", .results: "q=t", .listJSON: "size=500", .handOver: "ids=thing-1.thing-2",
    ]
    return "\(route.path(name))?\(queries[route] ?? "page=1")&z=\(number)\(isPart ? "&part=results" : "")"
  }

  /// Seconds of this thread's processor time for an answer that is in no cache; the median of several.
  private static func cost(_ site: Site, _ route: Route, _ headers: [(String, String)] = []) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let first = headers.count * 100
    let headers = [("Host", "box"), ("Accept-Encoding", "gzip")] + headers
    let times = (first..<first + 9).map { number in
      let request = Request(target: target(route, number), headers: headers, peer: "192.168.1.7")
      let start = now()
      _ = site.answer(request).response
      return now() - start
    }
    return times.sorted()[times.count / 2]
  }

  @Test("A page takes at most five times the processor time of the list's page, or says why")
  func costs() throws {
    let (site, cookie) = try Self.world()
    // Not the first answer of all, which draws what others share.
    _ = Self.cost(site, .list)
    let list = Self.cost(site, .list, [("Accept", "text/html"), ("Accept", "*/*")])
    for route in Route.candidates.filter({ !$0.isPost }).map(\.route) {
      for headers in [[], [("Cookie", cookie)]] {
        let cost = Self.cost(site, route, headers)
        guard cost > 5 * list else { continue }
        #expect(
          Self.costly[route] != nil,
          "\(route.path("{id}")) takes \(cost / list) times the time of the list's page")
      }
    }
  }

  @Test(
    "What costs processor time is made on a computing thread, after what may wait",
    arguments: ["/labels", "/connect", "/favorites"])
  func threads(target: String) throws {
    let (site, cookie) = try Self.world()
    let request = Request(
      target: target, headers: [("Host", "box"), ("Cookie", cookie)], peer: "192.168.1.7")
    let (response, threads) = Self.steps(site, request)
    #expect(response.status == 200)
    #expect(threads == ["waiting", "computing"])
  }
}
