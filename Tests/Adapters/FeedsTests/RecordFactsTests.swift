import Catalogs
import Feeds
import JSON
import Testing

@Suite("Facts of records")
struct RecordFactsTests {
  private func content(_ list: String, _ facts: String, more: String = "") throws -> FeedContent {
    let text = #"""
      {"kind": "records", "address": "https://lists.example.org/list", \#(more) "entry": {"title": "name"},
       "facts": \#(facts), "facets": ["Job"], "sort": ["Born"]}
      """#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
    return try feed.decode(FeedAnswer(Array(list.utf8)))
  }

  private let facts = #"{"Born": "birth.date", "Job": "jobs", "Home": "{town}, {land}"}"#

  @Test("A fact may have several values")
  func values() throws {
    let list = #"""
      [{"name": "Ada", "birth": {"date": 1947}, "jobs": ["miller", "baker"], "town": "Ulm", "land": "DE"},
       {"name": "Bo", "town": "Ulm"}]
      """#
    let content = try content(list, facts)
    let labels = content.facts.map(\.label)
    #expect(Set(labels) == ["Born", "Job", "Home"])
    #expect(content.facts.filter(\.isFacet).map(\.label) == ["Job"])
    #expect(content.facts.filter(\.isOrder).map(\.label) == ["Born"])
    let ada = Dictionary(uniqueKeysWithValues: zip(labels, content.entries[0].values))
    #expect(ada["Born"] == "1947")
    #expect(ada["Job"] == "miller\(FeedEntry.valueSeparator)baker")
    #expect(ada["Home"] == "Ulm, DE")
    #expect(content.entries[1].values == ["", "", ""])
  }

  @Test("A separator splits a column into several values")
  func split() throws {
    let content = try content(
      "name,jobs\nAda,miller; baker ;\n", facts, more: #""split": ";","#)
    #expect(content.entries[0].values.contains("miller\(FeedEntry.valueSeparator)baker"))
  }

  @Test("Long values and long lists of values are cut")
  func bounds() throws {
    let jobs = (0..<80).map { "\"\($0)\"" }.joined(separator: ",")
    let list =
      #"[{"name": "Ada", "birth": {"date": "\#(String(repeating: "x", count: 2_000))"}, "jobs": [\#(jobs)]}]"#
    let values = try content(list, facts).entries[0].values
    #expect(values.map(\.count).max() == 1_000)
    #expect(values.map { $0.split(separator: FeedEntry.valueSeparator).count }.max() == 50)
  }
}
