import Configuration
import Testing

@Suite("Field table")
struct FieldTableTests {
  private let table = FieldTable { file in
    _ = file.required("name", .text, "the name of it", example: "A Name")
    file.required("feed", "where it comes from") { feed in
      _ = feed.choice(
        "kind", "what it is", example: "one",
        of: [
          ("one", { _ = $0.required("address", .text, "where one is", example: "x") }),
          ("two", { _ = $0.optional("pages", .integer(1...20), default: 5, "how many", note: "Of two.") }),
        ])
    }
    _ = file.optional("looks", "how it looks") { looks in
      looks.optional("accent", .text("^#", "a colour"), "the colour of links")
    }
  }

  @Test(
    "A misspelt key suggests the nearest known one",
    arguments: [
      ("nmae", "name"), ("Name", "name"), ("looks.acent", "looks.accent"), ("accent", "looks.accent"),
      ("look.accent", "looks.accent"), ("feed.page", "feed.pages"),
    ])
  func nearest(slip: String, meant: String) {
    #expect(table.nearest(to: slip) == meant)
  }

  @Test("A key unlike all known ones has no suggestion", arguments: ["", "colour", "looks.shadow", "x"])
  func nothingNear(key: String) {
    #expect(table.nearest(to: key) == nil)
  }

  @Test("A key far longer than any known one is not compared")
  func longKey() {
    #expect(table.nearest(to: "looks.accent\u{301}") == "looks.accent")
    #expect(table.nearest(to: "looks.accent" + String(repeating: "\u{301}", count: 800)) == nil)
  }

  @Test("A field is explained with form, default and example, an object with its fields")
  func explanation() throws {
    #expect(
      table.explanation(of: "feed.pages") == [
        "feed.pages, of the feed \"two\"", "  How many.", "  Of two.", "  Takes: a number from 1 to 20",
        "  Without it: 5",
      ])
    #expect(
      table.explanation(of: "name") == [
        "name", "  The name of it.", "  Takes: text; required", "  Example: \"name\": \"A Name\"",
      ])
    #expect(table.explanation(of: "looks")?.last == "  Holds: looks.accent")
    #expect(table.explanation(of: "nothing") == nil)
  }
}
