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
        writer.integer(1)
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

@Suite("Strict objects")
struct StrictObjectTests {
  @Test("Every fault has a path and an expectation")
  func faults() throws {
    let value = try JSONValue(
      parsing: Array(#"{"a":1,"b":"","d":{"f":2.5,"h":["x",1]},"z":0}"#.utf8))
    let root = StrictObject(value)
    #expect(root.string("a", "a name") == nil)
    #expect(root.string("b", "a name") == nil)
    #expect(root.string("c", "a name") == nil)
    let nested = try #require(root.object("d", "an object"))
    #expect(nested.integer("f", in: 1...9, "a number") == nil)
    #expect(nested.integer("g", in: 1...9, required: false, "a number") == nil)
    #expect(nested.strings("h", "an array of names") == nil)
    root.take(nested.finish())
    #expect(
      root.finish().map(\.description) == [
        "a: expected a name, found 1",
        "b: expected a name, found an empty text or one with control characters",
        "c: is missing; expected a name",
        "d.f: expected a number from 1 to 9, found 2.5",
        "d.h: expected an array of names, found an array",
        "z: unknown key; known keys here: a, b, c, d",
      ])
  }

  @Test("A value that is not an object is one fault and reads as empty")
  func noObject() {
    #expect(StrictObject(.array([])).finish() == [Fault(at: "", "expected an object, found an array")])
  }
}
