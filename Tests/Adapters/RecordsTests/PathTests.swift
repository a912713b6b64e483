import JSON
import Testing

@testable import Records

@Suite("Paths through a record")
struct PathTests {
  private static let record = try? JSONValue(
    parsing: ##"""
      {"name": {"first": "Ada", "last": " Lovelace "}, "a.b": "dot", "odd name": 7, "{n}": "braces", "none": null, "empty": " ",
       "list": ["x", "y", {"z": 1}], "people": [{"n": "1"}, {"n": ["2", "3"]}], "yes": true, "half": 0.5,
       "marked": {"#text": "m", "@x": "1"}, "one": {"n": "4"}}
      """##.utf8)

  @Test(
    "A path selects values",
    arguments: [
      ("name.first", ["Ada"]), ("name.last", ["Lovelace"]), ("a.b", ["dot"]), (#""a.b""#, ["dot"]),
      ("odd name", ["7"]), (#""odd name""#, ["7"]), ("none", []), ("empty", []), ("missing.x", []),
      ("list", ["x", "y"]), ("list[0]", ["x"]), ("list[-2]", ["y"]), ("list[*]", ["x", "y"]), ("list[9]", []),
      ("people[*].n", ["1", "2", "3"]), ("people.n", ["1", "2", "3"]), ("people[1].n[0]", ["2"]),
      ("missing || name.first", ["Ada"]), ("empty||none || yes", ["true"]), ("half", ["0.5"]),
      ("marked", ["m"]), ("marked.@x", ["1"]), ("one[*].n", ["4"]), ("one[0].n", ["4"]),
      ("name.first.#text", ["Ada"]),
    ])
  func values(path: String, expected: [String]) throws {
    let path = try #require(RecordPath(path))
    let record = try #require(Self.record)
    #expect(path.values(in: record).compactMap(\.recordText) == expected)
  }

  @Test(
    "An invalid path is refused",
    arguments: [
      "", " ", ".", "a.", ".a", "a[", "a[x]", "a[]", "a | b", "a ||", "a..b", "\"a", "a]", "a\"b\"", "{a",
      "a[-9223372036854775808]", "a[1000000]",
    ])
  func invalid(path: String) {
    #expect(RecordPath(path) == nil)
  }

  @Test("A quoted name may have escapes, but no surrogates")
  func escapes() {
    #expect(RecordPath(#""a\u0007b""#)?.plainNames == ["a\u{7}b"])
    #expect(RecordPath(#""\u00zz""#)?.plainNames == ["u00zz"])
    #expect(RecordPath(#""\ud800""#) == nil)
  }

  @Test("A path is limited to 500 bytes")
  func longest() {
    let names = Array(repeating: "name", count: 100).joined(separator: ".")
    #expect(RecordPath(names + "s")?.text.utf8.count == 500)
    #expect(RecordPath(names + "ss") == nil)
  }

  @Test("Names with special characters are quoted and read back")
  func written() throws {
    let names = [
      "a", "b.c", "d e", "\"", "[0]", "x\\", "p|q", "{", "@k", "\u{7}", "x\n\r\ty", "\u{7F}", "\\u0007",
    ]
    let written = RecordPath.written(names)
    let path = try #require(RecordPath(written))
    #expect(path.plainNames == names)
    #expect(!written.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
  }

  @Test(
    "A template is empty if one of its paths is",
    arguments: [
      ("name.first", "Ada"), ("Dr. {name.first}!", "Dr. Ada!"), ("{name.first} {missing}", nil),
      (#""{n}""#, "braces"), (#""{n}" || half"#, "braces"),
      ("{list[*]} and {missing || yes}", "x and true"), ("{name.first}{name.last}", "AdaLovelace"),
    ])
  func texts(source: String, expected: String?) throws {
    var fields = RecordFields()
    let field = try fields.add(#require(RecordText(source)))
    var record = Record(fields)
    record.tree = Self.record
    #expect(field.text(of: record) == expected)
  }

  @Test("A template with an invalid path is refused", arguments: ["{", "{}", "a {b", "{a[}", "a {b}{"])
  func invalidText(source: String) {
    #expect(RecordText(source) == nil)
  }

  @Test(
    "The label of a path is made of its names",
    arguments: [
      ("family", "Family"), ("genres[*].name", "Genres"), ("birthYear || year", "Birth year"),
      ("{a} in {b}", nil),
    ])
  func label(text: String, label: String?) throws {
    #expect(try #require(RecordText(text)).label == label)
  }
}
