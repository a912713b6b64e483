import JSON
import TestSupport
import Testing

@Suite("Limits of a document's tree")
struct LimitsTests {
  private func value(_ text: String, values: Int = 100, bytes: Int = 100, keeping keys: Set<String>? = nil)
    throws -> JSONValue
  {
    var reader = JSONReader(Array(text.utf8))
    let value = try reader.value(within: JSONLimits(values: values, bytes: bytes), keeping: keys)
    try reader.finish()
    return value
  }

  @Test("Too many values are refused with the place of the first beyond the limit")
  func values() throws {
    #expect(try value("[1, [2], {\"a\": 3}]", values: 6).array?.count == 3)
    let error = thrown(JSONError.self) { try value("[1, [2], \n {\"a\": 3}]", values: 5) }
    #expect(error?.description == "it holds more than 5 values (line 2, byte 17)")
  }

  @Test("Too much text is refused, in values and in keys")
  func bytes() throws {
    let text = #"{"four": ["five5", "\u00e9"]}"#
    #expect(try value(text, bytes: 11)["four"]?.array?.count == 2)
    let error = thrown(JSONError.self) { try value(text, bytes: 10) }
    #expect(error?.description == "its texts hold more than 10 bytes (line 1, byte 27)")
    #expect(throws: JSONError.self) { try value(text, bytes: 3) }
  }

  @Test("A document that exceeds a limit is not called invalid")
  func excess() {
    let nested = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let error = thrown(JSONError.self) { try JSONValue(parsing: nested.utf8) }
    #expect(error?.description == "it is nested deeper than 512 levels (line 1, byte 512)")
    #expect(error?.isExcess == true)
    #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[0],", count: 3).utf8) }
  }

  @Test("The default limit is 50,000 values")
  func document() {
    func list(_ count: Int) -> String { "[0" + String(repeating: ",0", count: count - 2) + "]" }
    #expect(throws: Never.self) { try JSONValue(parsing: list(50_000).utf8) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: list(50_001).utf8) }
  }

  @Test("Skipped values are not counted")
  func unasked() throws {
    let bomb = "[" + String(repeating: #"{"":{"":{"":1}}},"#, count: 10_000) + "0]"
    let text = #"{"a": {"b": 1, "x": \#(bomb)}, "x": \#(bomb)}"#
    #expect(
      try value(text, values: 3, bytes: 2, keeping: ["a", "b"]) == .object(["a": .object(["b": .number(1)])]))
    #expect(throws: JSONError.self) { try value(text) }
  }

  @Test(
    "A skipped text is checked like one that is read",
    arguments: [[0xFF], [0xC3, 0x22], Array("\\n".utf8) + [0xC3], [0x01], Array("\\ud8".utf8)])
  func skippedText(bytes: [UInt8]) throws {
    let document = Array("{\"x\": {\"".utf8) + bytes + Array("\": \"".utf8) + bytes + Array("\"}}".utf8)
    #expect(throws: JSONError.self) {
      var reader = JSONReader(document)
      _ = try reader.value(keeping: [])
      try reader.finish()
    }
  }

  @Test("Invalid UTF-8 is repaired on request")
  func repaired() throws {
    let document = Array("{\"x\\n".utf8) + [0xFF] + Array("\": \"é".utf8) + [0xC3] + Array("\"}".utf8)
    var reader = JSONReader(document, repairsText: true)
    #expect(try reader.value() == .object(["x\n\u{FFFD}": .string("é\u{FFFD}")]))
    var skipping = JSONReader(document, repairsText: true)
    #expect(throws: Never.self) { try skipping.finish() }
  }
}
