import Catalogs
import Feeds
import JSON
import System
import TestSupport
import Testing

@Suite("Several pictures of a record")
struct RecordPicturesTests {
  /// The pictures of the first entry.
  private func pictures(_ list: String, _ mapping: String = #""p""#) throws -> [String] {
    let text =
      #"{"kind": "records", "address": "https://l.example/a", "entry": {"title": "t", "picture": \#(mapping)}}"#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
    let entry = try #require(try feed.decode(FeedAnswer(Array(list.utf8))).entries.first)
    return (entry.picture.map { [$0] } ?? []) + entry.morePictures
  }

  @Test(
    "A text may hold several addresses",
    arguments: [
      (#"https://l.example/1.jpg|https://l.example/2.jpg"#, ["1.jpg", "2.jpg"]),
      (#"https://l.example/1.jpg, https://l.example/2,3.jpg"#, ["1.jpg", "2,3.jpg"]),
      (#"https://l.example/1.jpg https://l.example/2.jpg"#, ["1.jpg", "2.jpg"]),
      (#"https://l.example/1.jpg;//l.example/2.jpg"#, ["1.jpg", "2.jpg"]),
      (#"[\"https://l.example/1.jpg\", \"2.jpg\"]"#, ["1.jpg", "2.jpg"]),
      (#"1.jpg; 2.jpg;"#, ["1.jpg", "2.jpg"]),
      (#"1.jpg,2.png"#, ["1.jpg", "2.png"]),
      (#"a; b.jpg"#, ["a;%20b.jpg"]),
    ])
  func texts(text: String, names: [String]) throws {
    #expect(try pictures(#"[{"t": "a", "p": "\#(text)"}]"#) == names.map { "https://l.example/\($0)" })
  }

  @Test("Lists and several fields give pictures in their order, each once")
  func fields() throws {
    let list = #"[{"t": "a", "p": ["1.jpg", "2.jpg"], "q": [{"src": "2.jpg"}, {"src": "3"}], "r": "4.webp"}]"#
    let found = try pictures(list, #"["p", "q.src", "r"]"#)
    #expect(found == ["1.jpg", "2.jpg", "3", "4.webp"].map { "https://l.example/\($0)" })
  }

  @Test(
    "Other files and repetitions are left out",
    arguments: [["a.jpg", "a.mp3"], ["a.jpg", "film.mp4?x"], ["a.jpg", "a.jpg"]])
  func sizes(names: [String]) throws {
    let list = "[{\"t\": \"a\", \"p\": [\(names.map { "\"\($0)\"" }.joined(separator: ","))]}]"
    #expect(try pictures(list) == ["https://l.example/\(names[0])"])
  }

  @Test(
    "Pictures that only look alike stay",
    arguments: [["1/a.jpg", "2/a.jpg"], ["a?id=1", "a?id=2"], ["1.jpg", "2.jpg"]])
  func alike(names: [String]) throws {
    let list = "[{\"t\": \"a\", \"p\": [\(names.map { "\"\($0)\"" }.joined(separator: ","))]}]"
    #expect(try pictures(list) == names.map { "https://l.example/\($0)" })
  }

  @Test("An entry has at most 12 pictures, and a mapping as many fields")
  func limit() throws {
    let names = (1...40).map { "\"\($0).jpg\"" }.joined(separator: ",")
    #expect(try pictures("[{\"t\": \"a\", \"p\": [\(names)]}]").count == FeedEntry.pictureLimit)
    let spaces = String(repeating: " ", count: 200_000)
    #expect(
      try pictures(#"[{"t": "a", "p": "https://l.example/1.jpg\#(spaces)https://l.example/2.jpg"}]"#).count
        == 2)
    let fields = [String](repeating: "\"p\"", count: 13).joined(separator: ",")
    let text =
      #"{"kind": "records", "address": "https://l.example/a", "entry": {"title": "t", "picture": [\#(fields)]}}"#
    #expect(throws: (any Error).self) { try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get() }
  }

  @Test("A file is found by a name of other case, accents or signs, if it is the only one")
  func alikeNames() throws {
    let folder = try TemporaryFolder()
    for name in ["Cafe\u{301}.jpg", "a b.jpg", "Two.jpg", "two.jpg", "x.jpe"] { try folder.write(name, "") }
    let names = ["Caf\u{E9}.jpg", "CAF\u{C9}.JPG", "a%20b.jpg", ".\\A b.jpg", "TWO.jpg", "two.jpg", "x.jpe"]
    let rows = names.enumerated().map { "\($0),\($1)" }.joined(separator: "\n")
    let list = try folder.write("list.csv", "t,p\n\(rows)\n")
    let text = #"{"kind": "records", "file": "x", "entry": {"title": "t", "picture": "p"}}"#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
    let found = try feed.decode(FeedAnswer(path: list)).entries.map {
      String(($0.picture ?? "").prefix { $0 != "?" })
    }
    let cafe = "file:Cafe%CC%81.jpg"
    #expect(found == [cafe, cafe, "file:a b.jpg", "file:a b.jpg", "", "file:two.jpg", "file:x.jpe"])
  }

  @Test("Files beside a list may have spaces and separators in their names")
  func files() throws {
    let folder = try TemporaryFolder()
    for name in ["a b.jpg", "c;d.jpg", "e.jpg"] { try folder.write(name, "") }
    let list = try folder.write("list.csv", "t,p\nx,a b.jpg|e.jpg\ny,c;d.jpg\nz,e.jpg;missing.jpg\n")
    let text = #"{"kind": "records", "file": "x", "entry": {"title": "t", "picture": "p"}}"#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
    let found = try feed.decode(FeedAnswer(path: list)).entries.map { entry in
      (entry.picture.map { [$0] } ?? []) + entry.morePictures
    }
    #expect(
      found.map { $0.map { String($0.prefix { $0 != "?" }) } }
        == [["file:a b.jpg", "file:e.jpg"], ["file:c;d.jpg"], ["file:e.jpg"]])
  }
}
