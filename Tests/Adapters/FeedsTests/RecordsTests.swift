import Catalogs
import Feeds
import JSON
import Testing
import Text

@Suite("Lists of records")
struct RecordsTests {
  /// - Parameters:
  ///   - entry: the mapping, as JSON.
  ///   - more: further settings, each followed by a comma.
  func feed(_ entry: String, more: String = "") throws -> any Feed {
    let text =
      #"{"kind": "records", "address": "https://lists.example.org/a/list", \#(more) "entry": \#(entry)}"#
    return try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
  }

  func entries(_ list: String, _ entry: String, more: String = "") throws -> [FeedEntry] {
    Array(try feed(entry, more: more).decode(FeedAnswer(Array(list.utf8))).entries)
  }

  let cast = #"""
    {"results": [
      {"id": 7, "name": "Ada", "job": "miller", "town": "Ulm", "about": "Grinds <b>rye</b>.", "family": "Mill",
       "portrait": "/p/7.png", "url": "people/7", "location": {"lat": 48.4, "lon": 9.98}, "tags": ["a", "b"]},
      {"id": 8, "name": "Bo", "job": "", "town": "Ulm", "phrases": ["Well", "well"], "family": "Bakery",
       "portrait": "//cdn.example.org/8.png", "url": "https://bo.example/", "location": "Point(10 50)"}
    ]}
    """#

  @Test("A mapping assigns fields")
  func mapping() throws {
    let content = try feed(
      #"""
      {"id": "id", "title": "name", "subtitle": "{job} in {town}", "description": "about || phrases[*]",
       "picture": "portrait", "link": "url", "section": "family", "place": "location"}
      """#, more: #""entries": "results","#
    ).decode(FeedAnswer(Array(cast.utf8)))
    let found = content.entries
    #expect(content.sectionLabel == "Family")
    #expect(found.map(\.key) == ["7", "8"])
    #expect(found.map(\.title) == [.plain("Ada"), .plain("Bo")])
    #expect(found.map(\.subtitle) == ["miller in Ulm", nil])
    #expect(found.map(\.description) == [.markup(UntrustedHTML("Grinds <b>rye</b>.")), .plain("Well well")])
    #expect(found.map(\.picture) == ["https://lists.example.org/p/7.png", "https://cdn.example.org/8.png"])
    #expect(found.map(\.link) == ["https://lists.example.org/a/people/7", "https://bo.example/"])
    #expect(found.map(\.sections) == [["mill"], ["bakery"]])
    #expect(
      found.map(\.coordinate)
        == [Coordinate(latitude: 48.4, longitude: 9.98), Coordinate(latitude: 50, longitude: 10)])
  }

  @Test(
    "A place has several forms",
    arguments: [
      (#"{"p": "48.4, 9.98"}"#, #""p""#), (#"{"p": "POINT (9.98 48.4)"}"#, #""p""#),
      (#"{"p": {"type": "Point", "coordinates": [9.98, 48.4, 300]}}"#, #""p""#),
      (#"{"p": {"type": "MultiPoint", "coordinates": [[9.98, 48], [9.98, 48.8]]}}"#, #""p""#),
      (#"{"p": {"type": "Polygon", "coordinates": [[[9.98, 48], [9.98, 48.8]], [[1, 2]]]}}"#, #""p""#),
      (#"{"p": {"type": "MultiPolygon", "coordinates": [[[[9.98, 48.4]]], [[[-179, 2]]]]}}"#, #""p""#),
      (#"{"p": [9.98, 48.4]}"#, #""p""#), (#"{"latlng": [48.4, 9.98]}"#, #""latlng""#),
      (#"{"a": {"lat_lon": [48.4, 9.98]}}"#, #""a.lat_lon""#), (#"{"p": "9.98,48.4,300"}"#, #""p""#),
      (#"{"Point": {"coordinates": "9.98,48.4"}}"#, #""LineString.coordinates || Point.coordinates""#),
      (#"{"p": "9.98,48,0\n 9.98,48.8,0"}"#, #""p""#), (#"{"p": "9.98,48 9.98,48.8"}"#, #""p""#),
      (#"{"p": {"latitude": "48.4", "lng": 9.98}}"#, #""p""#),
      (#"{"a": "48.4", "o": 9.98}"#, #"{"latitude": "a", "longitude": "o"}"#),
      (#"{"a": "48.4", "o": 9.98}"#, #""{a}, {o}""#),
    ])
  func places(record: String, place: String) throws {
    let list = "[\(record.dropLast()), \"n\": \"Ulm\"}]"
    let found = try entries(list, #"{"title": "n", "place": \#(place)}"#)
    #expect(found.map(\.coordinate) == [Coordinate(latitude: 48.4, longitude: 9.98)])
  }

  @Test("An invalid place is ignored", arguments: ["x", "91, 10", "Point(1)", "1"])
  func noPlace(text: String) throws {
    #expect(
      try entries(#"[{"n": "Ulm", "p": "\#(text)"}]"#, #"{"title": "n", "place": "p"}"#)[0].coordinate == nil)
  }

  @Test("An outline of thousands of points is read", arguments: [20_000])
  func outline(points: Int) throws {
    let ring = (0..<points).map { "[\($0 % 10),\($0 % 20)]" }.joined(separator: ",")
    let list = #"[{"n": "Isle", "p": {"type": "Polygon", "coordinates": [[\#(ring)]]}}]"#
    let found = try entries(list, #"{"title": "n", "place": "p"}"#)
    #expect(found[0].coordinate == Coordinate(latitude: 9.5, longitude: 4.5))
  }

  @Test(
    "A plain description keeps its lines; escaped tags are markup, and what only looks like a tag is text",
    arguments: [
      ("one\\ntwo\\r\\n\\r\\n<three", "<p>one<br>two</p><p>&lt;three</p>"),
      ("&lt;p&gt;one &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;", "<p>one <b>two</b></p>"),
    ])
  func lines(text: String, markup: String) throws {
    let entry = try #require(try entries(#"[{"t": "a", "d": "\#(text)"}]"#).first)
    #expect(entry.description == .markup(UntrustedHTML(markup)))
  }

  @Test("Text that only looks like a tag stays, and an item of a JSON Feed has the text that it has")
  func texts() throws {
    let closing = "</closing> the shop"
    let entry = try #require(try entries(#"[{"t": "\#(closing)"}]"#).first)
    #expect(entry.title == .plain(closing))
    let items = #"[{"t": "a", "content_html": "<p>x</p>"}, {"t": "b", "content_text": "y"}]"#
    let descriptions = try entries(items, description: "content_html").map(\.description)
    #expect(descriptions == [.markup(UntrustedHTML("<p>x</p>")), .plain("y")])
  }

  private func entries(_ list: String, description: String = "d") throws -> [FeedEntry] {
    let text =
      #"{"kind": "records", "address": "https://l.example/a", "entry": {"title": "t", "description": "\#(description)"}}"#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
    return try feed.decode(FeedAnswer(Array(list.utf8))).entries
  }

  @Test("A title with markup is plain text in the catalog")
  func markedTitles() throws {
    let list = #"[{"t": "<i>Tom</i> &amp; Jerry"}, {"t": "A < B & C"}]"#
    let content = try feed(#"{"title": "t"}"#).decode(FeedAnswer(Array(list.utf8)))
    let titles = content.entries.map(\.title)
    #expect(titles == [.markup(UntrustedHTML("<i>Tom</i> &amp; Jerry")), .plain("A < B & C")])
  }

  @Test(
    "A record without a title takes the beginning of its description",
    arguments: [
      ("A short note. And more.", "A short note"), ("Is it so? Yes.", "Is it so? Yes"),
      ("<p>One &amp; <b>two</b></p><p>three</p>", "One & two three"),
      (
        "A text that goes on and on for a while, without an end in sight for anyone",
        "A text that goes on and on for a while, without an end in…"
      ),
      (String(repeating: "語", count: 70), String(repeating: "語", count: 60) + "…"),
      ("<p>Dr. Who is here today. Really.</p>", "Dr. Who is here today"),
      ("<script>x</script><p>&#65; &lt;b&gt; &bogus;", "A <b> &bogus;"),
    ])
  func untitledRecords(text: String, title: String) throws {
    let list = "<a><r><g>1</g><t>Given</t><d>x</d></r><r><g>2</g><d><![CDATA[\(text)]]></d></r></a>"
    let more = #""format": "xml", "entries": "r","#
    let found = try entries(list, #"{"id": "g", "slug": "t", "title": "t", "description": "d"}"#, more: more)
    #expect(found.map(\.title) == [.plain("Given"), .plain(title)])
    #expect(found.map(\.key) == ["1", "2"])
    #expect(found.map(\.slug) == ["Given", title])
    let posts = try entries(list, #"{"id": "g", "slug": "d", "title": "d", "description": "d"}"#, more: more)
    #expect(posts.map(\.title) == [.plain("x"), .plain(title)])
    #expect(posts.map(\.slug) == ["x", title])
  }

  @Test("A title with markup makes an address of its text")
  func markedSlug() throws {
    let list = #"[{"u": "https://a.example/1", "t": "<i>Tom</i> &amp; Jerry"}]"#
    #expect(try entries(list, #"{"id": "u", "slug": "t", "title": "t"}"#).map(\.slug) == ["Tom & Jerry"])
  }

  @Test("Without an id the title identifies an entry, and all its fields among equal titles")
  func keys() throws {
    let list = "name,about,room\nAda,same,1\nBo,x,1\nAda,same,2\nAda,same,2\n"
    let (feed, answer) = (
      try feed(#"{"title": "name", "description": "about"}"#), FeedAnswer(Array(list.utf8))
    )
    let content = try feed.decode(answer)
    #expect(
      try feed.account(of: answer).first?.hasSuffix(#": equal to another in every field (1, such as "Ada")"#)
        == true)
    let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content)
    #expect(catalog.entries.map(\.title) == ["Ada", "Ada", "Bo"])
    #expect(!catalog.entries.map(\.id).contains("ada") && catalog.entries.map(\.id).contains("bo"))
  }

  @Test("The order of fields and empty fields do not change a record's identity")
  func fingerprints() throws {
    let records = [
      #"{"n": "Ada", "a": {"b": 1, "c": [2, "x"]}, "d": "e"}"#,
      #"{"d": " e ", "f": null, "a": {"c": [2, "x"], "b": 1, "g": ""}, "n": "Ada", "h": []}"#,
      #"{"n": "Ada", "a": {"b": 1, "c": ["x", 2]}, "d": "e"}"#, #"{"n": "Ada", "a": {"b": "1"}, "d": "e"}"#,
    ]
    let found = try entries("[\(records.joined(separator: ","))]", #"{"title": "n"}"#)
    #expect(Set(found.compactMap(\.fingerprint)).count == 3 && found[0].fingerprint == found[1].fingerprint)
  }

  @Test("Records of one id are one entry with all their sections")
  func sameIDs() throws {
    let list = "sku,name,kind\n1,Ada,Sea\n1,Ada,Town\n2,Bo,Sea\n,Cleo,Sea\n,Cleo,Sea\n4,Di,Sea\n4,Dee,Sea\n"
    let (feed, answer) = (
      try feed(#"{"id": "sku", "title": "name", "section": "kind"}"#), FeedAnswer(Array(list.utf8))
    )
    let content = try feed.decode(answer)
    #expect(
      try feed.account(of: answer)
        == [
          "4 entries; skipped 2: equal to another in every field (1, such as "
            + #""Cleo"), the id of another (1, such as "4")"#
        ])
    let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(of: content)
    #expect(catalog.entries.map(\.sections.count) == [2, 1, 1, 1])
  }

  @Test("An entry with an address for an id has a slug of its title, the same over http and https")
  func slugs() throws {
    let list = "url,name\nhttp://a.example/1/,Ada\nhttps://a.example/2,Bo\n"
    let found = try entries(list, #"{"id": "url", "slug": "name", "title": "name"}"#)
    #expect(found.map(\.key) == ["https://a.example/1", "https://a.example/2"])
    #expect(found.map(\.slug) == ["Ada", "Bo"])
    #expect(try entries(list, #"{"id": "url", "title": "name"}"#).map(\.key)[0] == "http://a.example/1/")
  }

  @Test("The id of a section depends on all its letters, and a column may name several")
  func sections() throws {
    let list = "name;kind\nA;\"Кино; 日本\"\nB;Ver também\nC;日本\n"
    let content = try feed(#"{"title": "name", "section": "kind"}"#, more: #""split": ";","#)
      .decode(FeedAnswer(Array(list.utf8)))
    #expect(content.sections.map(\.title) == ["Кино", "日本", "Ver também"])
    #expect(Set(content.sections.map(\.id)).count == 3)
    #expect(content.sections[2].id == "ver-tambem")
    #expect(content.entries.map(\.sections.count) == [2, 1, 1])
    #expect(content.entries[2].sections == [content.sections[1].id])
  }

  @Test("Sections over the limit are dropped")
  func sectionLimit() throws {
    let list = "name,kind\n" + (0..<120).map { "n\($0),k\($0)\n" }.joined()
    let content = try feed(#"{"title": "name", "section": "kind"}"#).decode(FeedAnswer(Array(list.utf8)))
    #expect(content.sections.count == 100)
    #expect(content.entries.count == 120)
    #expect(content.entries[119].sections.isEmpty)
  }

  @Test("An empty list and one with mostly missing titles are refused")
  func untitled() throws {
    let some = try feed(#"{"title": "name"}"#).decode(FeedAnswer(Array(#"[{"name": "A"}, {"x": 1}]"#.utf8)))
    #expect(some.entries.count == 1)
    #expect(some.skipped == ["no title": 1])
    for (list, reason) in [
      (
        #"[{"name": "A"}, {"x": 1}, {"name": " "}]"#,
        "2 of 3 records have no title: \"name\" leads to none; feed.entry.title must name another field"
      ), ("[]", "the list holds no records"),
      (
        "[{",
        "this is not a list of records: it is not valid JSON: expected a key in quotation marks, found the end (line 1)"
      ),
    ] {
      #expect(throws: FeedError.refused(reason)) {
        try feed(#"{"title": "name"}"#).decode(FeedAnswer(Array(list.utf8)))
      }
    }
  }

  @Test("A feed's link is found by its relation")
  func relations() throws {
    let list = "<feed><entry><title>A</title><link rel='self' href='/s'/><link href='/a'/></entry></feed>"
    let found = try entries(list, #"{"title": "title", "link": "link@alternate.@href"}"#)
    #expect(found.map(\.link) == ["https://lists.example.org/a"])
  }
}
