import Records
import Testing

@Suite("Several values in a text")
struct ListedTextTests {
  private static let lists: [(text: String, values: [String])] = [
    (#"["a", "b"]"#, ["a", "b"]), ("['a', 'b']", ["['a', 'b']"]),
    ("[1, 2.5]", ["1", "2.5"]),
    (#"[{"id": 28, "name": "Action"}, {"id": 12, "name": "Drama"}]"#, ["Action", "Drama"]),
    ("[[2018, 9, 3]]", ["2018", "9", "3"]),
    ("[]", []), ("[sic]", ["[sic]"]), ("plain; text", ["plain; text"]),
  ]

  @Test("Lists in JSON are read", arguments: lists)
  func list(text: String, values: [String]) {
    #expect(ListedText.parts(of: text, separator: nil) == values)
  }

  @Test("A separator stands between values")
  func separators() {
    #expect(ListedText.parts(of: "a, b ,,c", separator: ",") == ["a", "b", "c"])
    #expect(ListedText.parts(of: "a b", separator: "") == ["a b"])
  }

  @Test("A list that is too long stays a text")
  func limits() {
    let text = "[\(Array(repeating: "1", count: 5_000).joined(separator: ","))]"
    #expect(ListedText.list(text) == nil)
  }
}
