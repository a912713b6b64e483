import JSON
import TestSupport
import Testing

@Suite("JSON values")
struct JSONValueTests {
  private func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

  @Test("All kinds of value are read")
  func kinds() throws {
    let value = try parse(
      #" {"a" : [1,-2.5e3, "x\u00e9",true,false,null,[]],\#r\#n\#t"b":{}, "":"\/\"\\\b\f\n\r\t"} "#)
    #expect(
      value["a"]
        == .array([.number(1), .number(-2500), .string("xé"), .bool(true), .bool(false), .null, .array([])]))
    #expect(value["b"] == .object([:]))
    #expect(value[""] == .string("/\"\\\u{8}\u{C}\n\r\t"))
    #expect(value["c"] == nil)
  }

  @Test("A document may be any value", arguments: ["7", " null", "\"x\"\n", "true"])
  func scalars(text: String) throws {
    #expect(throws: Never.self) { try parse(text) }
  }

  @Test(
    "Invalid JSON is refused with the line, byte and expectation",
    arguments: [
      ("", "expected a value, found the end (line 1, byte 0)"),
      ("{", "expected a key in quotation marks, found the end (line 1, byte 1)"),
      ("{\"a\":}", "expected a value, found \"}\" (line 1, byte 5)"),
      ("[\n1,\n]", "expected a value, found \"]\" (line 3, byte 5)"),
      ("{\"a\":1,}", "expected a key in quotation marks, found \"}\" (line 1, byte 7)"),
      ("[1 2]", "expected a comma or ], found \"2\" (line 1, byte 3)"),
      ("[1}", "expected a comma or ], found \"}\" (line 1, byte 2)"),
      ("{\"a\" 1}", "expected a colon, found \"1\" (line 1, byte 5)"),
      ("{a:1}", "expected a key in quotation marks, found \"a\" (line 1, byte 1)"),
      ("nul", "expected null, found the end (line 1, byte 3)"),
      ("True", "expected a value, found \"T\" (line 1, byte 0)"),
      ("NaN", "expected a value, found \"N\" (line 1, byte 0)"),
      ("{\"a\":1}x", "expected the end, found \"x\" (line 1, byte 7)"),
      ("[1] /* */", "expected the end, found \"/\" (line 1, byte 4)"),
      ("// x\n[1]", "expected a value, found \"/\" (line 1, byte 0)"),
      ("'a'", "expected a value, found \"'\" (line 1, byte 0)"),
      ("\"a", "expected a quotation mark or a letter, found the end (line 1, byte 2)"),
      ("\"a\nb\"", "expected a quotation mark or a letter, found the byte 0xA (line 1, byte 2)"),
      ("\"\\x\"", "expected one of \" \\ / b f n r t u after a backslash, found \"x\" (line 1, byte 2)"),
      ("\"\\u12g4\"", "expected four hexadecimal digits after \\u, found \"g\" (line 1, byte 5)"),
      ("01", "expected the end, found \"1\" (line 1, byte 1)"),
      ("+1", "expected a value, found \"+\" (line 1, byte 0)"), ("-", "expected a digit, found the end"),
      (".5", "expected a value"), ("1.", "expected a digit"), ("1e", "expected a digit"),
      ("1e+", "expected a digit"), ("[1,,2]", "expected a value, found \",\""), ("\0", "expected a value"),
    ])
  func refused(text: String, expected: String) {
    let error = thrown(JSONError.self) { try parse(text) }
    #expect(
      error?.description.hasPrefix("it is not valid JSON: \(expected)") == true, "\(error?.description ?? "")"
    )
  }

  @Test(
    "Invalid UTF-8 is refused", arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]])
  func badUTF8(bytes: [UInt8]) {
    for text in [[0x22] + bytes + [0x22], Array("\"\\n".utf8) + bytes + [0x22]] {
      #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }
  }

  @Test(
    "A lone surrogate becomes U+FFFD",
    arguments: [
      (#"\ud83d\ude00"#, "😀"), (#"a\ud800b"#, "a\u{FFFD}b"), (#"\udc00"#, "\u{FFFD}"),
      (#"\ud800\ud83d\ude00"#, "\u{FFFD}😀"), (#"\ud800\u0041"#, "\u{FFFD}A"), (#"\ud800\n"#, "\u{FFFD}\n"),
      (#"\uD83D\uDE00é"#, "😀é"),
    ])
  func surrogates(escaped: String, expected: String) throws {
    #expect(try parse("[\"\(escaped)\", 1]") == .array([.string(expected), .number(1)]))
  }

  @Test(
    "Numbers are read as Swift reads them",
    arguments: [
      "0", "-0", "7", "-12", "0.1", "34.283333", "-104.984703", "9007199254740993", "123456789012345",
      "1234567890123456", "0.000000000000001", "123456789.0123456789", "1e3", "1E-3", "2.5e+10", "5e-324",
      "1e-999",
      "1.7976931348623157e308", "99999999999999999999999", "0.30000000000000004",
    ])
  func numbers(text: String) throws {
    #expect(try parse(text).number == Double(text))
  }

  @Test(
    "A number out of range is null",
    arguments: ["1e999", "-1e999", "1e99999999999999999999"])
  func outOfRange(text: String) throws {
    #expect(try parse("[\(text), 1]") == .array([.null, .number(1)]))
  }

  @Test("Nesting is limited")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try parse(nested(512)) }
    let error = thrown(JSONError.self) { try parse(nested(513)) }
    #expect(error?.reason == "it is nested deeper than 512 levels")
    #expect(error?.offset == 512)
    #expect(throws: JSONError.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
    #expect(throws: Never.self) { try parse("[" + String(repeating: "[],", count: 2_000) + "[]]") }
  }

  @Test("The last value of a repeated key counts, or the key is refused on request")
  func repeatedKeys() throws {
    let text = "{\"a\": 1,\n \"b\": {\"c\": 1, \"\\u0063\": 2}}"
    #expect(try parse(text)["b"] == .object(["c": .number(2)]))
    let error = thrown(JSONError.self) {
      try JSONValue(parsing: text.utf8, repeatedKeys: .refused)
    }
    #expect(error?.reason == "the key \"c\" stands twice in an object")
    #expect(error?.line == 2)
    #expect(throws: Never.self) {
      try JSONValue(parsing: #"[{"a":1},{"a":{"a":1}}]"#.utf8, repeatedKeys: .refused)
    }
  }
}
