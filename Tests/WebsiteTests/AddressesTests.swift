import Testing

@testable import Website

@Suite("Addresses")
struct AddressesTests {
  private let plain = Addresses.root
  private let based = Addresses(base: "/shows/wire/") ?? .root

  private func route(_ target: String, _ addresses: Addresses? = nil) -> Route? {
    try? (addresses ?? plain).route(of: Array(target.utf8))
  }

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
    "What is written is read back the same, under any base path", arguments: ["", "/", "/a", "shows/wire/"])
  func roundTrip(base: String) throws {
    let addresses = try #require(Addresses(base: base))
    #expect(route(addresses.list(full), addresses) == .list(full))
    #expect(route(addresses.list(), addresses) == .list(ListState()))
    #expect(route(addresses.entry("bart-simpson", full), addresses) == .entry(id: "bart-simpson", full))
    #expect(route(addresses.entryJSON("x"), addresses) == .entryJSON(id: "x"))
    #expect(route(addresses.picture("x"), addresses) == .picture(id: "x"))
    #expect(route(addresses.asset("app-1.css"), addresses) == .asset(name: "app-1.css"))
    #expect(route(addresses.openSearch, addresses) == .openSearch)
    #expect(
      route(addresses.suggestions("é & b"), addresses)
        == .suggestions(ListState().with(\.text, "é & b"), withResults: false))
    let list = full.with(\.view, .list).with(\.isFavoritesOnly, false)
    #expect(route(addresses.listJSON(list, size: 7), addresses) == .listJSON(list, size: 7))
  }

  @Test("The plain list has the plain address, and defaults are not spelled out")
  func short() {
    #expect(plain.list() == "/")
    #expect(based.list() == "/shows/wire/")
    #expect(plain.entry("x", ListState()) == "/entries/x")
    #expect(
      based.list(full) == "/shows/wire/?q=%C3%A9%20%26%20%3Cb%3E%3F&section=top&view=grid&favorites=1&page=3")
  }

  @Test(
    "What lies elsewhere is unknown",
    arguments: [
      "/nope", "//", "/entries", "/entries/a/b", "/static/../x", "/static/a/b", "/%", "/%zz", "/entries/%ff",
      "/entries.jsonx", "x", "/shows/wire/",
    ])
  func unknown(target: String) {
    #expect(throws: RouteFault.unknown) { try plain.route(of: Array(target.utf8)) }
  }

  @Test("Percent-encoded control characters are part of a name and cut nothing")
  func controls() {
    #expect(route("/entries/bart%00.json") == .entryJSON(id: "bart\0"))
    #expect(route("/entries/bart%0d%0aX") == .entry(id: "bart\r\nX", ListState()))
  }

  @Test("The base path without its slash is home, and what only begins like it is unknown")
  func base() {
    #expect(route("/shows/wire", based) == .home)
    #expect(route("/shows/wire?q=x", based) == .home)
    #expect(route("/shows/wires/", based) == nil)
    #expect(route("/", based) == nil)
  }

  @Test("A base path of other than plain names is refused", arguments: ["/a b", "/a/../b", "/ä", "/a?b"])
  func badBase(base: String) {
    #expect(Addresses(base: base) == nil)
  }

  @Test(
    "A list's query is forgiving",
    arguments: [
      ("/?q=100%", "100%"), ("/?q=%zz", "%zz"), ("/?q=a+b%2Bc", "a b+c"), ("/?q=%ff", "\u{FFFD}"),
      ("/?q=x&q=y", "x"), ("/?&&q=x", "x"), ("/?q", ""), ("/?x=q", ""), ("/?q==", "="),
    ])
  func forgiving(target: String, text: String) {
    guard case .list(let state) = route(target) else { return #expect(Bool(false)) }
    #expect(state.text == text)
  }

  @Test("Nonsense for page and view means the first page and the list")
  func nonsense() {
    for query in ["page=0", "page=-1", "page=x", "page=99999999999999999999", "view=x", "view="] {
      #expect(route("/?\(query)") == .list(ListState()))
    }
  }

  @Test(
    "A script is told what is wrong with its query",
    arguments: [
      ("page=0", "page must be a whole number from 1"), ("size=x", "size must be a whole number from 1"),
      ("size=501", "size must be at most 500"),
    ])
  func strict(query: String, sentence: String) {
    #expect(throws: RouteFault.badQuery(sentence)) {
      try plain.route(of: Array("/entries.json?\(query)".utf8))
    }
  }
}
