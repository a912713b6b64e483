import Catalogs
import Configuration
import HTTPServer
import Search
import Testing

@testable import Website

@Suite("Threads of answers")
struct ThreadTests {
  fileprivate enum Thread: Hashable {
    case polling, waiting, computing
  }

  /// More entries than prepared rows, with two facets; every 50th entry has a long description.
  private static func site(_ match: SearchMatch, entries count: Int) throws -> Site {
    let long = String(repeating: "All the words of a long story. ", count: 600)
    let content = FeedContent(
      entries: (0..<count).map { number in
        FeedEntry(
          key: "e\(number)", title: .plain("Title \(number)"),
          description: .plain(number % 50 == 49 ? long : "Short.")
        ) {
          $0.values = ["Kind \(number % 7)", "Y\(number)"]
        }
      },
      facts: [FactField("Kind", isFacet: true), FactField("Year", isFacet: true, isOrder: true)])
    let builder = CatalogBuilder(strippedSuffix: nil, match: match) { _ in (.empty, "") }
    return try Site(
      SiteParts(
        show: try TestSite.show(match: match == .prefix ? "prefix" : "contains"),
        catalog: builder.catalog(of: content), resources: TestSite.reading()
      ) {
        $0.now = TestSite.clock
      })
  }

  private func thread(_ site: Site, _ target: String) -> Thread {
    switch site.answer(Request(target: target)) {
    case .now: .polling
    case .later: .waiting
    case .computed: .computing
    }
  }

  @Test(
    "A page of a long list is computed by a worker if it looks at many entries",
    arguments: [
      ("/?z=1", Thread.polling), ("/?page=50", .polling), ("/?view=grid", .polling),
      ("/?sort=-year", .computing),
      ("/entries/e7?z=1", .polling), ("/entries/e7.json", .polling), ("/suggest?q=", .polling),
      ("/?q=t", .computing), ("/?q=t&part=results", .computing), ("/suggest?q=t", .computing),
      ("/random?q=t", .computing), ("/?kind=kind-3", .computing), ("/?kind=kind-3&part=results", .computing),
      ("/?kind=kind-3&sort=year", .computing), ("/entries/e7?q=t", .computing),
      ("/entries/e7?kind=kind-0", .computing), ("/entries/e49", .computing), ("/entries.json", .computing),
      ("/entries.json?q=t", .computing), ("/?favorites=1&q=t", .computing),
    ])
  fileprivate func long(target: String, expected: Thread) throws {
    #expect(thread(try Self.lists.get().long, target) == expected)
  }

  @Test("A computed page is cached and then answered at once")
  func cached() throws {
    let site = try Self.lists.get().long
    let request = Request(target: "/?q=title+12&z=kept")
    guard case .computed(let make) = site.answer(request) else {
      Issue.record("it was made on the polling thread")
      return
    }
    #expect(make().response.status == 200)
    #expect(thread(site, "/?q=title+12&z=kept") == .polling)
  }

  @Test("The number of facet values shrinks with the length of the query")
  func facets() throws {
    let site = try Self.lists.get().facets
    func page(_ query: String, _ path: String = "/") -> String {
      let request = Request(target: "\(path)?\(query)")
      return String(decoding: site.answer(request).response.body, as: UTF8.self)
    }
    func count(_ page: String) -> Int { page.split(separator: "&amp;year=").count - 1 }
    let long = String(repeating: "%C3%A9", count: 50)
    // A text without results: only the values of the whole list are offered.
    #expect(count(page("view=grid&page=2")) == 0)
    #expect(page("z=1").split(separator: "?year=").count == 101)
    let most = page("section=\(long)&z=1")
    #expect(most.utf8.count < page("z=2").utf8.count + 100_000)
    let json = page("section=\(long)", "/entries.json")
    #expect(json.utf8.count < page("z=2", "/entries.json").utf8.count + 100_000)
  }

  private struct Lists {
    let long: Site
    let facets: Site
  }

  /// Made once: 6,000 entries take some tenths of a second.
  private static let lists = Result {
    Lists(long: try site(.contains, entries: 6_000), facets: try site(.prefix, entries: 6_000))
  }
}
