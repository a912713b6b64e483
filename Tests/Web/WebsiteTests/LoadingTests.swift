import Catalogs
import System
import TestSupport
import Testing

@testable import HTTPServer
@testable import Website

@Suite("A list that is not read yet")
struct LoadingTests {
  private let phase = ListPhase()
  private let test: TestSite

  init() throws {
    let phase = phase
    let reports = OperatorReports(
      scrapers: [],
      health: { ($0.provenance != .missing, $0.provenance == .missing ? $0.phase.words : "ok") },
      metrics: { _ in ("text/x", []) })
    test = try TestSite(
      [], provenance: .missing, phase: phase, favorites: MemoryFavorites(), reports: reports)
    phase.note(LongWork.Note("reading the list: 40 of 150 MB, 3 s left", .reading, percent: 26))
  }

  private static let targets = [
    "/", "/?q=lisa", "/?favorites=1", "/?part=results", "/entries/lisa-simpson", "/random", "/favorites",
    "/favorites.json", "/pictures/lisa", "/map/lisa.svg", "/map.svg",
  ]

  @Test("Pages of entries get 503 with the progress, and are reloaded", arguments: targets)
  func pages(target: String) {
    let response = test.get(target)
    #expect(response.status == 503)
    #expect(response.header("Retry-After") != nil)
    #expect(response.header("Cache-Control") == "no-store")
    #expect(response.header("Refresh") != nil)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains("<h1>Loading</h1>"))
    #expect(text.contains(">Reading the list: 26%</p>"))
    #expect(!text.contains("Back to the start page") && !text.contains("Try again"))
  }

  @Test("A list that has been read but is not published yet is still loading")
  func unpublished() {
    phase.value = .served
    let response = test.get("/")
    #expect(response.status == 503 && response.header("Refresh") != nil)
  }

  @Test("The page and its progress are in the visitor's language")
  func languages() {
    let german = test.get("/", headers: [("Accept-Language", "de")])
    let text = String(decoding: german.body, as: UTF8.self)
    #expect(text.contains("<h1>Wird geladen</h1>"))
    #expect(text.contains(">Die Liste wird gelesen: 26\u{A0}%</p>"))
    phase.note(LongWork.Note("fetching from example.org: 40 MB", .fetching))
    let french = test.get("/", headers: [("Accept-Language", "fr")])
    #expect(String(decoding: french.body, as: UTF8.self).contains(">Récupération de la liste</p>"))
  }

  @Test("JSON is refused as a problem", arguments: ["/entries.json", "/entries/lisa.json", "/suggest?q=l"])
  func problems(target: String) {
    let response = test.get(target)
    #expect(response.status == 503)
    #expect(response.header("Content-Type") == "application/problem+json")
    #expect(response.header("Retry-After") != nil)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains("\"detail\":\"The list is not ready: reading the list: 40 of 150 MB, 3 s left.\""))
  }

  @Test(
    "Everything else is served",
    arguments: ["/livez", "/connect", "/manifest.webmanifest", "/opensearch.xml"])
  func others(target: String) {
    #expect(test.get(target).status == 200)
  }

  @Test("A star is refused without a change")
  func star() {
    let response = test.get(
      "/favorites/lisa", headers: [("Origin", "http://localhost"), ("Host", "localhost")], method: .post)
    #expect(response.status == 503)
  }

  @Test("The list is served from the moment it is published")
  func published() {
    for target in Self.targets { _ = test.get(target) }
    test.site.publish(TestSite.catalog(TestSite.cast), provenance: .file)
    for target in ["/", "/?q=lisa", "/entries/lisa-simpson", "/entries.json", "/suggest?q=l"] {
      let response = test.get(target)
      #expect(response.status == 200, "\(target)")
      #expect(response.header("Refresh") == nil)
    }
    #expect(test.get("/healthz").body == Array("ok\n".utf8))
  }

  @Test("A list that cannot be read: a plain sentence for visitors, the reason for the operator")
  func failed() {
    phase.value = .waiting("cannot read /srv/list.csv: no such file")
    let response = test.get("/")
    #expect(response.status == 503)
    #expect(response.header("Refresh") == nil)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.contains("<h1>Currently unavailable</h1>"))
    #expect(text.contains(">Try again</a>") && !text.contains("Back to the start page"))
    #expect(!text.contains("list.csv"))
    #expect(!test.text("/entries.json").contains("list.csv"))
    #expect(test.get("/healthz").status == 503)
    #expect(test.text("/healthz") == "cannot read /srv/list.csv: no such file\n")
  }

  @Test(
    "Folders are left out of the progress",
    arguments: [
      ("reading /srv/my lists/plants.csv: 4 of 9 MB", "reading plants.csv: 4 of 9 MB"),
      ("reading the list: 4 of 9 MB", "reading the list: 4 of 9 MB"),
      ("copying other/catalog: 4 of 9 MB", "copying catalog: 4 of 9 MB"),
      ("copying /catalog: 4 of 9 MB", "copying catalog: 4 of 9 MB"),
    ])
  func folders(line: String, shown: String) {
    let note = LongWork.Note(line, .reading)
    phase.note(note)
    #expect(phase.value == .loading(shown, note))
    #expect(test.text("/healthz") == "loading: \(shown)\n")
  }

  @Test("The shelf names a show whose list is being read, without a link")
  func shelf() throws {
    let shelf = Shelf()
    shelf.replace(with: [ShelfShow(name: "one", base: "/one", site: test.site)])
    let front = try Site(shelf: shelf, addresses: .root, resources: TestSite.shared)
    let router = Router(shelf, front: front)
    func page() -> String {
      String(decoding: router.answer(Request(target: "/")).response.body, as: UTF8.self)
    }
    #expect(page().contains("Test Viewer") && page().contains("Loading"))
    phase.value = .waiting("broken")
    #expect(page().contains("Currently unavailable") && !page().contains("broken<"))
  }
}
