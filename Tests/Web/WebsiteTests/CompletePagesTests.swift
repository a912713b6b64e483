import Catalogs
import Configuration
import Foundation
import HTTPServer
import TestSupport
import Testing
import Text

@testable import Website

/// Fails for a new page that lacks a link, a template or a file in the export.
@Suite("Each page is complete")
struct CompletePagesTests {
  /// Pages without a link, with the reason.
  private static let withoutLink: [Route: String] = [.results: "the script requests it"]

  /// Pages that a static export lacks, with the reason.
  private static let withoutFile: [Route: String] = [
    .results: "the list contains it", .favorites: "the script of a copy shows them in the list",
    .handOver: "a copy stores favorites in the browser only",
    .connect: "a copy has no address for other devices", .labels: "a copy has no address for other devices",
    .beginning: "a copy is no kiosk",
  ]

  /// Kinds of pages to visit.
  private enum Place: CaseIterable { case device, kiosk }

  private static let world = Result { try World() }
  private let world: World

  init() throws { world = try Self.world.get() }

  /// Sites over templates that name themselves in each page.
  private struct World {
    let device: Site
    let others: [(site: Site, targets: [String])]
    let cookie: String
    let templates: Set<String>

    init() throws {
      // Everything is read before the end.
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let manager = FileManager.default
      for name in ["Templates", "Public", "config"] {
        try manager.copyItem(atPath: "\(TestSite.resources)/\(name)", toPath: "\(folder.path)/\(name)")
      }
      var templates: Set<String> = []
      for path in try manager.subpathsOfDirectory(atPath: "\(folder.path)/Templates") {
        let file = "\(folder.path)/Templates/\(path)"
        guard path.contains(".") else { continue }
        let name = String(path.prefix { $0 != "." })
        templates.insert(name)
        try "<!--@\(name)@-->\(String(contentsOfFile: file, encoding: .utf8))"
          .write(toFile: file, atomically: false, encoding: .utf8)
      }
      self.templates = templates
      let resources = Resources(folder.path)
      let favorites = MemoryFavorites()
      let content = FeedContent(
        entries: TestSite.cast
          + (0..<10).map { FeedEntry(key: "\($0)", title: .plain("Number \($0)")) } + [
            FeedEntry(
              key: "Ada", title: .plain("Ada"), description: .plain("Knows Zoë."),
              picture: "https://example.org/ada.png"
            ) {
              $0.values = ["1947", "Alive", "Bart Simpson"]
            },
            FeedEntry(key: "Spot", title: .plain("Spot")) {
              $0.coordinate = Coordinate(latitude: 1, longitude: 2)
            },
          ],
        facts: [
          FactField("Born", isOrder: true), FactField("Status", isFacet: true), FactField("Brother"),
        ])
      let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content)
      func site(
        _ show: Show, _ provenance: Provenance = .file, at addresses: Addresses = .root,
        _ set: (inout SiteParts) -> Void = { _ in }
      ) throws -> Site {
        try Site(
          SiteParts(
            show: show, catalog: catalog, provenance: provenance, addresses: addresses,
            resources: ResourceReading(of: show, in: resources)
          ) {
            $0.now = TestSite.clock
            set(&$0)
          })
      }
      device = try site(TestSite.show()) { $0.favorites = favorites }
      let shelf = Shelf()
      shelf.replace(with: [ShelfShow(name: "a", base: "/a", site: device)])
      var onShelf = Addresses.root
      onShelf.shelf = "/all"
      others = [
        (try site(TestSite.show(), at: onShelf), ["/"]),
        (try site(TestSite.show(rows: "stories"), .bundled), ["/"]),
        (try site(TestSite.show(rows: "titles")), ["/", "/?view=table"]),
        (try Site(shelf: shelf, addresses: .root, resources: resources), ["/"]),
        (
          try site(TestSite.show()) {
            $0.search = WebSearch(
              suggestions: { _, _ in [] },
              results: .init(address: { $0 }, origin: "https://find.example", isFramed: { true }))
          }, ["/"]
        ),
      ]
      let star = Request(
        method: .post, target: "/favorites/zoe", headers: [("Host", "box"), ("Origin", "http://box")],
        body: Array("to=1".utf8))
      others[1].0.noteFailure(at: 0)
      let given = try #require(device.answer(star).response.header("Set-Cookie"))
      cookie = String(given.prefix { $0 != ";" })
    }

