import JSON
import TestSupport
import Testing

@Suite("Positions in a document")
struct PlacesTests {
  private let text = """
    {"a": 1,
      "é": {"b": [{"c": 2}], "d": {}}, "d":
        true}
    """

  @Test(
    "A key has a line and a column; a missing one has those of its object",
    arguments: [
      ("", 1, 1), ("a", 1, 2), ("é", 2, 3), ("é.b", 2, 9), ("é.d", 2, 26), ("d", 2, 36), ("x", 1, 1),
      ("é.d.x.y", 2, 26), ("é.b.c", 2, 9),
    ])
  func place(path: String, line: Int, column: Int) {
    let place = JSONPlaces(of: Array(text.utf8)).place(of: path)
    #expect((place.line, place.column) == (line, column))
  }

  @Test("Invalid JSON has a position, and keys before it have theirs")
  func fault() throws {
    let bytes = Array("{\n \"é\" 1}".utf8)
    let fault = thrown(JSONError.self) { try JSONValue(parsing: bytes) }
    #expect((fault?.line, fault?.column) == (2, 6))
    let place = JSONPlaces(of: bytes).place(of: "é")
    #expect((place.line, place.column) == (1, 1))
  }

  @Test("A key may have dots; the longest match counts")
  func dots() {
    let places = JSONPlaces(of: Array(#"{"a": {"b": 1, "x": 1}, "a.b": {"c": 1}}"#.utf8))
    #expect(places.place(of: "a.b.c").column == 33)
    #expect(places.place(of: "a.x").column == 16)
    #expect(places.place(of: "ab").column == 1)
  }

  @Test("A document without an object has one position")
  func list() {
    let place = JSONPlaces(of: Array(" [1]".utf8)).place(of: "x.y")
    #expect((place.line, place.column) == (1, 2))
  }
}
