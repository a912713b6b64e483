import Catalogs
import Feeds
import JSON
import Testing
import Text

extension RecordsTests {
  @Test("A charset can be stated; a sheet only of a spreadsheet")
  func stated() throws {
    func titles(_ setting: String) throws -> [FeedText] {
      let answer = FeedAnswer(Array("name,town\n".utf8) + [0xCF, 0xE0, 0x2C, 0x61, 0x0A])
      return try feed(#"{"title": "name"}"#, more: "\(setting),").decode(answer).entries.map(\.title)
    }
    #expect(try titles(#""charset": "windows-1251""#) == [.plain("Па")])
    #expect(try titles(#""charset": "windows-1252""#) == [.plain("Ïà")])
    #expect(throws: FeedError.self) { try titles(#""sheet": "A""#) }
  }

  @Test(
    "Every fault of the settings has its path",
    arguments: [
      (
        #"{"kind": "records", "entry": {"title": "a"}}"#,
        ["feed.address: is missing; expected an address, or a file"]
      ),
      (#"{"kind": "records", "file": "x.csv"}"#, ["feed.entry: is missing"]),
      (#"{"kind": "records", "file": "x.csv", "entry": {}}"#, ["feed.entry.title: is missing"]),
      (
        #"{"kind": "records", "file": "x", "format": "xls", "entries": "a[0]", "entry": {"title": "a[", "id": "{", "place": {"latitude": "a"}}}"#,
        [
          "feed.entries: expected names separated by dots",
          "feed.entry.id: expected a path, or a text around {paths}",
          "feed.entry.place: expected a path", "feed.entry.title: expected a path",
          "feed.format: expected \"json\"",
        ]
      ),
    ])
  func faults(json: String, expected: [String]) throws {
    guard case .failure(let error) = FeedKinds.feed(from: try JSONValue(parsing: json.utf8)) else {
      Issue.record("it was taken")
      return
    }
    let told = error.faults.map(\.description)
    #expect(told.count == expected.count && zip(told, expected).allSatisfy { $0.hasPrefix($1) }, "\(told)")
  }

  @Test("An unknown path is reported with the nearest one")
  func unknownPaths() throws {
    let list = #"[{"character": {"name": "A"}, "id": 1}, {"character": {"name": "B"}, "about": "x"}]"#
    let feed = try feed(
      #"{"id": "id", "title": "character.nam", "description": "abaut || more", "link": "zzzzzz"}"#)
    #expect(
      try feed.faults(of: FeedAnswer(Array(list.utf8))).map(\.description) == [
        #"feed.entry.title: "character.nam" is in none of 2 records; did you mean "character.name" (in all 2)?"#,
        #"feed.entry.description: "abaut || more" is in none of 2 records"#,
        #"feed.entry.link: "zzzzzz" is in none of 2 records"#,
      ])
  }
}
