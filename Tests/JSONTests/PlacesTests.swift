import JSON
import Testing

@Suite("Places in a document")
struct PlacesTests {
  private let text = """
    {"a": 1,
      "é": {"b": [{"c": 2}], "d": {}}, "d":
        true}
    """

  @Test(
    "A key stands at its line and its character; what is missing, where it belongs",
    arguments: [
      ("", 1, 1), ("a", 1, 2), ("é", 2, 3), ("é.b", 2, 9), ("é.d", 2, 26), ("d", 2, 36), ("x", 1, 1),
      ("é.d.x.y", 2, 26), ("é.b.c", 2, 9),
    ])
  func place(path: String, line: Int, column: Int) throws {
    let place = try JSONPlaces(of: Array(text.utf8)).place(of: path)
    #expect((place.line, place.column) == (line, column))
  }

  @Test("What is no JSON is refused at its line and character")
  func fault() throws {
    let fault = #expect(throws: JSONError.self) { try JSONPlaces(of: Array("{\n \"é\" 1}".utf8)) }
    #expect((fault?.line, fault?.column) == (2, 6))
  }

  @Test("A document without an object has a place all the same")
  func list() throws {
    let place = try JSONPlaces(of: Array(" [1]".utf8)).place(of: "x.y")
    #expect((place.line, place.column) == (1, 2))
  }
}
