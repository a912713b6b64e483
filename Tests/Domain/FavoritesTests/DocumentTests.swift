import Favorites
import JSON
import Testing

@Suite struct DocumentTests {
  private func faults(_ document: String) -> [String] {
    do {
      _ = try FavoriteList(importing: Array(document.utf8), show: "simpsons")
      return []
    } catch FavoritesError.notUnderstood(let faults) {
      return faults.map(\.description)
    } catch {
      return ["\(error)"]
    }
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
    #expect(try FavoriteList(importing: list.exported(show: "x"), show: "x").favorites == list.favorites)
  }

  @Test("A list of 10,000 favorites with the longest ids and titles fits into the import limit")
  func longest() throws {
    let list = try FavoriteList(
      (0..<10_000).map { try #require(Favorite(id: "entry-\($0)", title: "Entry", addedAt: 0)) })
    #expect(try FavoriteList(importing: list.exported(show: "simpsons"), show: "simpsons") == list)

    let long = try #require(
      Favorite(
        id: String(repeating: "x", count: 200), title: String(repeating: "\"", count: 300), addedAt: 0))
    #expect(try FavoriteList([long]).exported(show: "simpsons").count * 10_000 < FavoriteList.importLimit)
  }

  @Test(
    "Each fault of a document is reported",
    arguments: [
      ("[]", ["expected an object"]),
      (#"{"version": 1, "show": "simpsons"}"#, ["entries: is missing"]),
      (#"{"version": 3, "show": "simpsons", "entries": []}"#, ["version: expected at most 2, found 3"]),
      (#"{"version": 0, "show": "simpsons", "entries": []}"#, ["version: expected a version from 1 to 2"]),
      (
        #"{"version": 1, "show": "wire", "entries": []}"#,
        [#"the favorites are from another show, "wire""#]
      ),
      (#"{"version": 1, "show": "simpsons", "entries": {}}"#, ["entries: expected an array"]),
      (
        #"""
        {"version": 1, "show": "simpsons", "color": 1, "entries": [
          {"id": "Bart", "title": "Bart", "time": "2026-11-20T19:45:10Z"},
          {"id": "lisa", "title": "", "time": "2026-02-30T19:45:10Z"}, 3,
          {"id": "homer", "title": "Homer", "time": "2026-11-20T19:45:10Z", "note": ""}]}
        """#,
        [
          "color: unknown key", "entries.0.id: expected an id", "entries.1.time: expected a time",
          "entries.1.title: expected a title", "entries.2: expected an object",
          "entries.3.note: unknown key",
        ]
      ),
    ])
  func refused(document: String, expected: [String]) {
    let found = faults(document)
    #expect(found.count == expected.count)
    for (line, start) in zip(found, expected) {
      #expect(line.hasPrefix(start))
    }
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
    #expect(faults(document) == ["entries.0.time: expected a time like 2026-11-20T19:45:10Z"])
  }

  @Test("The first 20 faults are reported")
  func manyFaults() {
    let document =
      #"{"version": 1, "show": "simpsons", "entries": ["#
      + Array(repeating: "1", count: 100).joined(separator: ",") + "]}"
    #expect(faults(document).count == 21)
    #expect(faults(document).last == "… and more")
  }

  @Test("More than 10,000 entries are a fault")
  func tooMany() {
    let entries = (0...10_000).map { #"{"id":"e-\#($0)","title":"E","time":"2026-11-20T19:45:10Z"}"# }
    let document =
      #"{"version": 1, "show": "simpsons", "entries": [\#(entries.joined(separator: ","))]}"#
    #expect(faults(document) == ["entries: a list holds at most 10000 favorites"])
  }

  @Test("Unknown keys are reported without their values")
  func unknownContents() {
    let bomb = "[" + String(repeating: #"{"":{"":{"":1}}},"#, count: 10_000) + "0]"
    let found = faults(
      #"{"version": 1, "x": \#(bomb), "//": \#(bomb), "show": "simpsons", "entries": [], "\#(bomb.filter(\.isNumber))": 1}"#
    )
    #expect(found.count == 2)
    #expect(found.last?.hasPrefix("x: unknown key") == true)
    #expect(found.allSatisfy { $0.utf8.count < 200 })
  }

  @Test("Oversized entries and show names end the import")
  func excess() {
    let values = Array(repeating: "0", count: 100_001).joined(separator: ",")
    #expect(faults("[\(values)]").first?.hasPrefix("it holds more than 100000 values (line 1, byte ") == true)
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
    let list = try FavoriteList(importing: Array(document.utf8), show: "simpsons")
    #expect(list.favorites.map(\.title) == ["B"])
  }

  @Test("Entries of lists in a document of version 2 join the favorites")
  func lists() throws {
    let entry = #"{"id": "bart", "title": "Bart", "time": "2026-11-20T19:45:10Z"}"#
    let list = #"{"id": "seen", "name": "Seen", "color": "red", "entries": [\#(entry)]}"#
    let document = #"{"version": 2, "show": "simpsons", "entries": [], "lists": [\#(list), \#(list)]}"#
    let read = try FavoriteList(importing: Array(document.utf8), show: "simpsons")
    #expect(read.favorites.map(\.id) == ["bart"])
    #expect(faults(#"{"version": 2, "show": "simpsons", "entries": [], "lists": [3]}"#).count == 1)
  }
}
