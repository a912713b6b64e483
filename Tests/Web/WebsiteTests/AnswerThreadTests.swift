import Catalogs
import Configuration
import Favorites
import HTTPServer
import TestSupport
import Testing

@testable import Website

@Suite("Threads that make answers")
struct AnswerThreadTests {
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
        )
      })
    let site = try Site(
      SiteParts(
        show: try TestSite.show(),
        catalog: CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content),
        resources: TestSite.reading()
      ) {
        $0.favorites = store
        $0.origins = { ["http://192.168.1.20"] }
        $0.now = TestSite.clock
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
