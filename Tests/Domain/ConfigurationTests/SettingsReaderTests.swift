import Configuration
import JSON
import Testing

@Suite("Reading settings")
struct SettingsReaderTests {
  @Test("Every fault has a path and an expectation")
  func faults() throws {
    let document = try JSONValue(
      parsing: Array(
        #"""
        {"a":1, "b":"", "d":{"f":2.5,"h":["x",1]}, "e":[], "l":[{"t":"x"},{},3], "n":{"x":0}, "z":0, "//":1}
        """#.utf8))
    let reader = SettingsReader(document)
    _ = reader.optional("a", .text, "a")
    _ = reader.optional("b", .text, "b")
    _ = reader.required("c", .text, "c", example: "x")
    _ = reader.optional("d", "d") { inner in
      _ = inner.optional("f", .integer(1...9), "f")
      _ = inner.optional("g", .integer(1...9), "g")
      _ = inner.optional("h", .texts(FieldPattern.text, "names"), "h")
    }
    _ = reader.required("e", "e") { $0.optional("x", .flag, "x") }
    _ = reader.objects("l", upTo: 3, of: ["t", "u"], "l", standard: "none", example: [])
    _ = reader.texts("n", .flag, "n", standard: "none", example: [:])
    #expect(
      reader.finish().map(\.description) == [
        "a: expected text, found 1",
        "b: expected text, found \"\"",
        "c: is missing; expected text such as \"x\"",
        "d.f: expected a number from 1 to 9, found 2.5",
        "d.h: expected a list of names, found 1",
        "e: expected an object, found an array",
        "l.1.t: is missing; expected a text",
        "l.2: expected an object, found a number",
        "n.x: expected true or false, found 0",
        "z: unknown key; known keys here: a, b, c, d, e, l, n",
      ])
  }

  @Test("A value that is not an object is one fault and reads as empty")
  func noObject() {
    let reader = SettingsReader(.array([]))
    _ = reader.required("a", .text, "a", example: "x")
    #expect(reader.finish() == [Fault(at: "", "expected an object, found an array")])
  }
}
