import Catalogs
import Favorites
import HTTPServer
import JSON
import Testing

@testable import Website

/// A site that keeps favorites in memory, and one browser that visits it.
struct MarkedSite {
  static let visitor = "0123456789abcdef0123456789abcdef"

  let test: TestSite
  let store = MemoryFavorites()

  init(base: String = "", sections: [Section] = [], origins: [String] = []) throws {
    test = try TestSite(
      TestSite.cast, sections: sections, base: base, favorites: store, origins: origins)
  }

  /// A press on a star, as a page of ours sends it.
  func post(
    _ target: String, _ body: String = "", cookie: String? = visitor, type: String? = nil,
    headers: [(String, String)] = [("Origin", "http://box:8080")]
  ) -> Response {
    var headers = [("Host", "box:8080")] + headers
    if let type { headers.append(("Content-Type", type)) }
    if let cookie { headers.append(("Cookie", "dramatis-test=\(cookie)")) }
    return test.get(target, headers: headers, method: .post, body: body)
  }

  func page(_ target: String, cookie: String? = visitor) -> String {
    String(decoding: get(target, cookie: cookie).body, as: UTF8.self)
  }

  func get(_ target: String, cookie: String? = visitor, headers: [(String, String)] = []) -> Response {
    let cookies = cookie.map { [("Cookie", "dramatis-test=\($0)")] } ?? []
    return test.get(target, headers: [("Host", "box:8080")] + cookies + headers)
  }

  /// Ids of what the visitor has marked.
  var marked: [String] {
    VisitorID(Self.visitor).flatMap { store.lists[$0] }?.favorites.map(\.id) ?? []
  }

  /// Marks an entry that the catalog never had.
  func markLost() throws {
    let visitor = try #require(VisitorID(Self.visitor))
    let lost = try #require(Favorite(id: "lost-one", title: "Lost <One>", addedAt: 0))
    _ = try store.apply(.add(lost), for: visitor)
  }
}

/// A form of one file, as browsers send it.
enum FileForm {
  static let type = "multipart/form-data; boundary=----x1"

  static func body(_ content: String) -> String {
    "------x1\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f.json\"\r\n"
      + "Content-Type: application/json\r\n\r\n\(content)\r\n------x1--\r\n"
  }
}
