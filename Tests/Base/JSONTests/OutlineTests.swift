import JSON
import Testing

@Suite("A document laid out for people")
struct OutlineTests {
  private let outline = JSONOutline.members([
    ("name", "A \"name\""), ("list", ["one", "two"]), ("inner", .members([("z", 1), ("a", true)])),
    ("none", .members([])),
  ])

  @Test("Values that fit are on one line, and members keep their order")
  func layout() {
    #expect(
      outline.text(width: 30) == """
        {
          "name": "A \\"name\\"",
          "list": ["one", "two"],
          "inner": {
            "z": 1,
            "a": true
          },
          "none": {}
        }

        """)
    #expect(
      outline.text(width: 200)
        == #"{ "name": "A \"name\"", "list": ["one", "two"], "inner": { "z": 1, "a": true }, "none": {} }"#
        + "\n")
  }
}
