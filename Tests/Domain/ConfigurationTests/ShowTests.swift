import Configuration
import JSON
import Testing

@Suite("Show files")
struct ShowTests {
  private let complete = #"""
    {"name":"Test Viewer","shortName":"Test","packageID":"com.example.test_viewer",
     "feed":{"kind":"x"},"bundled":"b.json","noun":{"one":"thing","many":"things"},
     "titles":{"strip":" (Test)"},"search":{"match":"prefix"},"markup":"inline",
     "looks":{"accent":"#1b62b5","tile":"#ffd84d","pictureAspect":"2:3","icon":"icons/a.svg"},
     "pictures":{"hosts":["a.example","*.b.example"],"privateAddresses":true},
     "credit":{"text":"Data","link":"https://example.org/"},
     "server":{"port":81,"basePath":"/x","refresh":60}}
    """#

  private func decode(_ text: String) throws -> Show {
    let document = try JSONValue(parsing: Array(text.utf8))
    return try Show(document, slug: "test", markupLevels: ["description", "inline"]) { $0.ignoreRest() }
  }

  private func faults(_ text: String) throws -> [String] {
    do {
      _ = try decode(text)
      return []
    } catch let error as ShowFaults {
      return error.faults.map(\.description)
    }
  }

  @Test("A complete file is read")
  func completeFile() throws {
    let show = try decode(complete)
    #expect(show.slug == "test")
    #expect(show.packageID == "com.example.test_viewer")
    #expect([show.noun.one, show.noun.many] == ["thing", "things"])
    #expect(show.strippedSuffix == " (Test)")
    #expect(show.match == .prefix)
    #expect(show.markup == "inline")
    #expect(show.looks.aspect.description == "2:3")
    #expect(show.pictures.hosts == ["a.example", "*.b.example"])
    #expect(show.pictures.privateAddresses)
    #expect(show.serving.port == 81)
    #expect(show.serving.basePath == "/x")
    #expect(show.serving.refresh == 60)
  }

  @Test("Five members are required")
  func smallFile() throws {
    let show = try decode(
      #"""
      {"name":"N","shortName":"S","packageID":"a.b","feed":{},
       "looks":{"accent":"#000000","tile":"#ffffff","pictureAspect":"1:1","icon":"a.svg"}}
      """#)
    #expect(show.noun.many == "entries")
    #expect(show.match == .contains)
    #expect(show.markup == "description")
    #expect(show.pictures.hosts.isEmpty)
    #expect(show.serving.port == Defaults.port && show.serving.refresh == Defaults.refresh)
  }

  @Test("An empty object has a fault for each of five required members")
  func emptyFile() throws {
    #expect(
      try faults("{}").map { $0.prefix { $0 != ":" } } == ["feed", "looks", "name", "packageID", "shortName"])
  }

  @Test("A document that is not an object has one fault", arguments: ["null", "[]", "7"])
  func noObject(text: String) throws {
    #expect(try faults(text).count == 1)
  }

  @Test(
    "A wrong value is a fault with its place and the expected form",
    arguments: [
      (
        #""name":"Test Viewer""#, #""name":7"#,
        #"name: expected visible text such as "Star Trek Characters", found 7"#
      ),
      (#""shortName":"Test""#, #""shortName":null"#, "shortName: expected visible text"),
      (
        #"com.example.test_viewer"#, "viewer",
        #"packageID: expected a reverse domain name such as "org.example.trek""#
      ),
      (#"com.example.test_viewer"#, "com..x", "packageID: expected"),
      (#"com.example.test_viewer"#, "com.1x", "packageID: expected"),
      (
        ##""accent":"#1b62b5""##, ##""accent":"#ffd90f""##,
        "looks.accent: expected a colour with a contrast of at least 4.5"
      ),
      (
        #""name":"Test Viewer""#, #""name":"  ""#,
        #"name: expected visible text such as "Star Trek Characters", found "  ""#
      ),
      (#""shortName":"Test""#, #""shortName":"\u00a0""#, "shortName: expected visible text"),
      (#""/x""#, #""/a b""#, #"server.basePath: expected a path of plain names such as "/trek""#),
      (#""/x""#, #""/a/../b""#, "server.basePath: expected"),
      (#""/x""#, #""/ä""#, "server.basePath: expected"),
      (##""accent":"#1b62b5""##, #""accent":"blue""#, "looks.accent: expected a colour such as"),
      (##""tile":"#ffd84d""##, #""tile":true"#, "looks.tile: expected a colour such as"),
      ("2:3", "9", "looks.pictureAspect: expected a ratio"),
      ("icons/a.svg", "../a.svg", "looks.icon: expected an SVG file"),
      ("icons/a.svg", "a.png", "looks.icon: expected an SVG file"),
      (
        #""match":"prefix""#, #""match":"fuzzy""#,
        "search.match: expected \"prefix\" or \"contains\", found \"fuzzy\""
      ),
      (
        #""markup":"inline""#, #""markup":"all""#,
        "markup: expected \"description\" or \"inline\", found \"all\""
      ),
      ("*.b.example", "https://b.example/", "pictures.hosts: expected a list of host names, found \"https:"),
      ("https://example.org/", "javascript:1", "credit.link: expected an http or https address"),
      (#""port":81"#, #""port":65536"#, "server.port: expected a number from 0 to 65535, found 65536"),
      (#""one":"thing""#, #""eins":"thing""#, "noun.eins: unknown key; known keys here: counted, many, one"),
    ])
  func oneFault(old: String, new: String, expected: String) throws {
    let text = complete.replacing(old, with: new)
    try #require(text != complete)
    let faults = try faults(text)
    #expect(faults.contains { $0.hasPrefix(expected) }, "\(faults)")
  }
}
