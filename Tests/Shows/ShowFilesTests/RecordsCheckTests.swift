import Feeds
import ShowFiles
import TestSupport
import Testing

@Suite("Checking a show of records")
struct RecordsCheckTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The lines about a show with these settings of its feed, each without the path of its file; those about
  /// records that are not shown too.
  private func check(_ feed: String, icons: String? = nil) throws -> [String] {
    let path = try folder.write(
      "plants.json",
      """
      {
        "name": "Plants", "shortName": "Plants", "packageID": "org.example.plants",
        "feed": { "kind": "records",
          \(feed)
        },
        "looks": { "accent": "#0b5d8a", "tile": "#c9dcef", "pictureAspect": "1:1", "icon": "icons/show.svg" }
      }
      """)
    do throws(ConfigurationFaults) {
      return try ShowFile(path: path).check(shipped: folder.path, icons: icons).map {
        String($0.dropFirst(path.count))
      }
    } catch {
      return error.lines.map { String($0.dropFirst(path.count)) }
    }
  }

  @Test("An unknown path is reported with its line and the nearest one")
  func unknownPath() throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\nBeech,2\n")
    #expect(try check(#""file": "plants.csv", "entry": { "title": "name", "section": "bed" }"#) == [])
    #expect(
      try check(#""file": "plants.csv", "entry": {"# + "\n" + #""title": "nam" }"#) == [
        #":5:1: feed.entry.title: "nam" is in none of 2 records; did you mean "name" (in all 2)?"#
      ])
  }

  @Test("A setting of an earlier version is told and has no effect")
  func formerSetting() throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\nBeech,2\n")
    let lines = try check(
      #""file": "plants.csv", "entry": { "title": "name", "section": "bed" } }, "server": { "offlinePages": false"#
    )
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"server.offlinePages\" has no effect since 1.0") == true, "\(lines)")
  }

  @Test("Paths, the icon and a doubled source are checked beside a fault of the settings")
  func everything() throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\nBeech,2\n")
    let feed =
      #""file": "plants.csv", "address": "https://example.org/", "entry": { "title": "nam" }, "facets": ["Bed"]"#
    let lines = try check(feed, icons: folder.path)
    #expect(lines.count == 4)
    for words in [
      #"feed.facets: "Bed" is not one of the facts"#, #"feed.entry.title: "nam" is in none of 2 records"#,
      "feed.address: is not asked, since the list is in \"file\"",
      "looks.icon: there is no file at \(folder.path)/icons/show.svg",
    ] {
      #expect(lines.contains { $0.contains(words) }, "\(words): \(lines)")
    }
  }

  @Test("Skipped records are counted with an example for each reason")
  func account() throws {
    try folder.write("plants.csv", "name,sku\nMaple,1\nBeech,2\nIvy,2\nAsh,\nAsh,\n,7\n")
    #expect(
      try check(#""file": "plants.csv", "entry": { "id": "sku", "title": "name" }"#) == [
        ": feed.file: 3 entries; skipped 3: equal to another in every field (1, such as \"Ash\"), "
          + "no title (1, such as record 6), the id of another (1, such as \"2\")"
      ])
  }

  @Test("A fault of the list that is repaired is reported with its line")
  func repaired() throws {
    try folder.write("plants.xml", "<a><b><n>Maple</n></b>\n<b><n>Salt & Ivy</n></b></a>")
    #expect(
      try check(#""file": "plants.xml", "entries": "b", "entry": { "title": "n" }"#) == [
        ": feed.file: it is not quite valid XML: an & must be written as &amp;, and is read as such (line 2)"
      ])
  }

  @Test("A fact without values is reported with its line")
  func unknownFact() throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\nBeech,2\n")
    let feed =
      #""file": "plants.csv", "entry": { "title": "name" }, "facts": { "No. of bed": "bed","# + "\n"
      + #""Bed (a.b)": "bd" }, "facets": ["No. of bed"]"#
    #expect(
      try check(feed) == [
        #":5:1: feed.facts.Bed (a.b): "bd" is in none of 2 records; did you mean "bed" (in all 2)?"#
      ])
  }

  private static let wrongLabels = [
    (
      #"{ "Page": "name" }"#, "",
      #"feed.facts.Page: "Page" would be "page" in addresses, which is reserved; choose another label"#
    ),
    (
      #"{ "Bed": "bed", "bed!": "name" }"#, "",
      #"feed.facts.bed!: "Bed" and "bed!" would both be "bed" in addresses; choose another label"#
    ),
    (
      #"{ "Bed": "bed", "Name": "name" }"#, #", "facets": ["Bad"]"#,
      #"feed.facets: "Bad" is not one of the facts; did you mean "Bed"?"#
    ),
    (
      #"{ "Bed": "bed", "Name": "name" }"#, #", "sort": ["Nam"]"#,
      #"feed.sort: "Nam" is not one of the facts; did you mean "Name"?"#
    ),
    (
      "{ \((0..<61).map { "\"F\($0)\": \"name\"" }.joined(separator: ", ")) }", "",
      "feed.facts: holds 61 facts; at most 60 are shown"
    ),
    (
      "{ \((0..<6).map { "\"F\($0)\": \"name\"" }.joined(separator: ", ")) }",
      ", \"facets\": [\((0..<5).map { "\"F\($0)\"" }.joined(separator: ", "))]",
      "feed.facets: holds 5 labels; at most 4 are allowed"
    ),
  ]

  @Test(
    "Labels with equal slugs, and facets and orders without a fact, are refused",
    arguments: wrongLabels)
  func labels(facts: String, more: String, fault: String) throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\n")
    let lines = try check(#""file": "plants.csv", "entry": { "title": "name" }, "facts": \#(facts)\#(more)"#)
    #expect(lines.count == 1)
    #expect(lines.first?.contains(fault) == true, "\(lines)")
  }

  @Test("Facts keep the order of the file")
  func order() throws {
    let path = try folder.write(
      "show.json",
      #"""
      {"name": "P", "shortName": "P", "packageID": "org.example.p",
       "looks": {"accent": "#0b5d8a", "tile": "#c9dcef", "pictureAspect": "1:1", "icon": "icons/show.svg"},
       "feed": {"kind": "records", "file": "p.csv", "entry": {"title": "name"},
                "facts": {"Zone": "z", "//Zone": "First.", "Dr. A": "a", "Mood": "m", "Bed": "b"}}}
      """#)
    let feed = try #require(try ShowFile(path: path).read().feed.catalog)
    let content = try feed.decode(FeedAnswer(Array("name,a,b,m,z\nMaple,1,2,3,4\n".utf8)))
    #expect(content.facts.map(\.label) == ["Zone", "Dr. A", "Mood", "Bed"])
    #expect(content.entries.first?.values == ["4", "1", "3", "2"])
  }

  @Test("A missing file and a file without a list are faults")
  func unusableFile() throws {
    let missing = try check(#""file": "plants.csv", "entry": { "title": "name" }"#)
    #expect(missing == [":4:5: feed.file: there is no file or folder at \(folder.path)/plants.csv"])
    try folder.write("plants.csv", "name,bed\n\"Maple,1\n")
    let damaged = try check(#""file": "plants.csv", "entry": { "title": "name" }"#)
    #expect(
      damaged == [
        ":4:5: feed.file: \(folder.path)/plants.csv: this is not a list of records: a quotation mark is never closed (line 2)"
      ])
  }

  @Test("A feed under else is checked, with its path")
  func others() throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\n")
    let entry = #""address": "https://example.org/", "entry": { "title": "name" }"#
    let file = #""kind": "records", "file": "plants.csv", "entry""#
    #expect(
      try check(#"\#(entry), "else": [{ \#(file): { "title": "name" } }]"#) == [
        ": feed.else.0.file: not shown, since feed.else.0 does not name them: bed"
      ])
    #expect(
      try check(#"\#(entry),"# + "\n" + #""else": [{ "kind": "cities" }, { \#(file): { "title": "nam" } }]"#)
        == [
          #":5:1: feed.else.1.entry.title: "nam" is in none of 1 records; did you mean "name" (in all 1)?"#
        ])
    let misspelled = try check(
      #"\#(entry), "else": [{ "kind": "records", "adress": "https://example.org/" }]"#)
    #expect(
      misspelled.contains {
        $0.contains("feed.else.0.adress: unknown key; did you mean feed.address? Known keys here: ")
      }, "\(misspelled)")
  }
}
