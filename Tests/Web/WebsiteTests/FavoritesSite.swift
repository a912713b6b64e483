import Catalogs
import Favorites
import HTTPServer
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Website

/// A site with favorites in memory, and a browser that visits it.
struct MarkedSite {
  /// A placeholder for the browser's own cookie.
  static let own = "own"

  /// The cookie of the browser.
  private final class Jar: Sendable {
    let value = Mutex(MemoryFavorites.key.text(of: .random()))
  }

  private let jar = Jar()
  let test: TestSite
  let store = MemoryFavorites()

  init(base: String = "", sections: [Section] = [], origins: [String] = []) throws {
    test = try TestSite(TestSite.cast, sections: sections, base: base, favorites: store, origins: origins)
  }

  /// Sends the form of a star as a page of the site does.
  func post(
    _ target: String, _ body: String = "", cookie: String? = own, type: String? = nil,
    headers: [(String, String)] = [("Origin", "http://box:8080")]
  ) -> Response {
    var headers = [("Host", "box:8080")] + headers
    if let type { headers.append(("Content-Type", type)) }
    if let cookie { headers.append(("Cookie", "dramatis-test=\(value(of: cookie))")) }
    let answer = test.get(target, headers: headers, method: .post, body: body)
    let given = answer.header("Set-Cookie")?.split(separator: ";").first?.split(separator: "=")
    if cookie == Self.own, let given, given[0] == "dramatis-test" {
      jar.value.withLock { $0 = String(given[1]) }
    }
    return answer
  }

  /// The value of the browser's cookie.
  var visitor: String { jar.value.withLock { $0 } }

  /// The visitor of the browser's cookie.
  var visitorID: VisitorID? { VisitorID(visitor.prefix(32)) }

  private func value(of cookie: String) -> String { cookie == Self.own ? visitor : cookie }

  func page(_ target: String, cookie: String? = own) -> String {
    String(decoding: get(target, cookie: cookie).body, as: UTF8.self)
  }

  func get(_ target: String, cookie: String? = own, headers: [(String, String)] = []) -> Response {
    let cookies = cookie.map { [("Cookie", "dramatis-test=\(value(of: $0))")] } ?? []
    return test.get(target, headers: [("Host", "box:8080")] + cookies + headers)
  }

  /// Ids of the visitor's favorites.
  var marked: [String] {
    visitorID.flatMap { store.lists[$0] }?.favorites.map(\.id) ?? []
  }

  /// The title of an entry.
  func title(of id: String) -> String? { test.site.published.value.context.entry(id)?.title }

  /// Adds a favorite that was never in the catalog.
  func markLost() throws {
    let visitor = try #require(visitorID)
    let lost = try #require(Favorite(id: "lost-one", title: "Lost <One>", addedAt: 0))
    _ = try store.apply(.add(lost), for: visitor)
  }
}

extension VisitorCookie {
  /// The value of `Set-Cookie` for a new visitor over plain http.
  func header(_ visitor: VisitorID) -> String {
    headers(visitor, replacing: SentVisitor(), isSecure: false)[0]
  }
}
