import Catalogs
import Feeds
import Fetching
import Foundation
import JSON
import Search
import System
import TestSupport
import Testing
import Text

@Suite("Lists of cities")
struct CitiesTests {
  private func feed(_ settings: [String: JSONValue] = [:]) throws -> any Feed {
    let settings = JSONValue.object(settings.merging(["kind": .string("cities")]) { $1 })
    return try #require(try FeedKinds.feed(from: settings).get().catalog)
  }

  private func decode(_ text: String) throws -> FeedContent {
    try feed().decode(FeedAnswer(Array(text.utf8)))
  }

  private func row(
    _ name: String, _ country: String = "US", id: String = "7", lat: String = "1", lon: String = "2"
  ) -> String {
    #"{"country":"\#(country)","name":"\#(name)","_id":\#(id),"coord":{"lon":\#(lon),"lat":\#(lat)}}"#
  }

  /// The catalog as the show makes it.
  private func catalog(_ content: FeedContent) -> Catalog {
    CatalogBuilder(strippedSuffix: nil, match: .prefix) { _ in (.empty, "") }.catalog(of: content)
  }

  @Test("A city has its country in the title, its coordinate, and its number as the id")
  func entry() throws {
    let entries = try catalog(
      decode("[\(row("Denver", id: "5419384", lat: "39.739151", lon: "-104.984703")), \(row("Rome", ""))]")
    ).entries
    #expect(entries.map(\.title) == ["Denver, US", "Rome"])
    #expect(entries.map(\.id) == ["denver-us-5419384", "rome-7"])
    #expect(entries.map(\.neutralSubtitle) == ["39.7392° N, 104.9847° W", "1° N, 2° E"])
    #expect(entries[0].coordinate == Coordinate(latitude: 39.739151, longitude: -104.984703))
  }

