import Fixtures
import ShowFiles
import Testing

@Suite("Checking a show of records")
struct RecordsCheckTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The lines about a show with these settings of its feed, each without the path of its file.
  private func check(_ feed: String) throws -> [String] {
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
      try ShowFile(path: path).check(shipped: folder.path)
      return []
    } catch {
      return error.lines.map { String($0.dropFirst(path.count)) }
    }
  }

  @Test("A path that no record of its file has is told with the line and the nearest one")
  func unknownPath() throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\nBeech,2\n")
    #expect(try check(#""file": "plants.csv", "entry": { "title": "name", "section": "bed" }"#) == [])
    #expect(
      try check(#""file": "plants.csv", "entry": {"# + "\n" + #""title": "nam" }"#) == [
        #":5:1: feed.entry.title: "nam" is in none of 2 records; did you mean "name"?"#
      ])
  }

  @Test("A file that is missing, or is no list, is told")
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

  @Test("A feed under else is checked too, with its own place")
  func others() throws {
    try folder.write("plants.csv", "name,bed\nMaple,1\n")
    let entry = #""address": "https://example.org/", "entry": { "title": "name" }"#
    let file = #""kind": "records", "file": "plants.csv", "entry""#
    #expect(try check(#"\#(entry), "else": [{ \#(file): { "title": "name" } }]"#) == [])
    #expect(
      try check(#"\#(entry),"# + "\n" + #""else": [{ "kind": "cities" }, { \#(file): { "title": "nam" } }]"#)
        == [
          #":5:1: feed.else.1.entry.title: "nam" is in none of 1 records; did you mean "name"?"#
        ])
    let misspelled = try check(
      #"\#(entry), "else": [{ "kind": "records", "adress": "https://example.org/" }]"#)
    #expect(
      misspelled.contains {
        $0.contains("feed.else.0.adress: unknown key; ") && $0.hasSuffix("; did you mean feed.address?")
      }, "\(misspelled)")
  }
}