    func get(_ target: String, from site: Site? = nil, accept: String = "text/html") -> Response {
      let headers = [("Host", "box"), ("Cookie", cookie), ("Accept", accept)]
      return (site ?? device).answer(Request(target: target, headers: headers, peer: "192.168.1.7")).response
    }
  }

  /// A target of each route.
  private static func target(_ route: Route, _ place: Place) -> String {
    let isPart = Route.candidates.contains { $0.route == route && $0.isPart }
    return "\(route.path("zoe"))?ids=bart-simpson\(isPart ? "&part=results" : "")"
      + (place == .kiosk ? "&kiosk=1" : "")
  }

  private func page(_ route: Route, _ place: Place) -> String? {
    let answer = world.get(Self.target(route, place))
    guard answer.status == 200, answer.header("Content-Type")?.hasPrefix("text/html") == true else {
      return nil
    }
    return String(decoding: answer.body, as: UTF8.self)
  }

  /// Routes that answer GET with HTML.
  private var pages: [Route] {
    Route.candidates.filter { !$0.isPost }.map(\.route)
      .filter { route in Place.allCases.contains { page(route, $0) != nil } }
  }

  private static func route(_ target: String) -> Route {
    let get = RouteMatch(Array(target.utf8), .get, below: []).route
    return get == .otherMethod ? RouteMatch(Array(target.utf8), .post, below: []).route : get
  }

  /// Routes of all links and forms that a crawl finds; it follows up to three targets of each route.
  private func linked(from start: String) -> Set<Route> {
    var (targets, found) = ([start], [Route: Set<String>]())
    while let target = targets.popLast() {
      let answer = world.get(target)
      guard answer.header("Content-Type")?.hasPrefix("text/html") == true else { continue }
      let links = String(decoding: answer.body, as: UTF8.self)
        .matches(of: /(?:(?:href|action|formaction)="|url=)(?:http:\/\/box)?(\/[^"#]*)/).map {
          String($0.1).replacing("&amp;", with: "&")
        }
      for link in links where found[Self.route(link), default: []].count < 3 {
        if found[Self.route(link), default: []].insert(link).inserted { targets.append(link) }
      }
    }
    return Set(found.keys)
  }

  @Test("Links lead from the list to each page")
  func links() {
    let linked = linked(from: "/").union(linked(from: "/?kiosk=1"))
    for route in pages where Self.withoutLink[route] == nil && !linked.contains(route) {
      Issue.record("no page links to \(route.path("{id}")) (\(route))")
    }
  }

  @Test("Each page has a template, and each template a page")
  func templates() {
    func names(_ text: String) -> Set<String> {
      Set(text.matches(of: /@([a-z\/-]+)@/).map { String($0.1) })
    }
    var rendered: Set<String> = []
    for route in pages {
      for page in Place.allCases.compactMap({ page(route, $0) }) {
        #expect(!names(page).isEmpty, "\(route.path("{id}")) (\(route)) has no template")
        rendered.formUnion(names(page))
      }
    }
    let more = [
      "/?view=grid", "/?q=s", "/?q=qq", "/entries/spot", "/entries/ada", "/nowhere", "/?favorites=1",
      "/entries/adda",
    ]
    for target in more { rendered.formUnion(names(String(decoding: world.get(target).body, as: UTF8.self))) }
    for (site, targets) in world.others {
      for target in targets {
        rendered.formUnion(names(String(decoding: world.get(target, from: site).body, as: UTF8.self)))
      }
    }
    let star = Request(
      method: .post, target: "/favorites/ada",
      headers: [("Host", "box"), ("Origin", "http://box"), ("Accept", "application/json")],
      body: Array("to=1".utf8))
    rendered.formUnion(names(String(decoding: world.device.answer(star).response.body, as: UTF8.self)))
    // Only a show that covers spoilers has curtains: Tests/Network/test_spoilers.py reads them.
    for name in world.templates.subtracting(rendered).subtracting(["curtain"]).sorted() {
      Issue.record("no page renders the template \(name)")
    }
  }

  @Test("A static export has each page")
  func files() throws {
    let site = try Site(
      SiteParts(
        show: try TestSite.show(), catalog: TestSite.catalog(TestSite.cast), addresses: .ofCopy,
        resources: TestSite.reading()
      ) {
        $0.favorites = MemoryFavorites()
        $0.now = TestSite.clock
      })
    var files: Set<String> = []
    var copy = SiteCopy(of: site) { path, _ in files.insert(path) }
    _ = try copy.make()
    for route in pages where Self.withoutFile[route] == nil {
      let file = CopiedFile(route.path("zoe"), in: "en", ending: "html").path
      if !files.contains(file) { Issue.record("the export has no file \(file) (\(route))") }
    }
  }
}
