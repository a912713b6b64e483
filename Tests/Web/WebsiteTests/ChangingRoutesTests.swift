import Favorites
import HTTPServer
import TestSupport
import Testing

@testable import Website

@Suite("Routes with changes")
struct ChangingRoutesTests {
  private static let store = MemoryFavorites()

  /// One site for requests with and without `kiosk=1`.
  private static let site = Result { try TestSite(TestSite.cast, favorites: store) }

  private static let visitor = VisitorID.random()

  /// A target of each route.
  private func target(_ route: Route) -> String { "\(route.path("bart-simpson"))?kiosk=1&ids=zoe&q=a&to=de" }

  private func ask(_ route: Route, _ method: Method, isKiosk: Bool, _ headers: [(String, String)]) throws
    -> Response
  {
    let id = MemoryFavorites.key.text(of: Self.visitor)
    let cookies = "dramatis-test=\(id); dramatis-kiosk-test=\(id)"
    let target = isKiosk ? target(route) : target(route).replacing("kiosk=1&", with: "")
    return try Self.site.get().get(
      target, headers: [("Host", "box"), ("Cookie", cookies)] + headers, method: method, body: "to=1")
  }

  private func mark() throws -> [VisitorID: FavoriteList] {
    let favorite = try #require(Favorite(id: "bart-simpson", title: "Bart", addedAt: 1))
    _ = try Self.store.apply(.add(favorite), for: Self.visitor)
    return Self.store.lists
  }

  @Test("GET changes nothing, on any route and from any origin", arguments: Route.allCases, [true, false])
  func reading(route: Route, isKiosk: Bool) throws {
    let lists = try mark()
    let foreign = [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site")]
    for headers in [[], foreign, [("Origin", "http://box"), ("Referer", "http://box/")]] {
      let answer = try ask(route, .get, isKiosk: isKiosk, headers)
      #expect(answer.header("Set-Cookie") == nil && answer.header("Clear-Site-Data") == nil)
      #expect(Self.store.lists == lists)
    }
  }

  @Test("POST from a foreign or missing Origin changes nothing", arguments: Route.allCases, [true, false])
  func sending(route: Route, isKiosk: Bool) throws {
    let lists = try mark()
    let isChange = Route.candidates.contains { $0.route == route && $0.isPost }
    for headers in [
      [], [("Origin", "null")], [("Origin", "http://box:81")], [("Origin", "https://box")],
      [("Origin", "http://box"), ("Sec-Fetch-Site", "same-site")], [("Referer", "http://evil.example/")],
    ] {
      let answer = try ask(route, .post, isKiosk: isKiosk, headers)
      #expect([403, 404, 405].contains(answer.status), "\(route)")
      #expect(!isChange || answer.status != 405, "\(route)")
      #expect(answer.header("Set-Cookie") == nil && answer.header("Clear-Site-Data") == nil)
      #expect(Self.store.lists == lists)
    }
  }

  @Test("This list of changing routes is complete")
  func complete() {
    let changes = Route.candidates.filter(\.isPost).map(\.route)
    #expect(changes == [.merge, .star, .language, .appearance, .restart])
  }
}
