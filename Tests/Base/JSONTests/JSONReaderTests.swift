import JSON
import System
import TestSupport
import Testing

@Suite("Reading JSON value by value")
struct JSONReaderTests {
  private func reader(_ text: String) -> JSONReader { JSONReader(Array(text.utf8)) }

  @Test("A byte order mark is skipped only at the beginning")
  func byteOrderMark() throws {
    #expect(try JSONValue(parsing: "\u{FEFF}{\"a\": 1}".utf8) == .object(["a": .number(1)]))
    for text in ["\u{FEFF}", "\u{FEFF}\u{FEFF}1", "1\u{FEFF}", " \u{FEFF}1"] {
      #expect(throws: JSONError.self, "\(text)") { try JSONValue(parsing: text.utf8) }
    }
  }

  @Test("Elements and members are streamed in order")
  func streaming() throws {
    var reader = reader(#" [ {"a": 1, "b": "x", "a": 2}, {}, {"b": "y"} ] "#)
    var found: [String] = []
    #expect(try reader.enterArray())
    while try reader.nextElement() {
      #expect(try reader.enterObject())
      while let key = try reader.nextKey() {
        switch key {
        case "a": found.append("a \(try reader.number() ?? -1)")
        default: found.append("b \(try reader.string() ?? "-")")
        }
      }
      found.append(";")
    }
    try reader.finish()
    #expect(found == ["a 1.0", "b x", "a 2.0", ";", ";", "b y", ";"])
  }

  @Test("Keys and texts are found as they are written")
  func written() throws {
    let bytes = Numbers(#"{"name": "a", "n\u0061me": "\u00e9", "namé": "é", "": 1, "other": "b\n"}"#.utf8)
    var reader = JSONReader(bytes, repairsText: true)
    var found: [String] = []
    #expect(try reader.enterObject())
    while let key = try reader.nextWrittenKey() {
      found.append(JSONReader.text(of: key, in: bytes))
      if let text = try reader.writtenString() { found.append(JSONReader.text(of: text, in: bytes)) }
    }
    try reader.finish()
    #expect(found == ["name", "a", "name", "é", "namé", "é", "", "other", "b\n"])
  }

  @Test("Invalid UTF-8 is refused in keys and texts")
  func badBytes() throws {
    for document in [
      [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D], Array(#"{"a":""#.utf8) + [0xC3, 0x22, 0x7D],
    ] {
      var reader = JSONReader(document)
      #expect(try reader.enterObject())
      #expect(throws: JSONError.self) {
        _ = try reader.nextWrittenKey()
        _ = try reader.writtenString()
      }
    }
  }

  @Test(
    "An unread value is skipped",
    arguments: ["{\"a\":[{}]}", "[[1],\"]\"]", "\"\\\"\"", "-1e5", "null"])
  func unread(value: String) throws {
    var reader = reader("[\(value), 1, {\"a\": \(value), \"b\": \(value)}]")
    #expect(try reader.enterArray())
    #expect(try reader.nextElement())
    #expect(try reader.nextElement())
    #expect(try reader.number() == 1)
    #expect(try reader.nextElement())
    #expect(try reader.enterObject())
    #expect(try reader.nextKey() == "a")
    #expect(try reader.nextKey() == "b")
    #expect(try reader.nextKey() == nil)
    #expect(try reader.nextElement() == false)
    try reader.finish()
  }

  @Test(
    "A value of another kind is skipped and reads as nil",
    arguments: ["{\"a\":1}", "[1]", "\"x\"", "7", "true", "null", "1e999"])
  func otherKind(value: String) throws {
    var reader = reader("[\(value), \(value), \(value), \(value), \(value), 1]")
    #expect(try reader.enterArray())
    #expect(try reader.nextElement())
    #expect(try reader.string() == (value == "\"x\"" ? "x" : nil))
    #expect(try reader.nextElement())
    #expect(try reader.number() == (value == "7" ? 7 : nil))
    #expect(try reader.nextElement())
    #expect(try reader.bool() == (value == "true" ? true : nil))
    #expect(try reader.nextElement())
    if try reader.enterObject() { #expect(try reader.nextKey() == "a" && reader.nextKey() == nil) }
    #expect(try reader.nextElement())
    if try reader.enterArray() { while try reader.nextElement() {} }
    #expect(try reader.nextElement())
    #expect(try reader.number() == 1)
    #expect(try reader.nextElement() == false)
    try reader.finish()
  }

  @Test(
    "Skipped values must be valid", arguments: ["[1,]", "{\"a\"}", "\"\\q\"", "01", "tru"])
  func strictSkipping(value: String) {
    #expect(throws: JSONError.self) {
      var reader = reader("[\(value)]")
      try reader.skip()
      try reader.finish()
    }
  }

  @Test("A random document is read back as it was written")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let value = Self.random(depth: 4, &generator)
      var writer = JSONWriter()
      writer.value(value)
      #expect(try JSONValue(parsing: writer.bytes, repeatedKeys: .refused) == value)
    }
  }

  private static func random(depth: Int, _ generator: inout some RandomNumberGenerator) -> JSONValue {
    switch Int.random(in: depth > 0 ? 0...7 : 2...7, using: &generator) {
    case 0: .array((0..<3).map { _ in random(depth: depth - 1, &generator) })
    case 1:
      .object(["é": random(depth: depth - 1, &generator), "\"\\": random(depth: depth - 1, &generator)])
    case 2: .null
    case 3: .bool(Bool.random(using: &generator))
    case 4: .number(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 64)
    case 5: .number(Double.random(in: -1e300...1e300, using: &generator))
    default:
      .string(
        String(
          String.UnicodeScalarView(
            (0..<4).compactMap { _ in
              Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
            })))
    }
  }
}
