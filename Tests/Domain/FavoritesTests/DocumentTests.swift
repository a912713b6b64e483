import Favorites
import TestSupport
import Testing

@Suite struct DocumentTests {
  private func read(_ document: [UInt8], show: String = "simpsons") throws -> FavoriteList {
    try FavoriteList(stored: document, show: show, place: "the list")
  }

  private func fault(_ document: String) -> String? {
    thrown(FavoritesError.self) { try read(Array(document.utf8)) }.map(\.description)
  }

  @Test("An exported document is readable, with one entry a line")
  func readable() throws {
    let bart = try #require(Favorite(id: "bart", title: "Bart \"El Barto\"", addedAt: 1_795_203_910))
    let lisa = try #require(Favorite(id: "lisa", title: "Lisa", addedAt: 0))
    let text = String(decoding: try FavoriteList([bart, lisa]).exported(show: "simpsons"), as: UTF8.self)
    #expect(
      text == """
        {
          "version": 1,
          "show": "simpsons",
          "entries": [
            {"id":"bart","title":"Bart \\"El Barto\\"","time":"2026-11-20T19:45:10Z"},
            {"id":"lisa","title":"Lisa","time":"1970-01-01T00:00:00Z"}
          ]
        }

        """)
  }

  @Test(
    "An exported list is imported unchanged",
    arguments: [0, 951_782_400, 1_709_164_800, 4_107_542_400, 253_402_300_799])
  func roundTrip(time: Int) throws {
    let title = String(repeating: "\"", count: 298) + "é"
    let list = try FavoriteList(
      [try #require(Favorite(id: "bart", title: title, addedAt: time))])
    #expect(try read(list.exported(show: "x"), show: "x").favorites == list.favorites)
  }

  @Test("A list of 10,000 favorites with the longest ids and titles fits into the limit")
  func longest() throws {
    let list = try FavoriteList(
      (0..<10_000).map { try #require(Favorite(id: "entry-\($0)", title: "Entry", addedAt: 0)) })
    #expect(try read(list.exported(show: "simpsons")) == list)

    let long = try #require(
      Favorite(
        id: String(repeating: "x", count: 200), title: String(repeating: "\"", count: 300), addedAt: 0))
    #expect(try FavoriteList([long]).exported(show: "simpsons").count * 10_000 < FavoriteList.sizeLimit)
  }

  @Test(
    "A document of a newer program or another show is refused, and anything else is damaged",
    arguments: [
      ("[]", "the list is damaged: expected a version, a show and entries"),
      (#"{"version": 1"#, "the list is damaged: "),
      (#"{"version": 1, "show": "simpsons"}"#, "the list is damaged: expected a version, a show and entries"),
      (
        #"{"version": 1, "show": "simpsons", "entries": {}}"#,
        "the list is damaged: expected a version, a show"
      ),
      (
        #"{"version": 0, "show": "simpsons", "entries": []}"#,
        "the list is damaged: expected a version, a show"
      ),
      (
        #"{"version": 3, "show": "simpsons", "entries": []}"#,
        "the list is not used: it has version 3, and this program reads up to 2"
      ),
      (
        #"{"version": 1, "show": "wire", "entries": []}"#,
        #"the list is not used: it belongs to the show "wire""#
      ),
      (
        #"{"version": 1, "show": "simpsons", "entries": [{"id": "Bart", "title": "B", "time": "2026-11-20T19:45:10Z"}]}"#,
        "the list is damaged: entry 1 has no id, title or time"
      ),
      (
        #"{"version": 2, "show": "simpsons", "entries": [], "lists": [3]}"#,
        "the list is damaged: entry 1 has no id, title or time"
      ),
    ])
  func refused(document: String, expected: String) {
    #expect(fault(document)?.hasPrefix(expected) == true)
  }

  @Test(
    "A time in another format is a fault",
    arguments: [
      "2026-11-20", "2026-11-20T19:45:10+01:00", "2026-11-20 19:45:10Z", "2026-11-20T24:00:00Z", "10",
      "2026-11-20T19:45:60Z", "1969-12-31T23:59:59Z", "2026-13-01T00:00:00Z", "2026-1-020T19:45:10Z",
    ])
  func times(time: String) {
    let entry = #"{"id": "bart", "title": "Bart", "time": "\#(time)"}"#
    let document = #"{"version": 1, "show": "simpsons", "entries": [\#(entry)]}"#
    #expect(fault(document) == "the list is damaged: entry 1 has no id, title or time")
  }

  @Test("More than twice as many entries as a visitor may have are a fault, and so are 100,001 values")
  func tooMany() {
    let entries = (0...20_000).map { #"{"id":"e-\#($0)","title":"E","time":"2026-11-20T19:45:10Z"}"# }
    let document =
      #"{"version": 1, "show": "simpsons", "entries": [\#(entries.joined(separator: ","))]}"#
    #expect(fault(document) == "the list is damaged: a list holds at most 10000 favorites")
    let values = Array(repeating: "0", count: 100_001).joined(separator: ",")
    #expect(fault("[\(values)]")?.hasPrefix("the list is damaged: it holds more than 100000 values") == true)
  }

  @Test("The last of duplicate \"entries\" keys counts, and the first of duplicate entries")
  func repeated() throws {
    func entry(_ id: String, _ title: String) -> String {
      #"{"id": "\#(id)", "title": "\#(title)", "time": "2026-11-20T19:45:10Z"}"#
    }
    let document = #"""
      {"version": 1, "show": "simpsons", "entries": [\#(entry("a", "A"))],
       "entries": [\#(entry("b", "B")), \#(entry("b", "C"))]}
      """#
    let list = try self.read(Array(document.utf8))
    #expect(list.favorites.map(\.title) == ["B"])
  }

  @Test("Entries of lists in a document of version 2 join the favorites")
  func lists() throws {
    let entry = #"{"id": "bart", "title": "Bart", "time": "2026-11-20T19:45:10Z"}"#
    let list = #"{"id": "seen", "name": "Seen", "color": "red", "entries": [\#(entry)]}"#
    let document = #"{"version": 2, "show": "simpsons", "entries": [], "lists": [\#(list), \#(list)]}"#
    let read = try self.read(Array(document.utf8))
    #expect(read.favorites.map(\.id) == ["bart"])
  }
}
