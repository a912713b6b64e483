import Feeds
import JSON
import ShowFiles
import System
import TestSupport
import Testing

@testable import NewShow

@Suite("dramatis new")
struct NewShowTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let answer = #"""
    {"RelatedTopics": [
      {"FirstURL": "https://duckduckgo.com/Kirk", "Text": "Kirk (Star Trek) - somebody",
       "Icon": {"URL": "https://pictures.example.org/kirk.png"}},
      {"FirstURL": "https://duckduckgo.com/Spock", "Text": "Spock (Star Trek) - somebody", "Icon": {"URL": ""}}
    ]}
    """#

  /// Runs `dramatis new` and returns its log.
  private func new(_ arguments: String...) throws -> [String] {
    let log = CollectedLog()
    try NewShow(
      arguments + ["--config-dir", folder.path], environment: [:], userAgent: "test", log: log
    ).write()
    return log.lines
  }

  private func written(_ name: String = "trek") throws -> JSONValue {
    try JSONValue(parsing: folder.text("\(name).json").utf8)
  }

  @Test("The feed is asked once, and its entries are logged and make the file")
  func fromFeed() throws {
    let outside = try StubServer { _ in .ok(Self.answer) }
    defer { outside.stop() }
    let address = outside.address("/?q=star+trek%20characters&format=json")
    let lines = try new("trek", "--feed-address", address)
    #expect(outside.requests.count == 1)
    #expect(lines[0] == "2 entries of the feed duckduckgo; the first:")
    #expect(lines[1].split(separator: "  ").map { $0.drop { $0 == " " } } == ["Kirk", "picture", "somebody"])
    #expect(lines[2].contains("Spock") && lines[2].contains("no picture"))
    #expect(lines.contains("written: \(folder.path)/trek.json"))

    let show = try written()
    #expect(show["name"]?.string == "Star Trek Characters")
    #expect(show["shortName"]?.string == "Trek")
    #expect(show["noun"]?["one"]?.string == "character")
    #expect(show["titles"]?["strip"]?.string == " (Star Trek)")
    #expect(show["pictures"]?["hosts"]?.array == [.string("pictures.example.org")])
    #expect(show["feed"]?["address"]?.string == address)
    #expect(show["//name"]?.string?.hasPrefix("The show's name") == true)
    #expect(throws: Never.self) {
      try ShowFile(path: "\(folder.path)/trek.json").check(shipped: folder.path)
    }
  }

  @Test("A missing folder is created")
  func missingFolder() throws {
    let inner = "\(folder.path)/a/b"
    let new = try NewShow(
      ["trek", "--feed-address", "http://127.0.0.1:9/", "--config-dir", inner, "--offline"],
      environment: [:], userAgent: "test", log: SilentLog())
    try new.write()
    #expect(try written("a/b/trek")["name"]?.string == "Trek")
  }

  @Test(
    "An invalid address is wrong usage, and is not repeated since it may be secret",
    arguments: ["ftp://x/?key=secret", "http://me:secret@x/", "file:///secret"])
  func invalidAddress(address: String) {
    let error = thrown(UsageError.self) { try new("trek", "--feed-address", address) }
    #expect(error?.description.hasPrefix("--feed-address takes an http or https address") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test("An existing file is not changed")
  func existing() throws {
    try folder.write("trek.json", "mine")
    let error = thrown(NewShowError.self) {
      try new("trek", "--feed-address", "http://127.0.0.1:9/", "--offline")
    }
    #expect(error?.description == "\(folder.path)/trek.json exists already and was not changed")
    #expect(folder.text("trek.json") == "mine")
  }

  @Test("A feed without entries is an error of one sentence; --offline writes the file without a request")
  func noEntries() throws {
    let outside = try StubServer { _ in .ok("<html>") }
    defer { outside.stop() }
    let error = thrown((any Error).self) { try new("trek", "--feed-address", outside.address()) }
    let text = try #require(error.map { "\($0)" })
    #expect(text.contains("not an answer of DuckDuckGo: ") && !text.contains("\n"))
    #expect(folder.names.isEmpty)
    let lines = try new("trek", "--feed-address", outside.address(), "--offline")
    #expect(lines.first == "the feed was not asked")
    #expect(try written()["name"]?.string == "Trek")
  }

  @Test("A list of cities is detected by its content")
  func otherKind() throws {
    let outside = try StubServer { _ in
      .ok(#"[{"_id": 7, "name": "Łódź", "country": "PL", "coord": {"lon": 19.47, "lat": 51.75}}]"#)
    }
    defer { outside.stop() }
    _ = try new("towns", "--feed-address", outside.address())
    #expect(try written("towns")["feed"]?["kind"]?.string == "cities")
    #expect(try written("towns")["noun"]?["many"]?.string == "cities")
  }

  @Test("A suggestion service is asked for completions")
  func suggestions() throws {
    let outside = try StubServer { _ in .ok(#"["star",["star trek","star wars"]]"#) }
    defer { outside.stop() }
    let lines = try new("find", "--feed-address", outside.address("/?q={query}"))
    #expect(lines.first == "completions of \"star\": star trek, star wars")
    #expect(try written("find")["feed"]?["kind"]?.string == "suggestions")
  }

  private static let allKinds = FeedKinds.all.map { $0.kind }

  @Test("Every kind of feed can be written", arguments: allKinds)
  func kinds(kind: String) throws {
    let isCatalog = try #require(NewShowKind.named(kind), "add it to NewShowKind.all").isCatalog
    let address = isCatalog ? "https://a.example/list" : "https://a.example/?q={query}"
    _ = try new("trek", "--kind", kind, "--feed-address", address, "--offline")
    #expect(try written()["feed"]?["kind"]?.string == kind)
    #expect(throws: Never.self) { try ShowFile(path: "\(folder.path)/trek.json").read() }
  }

  @Test(
    "The possible kinds of an address are tried in order",
    arguments: [
      ("https://a.example/list", ["duckduckgo", "cities", "records"]),
      ("https://a.example/list.json.gz", ["cities", "duckduckgo", "records"]),
      ("https://api.themoviedb.org/3", ["tmdb"]), ("https://a.example/?q={query}", ["suggestions"]),
      (nil, ["records"]),
    ] as [(String?, [String])])
  func candidates(address: String?, kinds: [String]) {
    #expect(NewShowKind.candidates(for: address).map { $0.type.kind } == kinds)
  }

  @Test(
    "Wrong usage is refused",
    arguments: [
      [], ["a", "b"], ["Trek"], ["../x"], ["trek"], ["trek", "--port", "1"], ["trek", "--feed-address"],
      ["trek", "--kind", "rss"], ["trek", "--kind", "duckduckgo"], ["-x"],
      ["a-name-of-23-characters", "--feed-address", "http://127.0.0.1:9/", "--offline"],
    ])
  func usage(arguments: [String]) {
    #expect(throws: UsageError.self) {
      try NewShow(arguments, environment: [:], userAgent: "test", log: SilentLog())
    }
  }
}
