import JSON
import Records
import System
import Testing

@Suite("Tables and other lists in JSON")
struct JSONTableTests {
  private static let people = [
    #"{"name": ["Ada", "Bo"], "born": [1815, null]}"#,
    #"{"note": "x", "name": ["Ada", "Bo"], "born": [1815, null]}"#,
    #"{"name": {"0": "Ada", "1": "Bo"}, "born": {"0": 1815, "1": null}}"#,
    #"[["name", "born"], ["Ada", 1815], ["Bo", null]]"#,
    #"{"columns": ["name", "born"], "index": ["x", "y"], "data": [["Ada", 1815], ["Bo", null]]}"#,
    #"{"data": [["Ada", 1815], ["Bo", null]], "index": ["x", "y"], "columns": ["name", "born"]}"#,
    #"{"ok": true, "result": {"fields": [{"id": "name", "type": "text"}, {"id": "born"}], "records": [["Ada", 1815], ["Bo"]]}}"#,
    #"""
    {"meta": {"view": {"name": "Town", "columns": [{"name": "sid", "dataTypeName": "meta_data"},
      {"name": "name", "dataTypeName": "text"}, {"name": "born"}]}}, "data": [["a-1", "Ada", 1815], ["a-2", "Bo", null]]}
    """#,
    "[\"name\", \"born\"]\n[\"Ada\", 1815]\n[\"Bo\", null]\n",
    "[{\"name\": \"Ada\", \"born\": 1815}]\n[{\"name\": \"Bo\"}]\n",
    "{\n \"name\": \"Ada\",\n \"born\": 1815\n}\n{\n \"name\": \"Bo\"\n}\n",
    "\u{1E}{\"name\": \"Ada\", \"born\": 1815}\n\u{1E}{\"name\": \"Bo\"}\n",
  ]

  @Test(
    "Columns, rows with names anywhere, and documents in a row are the list that is meant", arguments: people)
  func tables(text: String) throws {
    let guess = try RecordGuess(Array(text.utf8))
    #expect(guess.count == 2)
    #expect(guess.fields.contains { $0.key == "title" && $0.sources == ["name"] })
    let list = try List(text, entries: guess.entries)
    #expect(list["name"] == ["Ada", "Bo"])
    #expect(list["born"] == ["1815"])
    #expect(
      list.records.allSatisfy { Set($0.object?.keys.map(\.self) ?? []).isSubset(of: ["name", "born"]) })
  }

  @Test("Rows without names have those of their numbers, and coordinates are no table")
  func unnamed() throws {
    #expect(try List(#"[["Ada", 1815], ["Bo", 2]]"#)["column 1"] == ["Ada", "Bo"])
    #expect(try List("[1, \"Ada\"]\n[2, \"Bo\"]\n")["column 2"] == ["Ada", "Bo"])
    let text = #"{"path": [[1, 2], [3, 4]], "stops": [{"name": "Ada"}, {"name": "Bo"}]}"#
    #expect(try RecordGuess(Array(text.utf8)).entries == ["stops"])
  }

  @Test("A list of texts is read if it is most of a document")
  func texts() throws {
    let text = #"{"about": "x", "kinds": ["Oak", "Elm", "Ash", "Lime", "Birch"]}"#
    let guess = try RecordGuess(Array(text.utf8))
    #expect(guess.entries == ["kinds"])
    #expect(try List(text, entries: guess.entries)["#text"] == ["Oak", "Elm", "Ash", "Lime", "Birch"])
    #expect(try List(#"["Oak", 1, "Elm"]"#)["#text"] == ["Oak", "Elm"])
    let settings =
      #"{"name": "app", "description": "\#(String(repeating: "x", count: 99))", "files": ["a", "b"]}"#
    #expect(throws: RecordsError.self) { try RecordGuess(Array(settings.utf8)) }
  }
}
