import HTTPServer
import Testing

@testable import Website

@Suite("Addresses")
struct AddressesTests {
  private let plain = Addresses.root
  private let based = Addresses(base: "/shows/wire/") ?? .root

  private func match(_ target: String, _ addresses: Addresses? = nil, _ method: Method = .get) -> RouteMatch {
    RouteMatch(Array(target.utf8), method, below: (addresses ?? plain).baseBytes)
  }

  private func state(_ match: RouteMatch) -> ListState { ListState(QueryReader(match.query)) }

  private func name(_ match: RouteMatch) -> String { String(decoding: match.name, as: UTF8.self) }

  private var full: ListState {
    var state = ListState()
    state.text = "é & <b>?"
    state.view = .grid
    state.section = "top"
    state.isFavoritesOnly = true
    state.page = 3
    return state
  }

  @Test(
    "Every route is found at its address under any base path",
    arguments: ["", "/", "/a", "shows/wire/"])
  func table(base: String) throws {
    let addresses = try #require(Addresses(base: base))
    for candidate in Route.candidates {
      let target = addresses[candidate.route, "x"] + (candidate.isPart ? "?part=results" : "")
      let found = match(target, addresses, candidate.isPost ? .post : .get)
      // Without a base path the home route is the list's.
      #expect(found.route == candidate.route || candidate.route == .home, "\(target)")
      #expect(found.name.isEmpty || name(found) == "x")
    }
  }

  @Test("A list's address is parsed to the same state")
  func roundTrip() {
    #expect(state(match(plain.list(full))) == full)
    #expect(state(match(plain.list())) == ListState())
    #expect(state(match(plain.entry("bart-simpson", full))) == full)
    #expect(state(match(plain.suggestions("é & b"))).text == "é & b")
    let list = full.with(\.view, nil).with(\.isFavoritesOnly, false)
    #expect(plain.listJSON(full, size: 7) == "/entries.json\(list.query)&size=7")
  }

  @Test("The default list has the shortest address, and defaults are omitted")
  func short() {
    #expect(plain.list() == "/")
    #expect(based.list() == "/shows/wire/")
    #expect(plain.entry("x", ListState()) == "/entries/x")
    #expect(
      based.list(full) == "/shows/wire/?q=%C3%A9%20%26%20%3Cb%3E%3F&section=top&view=grid&favorites=1&page=3")
  }

  @Test(
    "An unknown path has no route",
    arguments: [
      "/nope", "//", "/entries", "/entries/a/b", "/entries/a%2Fb", "/statics/a", "/%", "/%zz",
      "/entries.jsonx", "/favoritesx", "x", "*", "/shows/wire/",
    ])
  func unknown(target: String) {
    #expect(match(target).route == .unknown)
    #expect(match(target, nil, .post).route == .unknown)
  }

  @Test(
    "A wrong method is told apart from an unknown path",
    arguments: [
      ("/", .post), ("/entries/bart", .post), ("/favorites", .post), ("/suggest", .post),
      ("/healthz", .post), ("/static/app.css", .post), ("/language", .get), ("/favorites/add?ids=x", .get),
      ("/favorites/bart", .get),
    ] as [(String, Method)])
  func otherMethod(target: String, method: Method) {
    #expect(match(target, nil, method).route == .otherMethod)
  }

  @Test("A percent-encoded path is decoded")
  func encoded() {
    #expect(match("/%65ntries/b%61rt").route == .entry)
    #expect(name(match("/entries/b%61rt")) == "bart")
  }

  @Test("Percent-encoded control characters are part of a name and do not cut it")
  func controls() {
    #expect(match("/entries/bart%00.json").route == .entryJSON)
    #expect(name(match("/entries/bart%00.json")) == "bart\0")
    #expect(name(match("/entries/bart%0d%0aX")) == "bart\r\nX")
  }

  @Test("The base path without its slash is the home route; a longer name is unknown")
  func base() {
    #expect(match("/shows/wire", based).route == .home)
    #expect(match("/shows/wire?q=x", based).route == .home)
    #expect(match("/shows/wires/", based).route == .unknown)
    #expect(match("/", based).route == .unknown)
  }

  @Test("A base path with other than plain names is refused", arguments: ["/a b", "/a/../b", "/ä", "/a?b"])
  func badBase(base: String) {
    #expect(Addresses(base: base) == nil)
  }

  @Test(
    "part=results anywhere in the query requests only the results",
    arguments: [
      ("/?part=results", true), ("/?q=x&part=results", true), ("/?part=results&q=x", true),
      ("/?part=resultsx", false), ("/?xpart=results", false), ("/?q=part=results", false), ("/?part=", false),
    ])
  func part(target: String, isPart: Bool) {
    #expect(match(target).route == (isPart ? .results : .list))
  }

  @Test(
    "Invalid parts of a list's query are ignored",
    arguments: [
      ("/?q=100%", "100%"), ("/?q=%zz", "%zz"), ("/?q=a+b%2Bc", "a b+c"), ("/?q=%ff", "\u{FFFD}"),
      ("/?q=x&q=y", "x"), ("/?&&q=x", "x"), ("/?q", ""), ("/?x=q", ""), ("/?q==", "="),
    ])
  func forgiving(target: String, text: String) {
    #expect(match(target).route == .list)
    #expect(state(match(target)).text == text)
  }

  @Test("Invalid values of page and view mean the defaults")
  func invalidValues() {
    for query in ["page=0", "page=-1", "page=x", "page=99999999999999999999", "view=x", "view="] {
      #expect(state(match("/?\(query)")) == ListState())
    }
  }

  @Test(
    "An invalid query of the JSON list gets 400 with the reason",
    arguments: [
      ("page=0", "page must be a whole number from 1"), ("size=x", "size must be a whole number from 1"),
      ("size=501", "size must be at most 500"),
    ])
  func strict(query: String, sentence: String) throws {
    let response = try TestSite(TestSite.cast).get("/entries.json?\(query)")
    #expect(response.status == 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains(sentence))
  }
}
