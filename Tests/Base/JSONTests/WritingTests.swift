import JSON
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test("Written values are read back")
  func roundTrip() throws {
    let text = "quote \" backslash \\ newline \n tab \t bell \u{7} é 😀 </script>"
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("text")
      writer.string(text)
      writer.key("list")
      writer.array { writer in
        writer.number(1)
        writer.number(-2.5)
        writer.number(.infinity)
        writer.bool(true)
        writer.null()
        writer.array { _ in }
      }
      writer.key("any")
      writer.value(.object(["z": .number(3), "a": .array([.bool(false), .string("x")])]))
    }
    let value = try JSONValue(parsing: writer.bytes)
    #expect(value["text"]?.string == text)
    #expect(value["list"] == .array([.number(1), .number(-2.5), .null, .bool(true), .null, .array([])]))
    #expect(value["any"] == .object(["a": .array([.bool(false), .string("x")]), "z": .number(3)]))
    #expect(String(decoding: writer.bytes, as: UTF8.self).hasSuffix(#""any":{"a":[false,"x"],"z":3}}"#))
  }
}