  @Test("Both forms of the list are read, with members in any order")
  func shapes() throws {
    let content = try decode(
      #"""
      [
        {"coord": {"lat": 34, "alt": {}, "lon": 44.5}, "state": "", "name": "A", "id": 1, "country": "IR"},
        {"_id": 2, "name": "B\u00e9\ud800", "country": null, "stat": [{"level": 1}], "coord": {"lon": 0, "lat": -0}}
      ]
      """#)
    #expect(content.entries.map(\.key) == ["1", "2"])
    #expect(content.entries.map(\.title) == [.plain("A, IR"), .plain("Bé\u{FFFD}")])
    #expect(content.skipped.isEmpty)
  }

  @Test(
    "An unusable row is skipped and counted",
    arguments: [
      (#"{"country":"US","name":"","_id":9,"coord":{"lon":1,"lat":2}}"#, "no name"),
      (#"{"country":"US","name":" \u0085","_id":9,"coord":{"lon":1,"lat":2}}"#, "no name"),
      (#"{"country":"US","name":"-","_id":9,"coord":{"lon":1,"lat":2}}"#, "no name"),
      (#"{"country":"","name":"Europe","_id":9,"coord":{"lon":1,"lat":2}}"#, "no city"),
      (#"{"name":"North America","_id":9,"coord":{"lon":1,"lat":2}}"#, "no city"),
      (#"{"country":"US","name":"A","_id":9}"#, "no usable coordinate"),
      (#"{"country":"US","name":"A","_id":9,"coord":[1,2]}"#, "no usable coordinate"),
      (#"{"country":"US","name":"A","_id":9,"coord":{"lon":1}}"#, "no usable coordinate"),
      (#"{"country":"US","name":"A","_id":9,"coord":{"lon":1e999,"lat":2}}"#, "no usable coordinate"),
      (#"{"country":"US","name":"A","_id":9,"coord":{"lon":181,"lat":2}}"#, "no usable coordinate"),
      (#"{"country":"US","name":"A","coord":{"lon":1,"lat":2}}"#, "no usable id"),
      (#"{"country":"US","name":"A","_id":-1,"coord":{"lon":1,"lat":2}}"#, "no usable id"),
      (#"{"country":"US","name":"A","_id":1.5,"coord":{"lon":1,"lat":2}}"#, "no usable id"),
      (#"{"country":"US","name":"A","_id":1e30,"coord":{"lon":1,"lat":2}}"#, "no usable id"),
      ("{}", "no title"),
    ])
  func skipped(row: String, reason: String) throws {
    let content = try decode("[\(self.row("First")), \(row), \(self.row("Last", id: "8"))]")
    #expect(content.entries.map(\.key) == ["7", "8"])
    #expect(content.skipped == [reason: 1])
  }

  @Test("Cities are sorted by name, country and number")
  func order() throws {
    let rows = [
      row("San A", id: "1"), row("San", id: "10"), row("San", id: "9"), row("san", "AR", id: "11"),
      row("Sand", id: "2"), row("San", "", id: "30"), row("Sán", id: "8"), row("San, Juan", id: "5"),
      row("Östra", "SE", id: "3"), row("‘Ayn", "YE", id: "4"), row("San\\u0085B", id: "6"),
    ]
    let catalog = try catalog(decode("[\(rows.joined(separator: ","))]"))
    #expect(
      catalog.entries.map(\.id) == [
        "ayn-ye-4", "ostra-se-3", "san-30", "san-ar-11", "san-us-8", "san-us-9", "san-us-10", "san-a-us-1",
        "san-b-us-6", "san-juan-us-5", "sand-us-2",
      ])
    func found(_ text: String) -> [Int] {
      catalog.results(for: Query(search: SearchQuery(text, match: .prefix))).page(from: 0, limit: 99)
    }
    #expect(found("san") == Array(2...10))
    #expect(found("san ") == [7, 8])
    #expect(found("SÁN, ") == [4, 3, 5, 6, 9])
    #expect(found("ö") == [1])
    #expect(found("‘a") == [0] && found("a") == [0] && found("'a") == [0])
  }

  @Test(
    "An answer without a list of cities is refused",
    arguments: [
      (
        #"{"cod":401,"message":"Invalid API key"}"#,
        "this is not a list of records: it is an object, not a list"
      ),
      ("", "this is not a list of records: it is empty"),
      ("[{]", "this is not a list of records: it is not valid JSON: expected a key"),
      ("[] x", "this is not a list of records: it is not valid JSON: expected the end, found \"x\""),
      ("[]", "the list holds no records"),
      (
        #"[{"name":"A","id":1}, 7]"#,
        "the list of cities holds no usable row; skipped 1: no usable coordinate (1)"
      ),
    ])
  func refused(text: String, expected: String) {
    let error = thrown(FeedError.self) { try decode(text) }
    #expect(error?.description.hasPrefix(expected) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test("Gzip lists are read, and damaged ones refused")
  func compressed() throws {
    let list = try #require(Gzip.compress(Array("[\(row("A"))]".utf8)))
    #expect(try feed().decode(FeedAnswer(list)).entries.count == 1)
    #expect(throws: FeedError.refused("this is not a list of records: the gzip data is damaged or truncated"))
    {
      try feed().decode(FeedAnswer(list.dropLast(9) + []))
    }
  }

  @Test("An id leads to the city with its number, whatever the name was, and so does a former number")
  func numbered() throws {
    let new = #"{"id":2624652,"name":"Århus","country":"DK","coord":{"lat":56,"lon":10},"former":900000001}"#
    let catalog = try catalog(decode("[\(row("Z", id: "11")), \(new), \(row("A", id: "1"))]"))
    #expect(catalog.entries.map(\.id) == ["a-us-1", "arhus-dk-2624652", "z-us-11"])
    for id in catalog.entries.map(\.id) {
      #expect(catalog.position(of: id) == catalog.position(inAnyList: id))
      #expect(catalog.position(of: id).map { catalog.entries.id(at: $0) } == id)
    }
    for id in ["aarhus-dk-2624652", "aarhus-dk-900000001", "2624652"] {
      #expect(catalog.position(of: id) == nil)
      #expect(catalog.position(inAnyList: id) == 1)
    }
    for id in ["arhus-dk", "arhus-dk-2", "arhus-dk-", "-", ""] {
      #expect(catalog.position(inAnyList: id) == nil)
    }
    // An id of another list is not a further entry.
    let other = try self.catalog(decode("[\(row("Aarhus", "DK", id: "2624652")), \(row("B", id: "2"))]"))
    #expect(other.ids(missingIn: catalog) == ["b-us-2"])
  }
}
