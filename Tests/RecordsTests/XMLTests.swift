import JSON
import Records
import Testing

@Suite("XML as a tree of values")
struct XMLTests {
  private func record(_ inner: String) throws -> JSONValue {
    try #require(try List("<a><r>\(inner)</r><r>x</r></a>", entries: ["r"]).records.first)
  }

  @Test(
    "Elements, attributes and texts have their names",
    arguments: [
      ("<t>Ada</t>", #"{"t": "Ada"}"#),
      ("<t>A &amp; <![CDATA[<b>]]></t>", #"{"t": "A & <b>"}"#),
      ("<t>1</t><t>2</t><t>3</t>", ##"{"t": ["1", "2", "3"]}"##),
      ("<t x='1'>Ada</t>", ##"{"t": {"@x": "1", "#text": "Ada"}}"##),
      ("<p><q>1</q> y </p>", ##"{"p": {"q": "1", "#text": "y"}}"##),
      ("<e/>", #"{"e": ""}"#),
      ("x", ##"{"#text": "x"}"##),
      ("<m:t xmlns:m='urn:m' m:u='7'/>", #"{"m:t": {"@m:u": "7"}}"#),
      ("<!-- no --><?no no?><t>yes</t>", #"{"t": "yes"}"#),
    ])
  func tree(xml: String, json: String) throws {
    #expect(try record(xml) == JSONValue(parsing: json.utf8))
  }

  @Test("A link is found by its relation too")
  func links() throws {
    let entry = "<link rel='self' href='/1.xml'/><link href='/1'/>"
    let list = try List("<feed><entry>\(entry)</entry></feed>")
    #expect(list["link@alternate.@href"] == ["/1"])
    #expect(list["link.@href"] == ["/1.xml", "/1"])
  }

  @Test("Addresses are relative to the bases that they stand under")
  func bases() throws {
    let list = try List(
      """
      <feed xml:base='http://a.example/b/'><entry xml:base='c/'><link href='1.html'/><p src='/2.png'/></entry>
      <entry><link href='http://z.example/3'/></entry></feed>
      """)
    #expect(list["link.@href"] == ["http://a.example/b/c/1.html", "http://z.example/3"])
    #expect(list["p.@src"] == ["http://a.example/2.png"])
  }

  @Test("A base ends with its element, and only so many bytes of it count, however it is put together")
  func baseLimits() throws {
    let ended = try List(
      "<a><r xml:base='http://a.example/'><link href='1'/></r><r><link href='2'/></r></a>", entries: ["r"])
    #expect(ended["link.@href"] == ["http://a.example/1", "2"])
    let long = "http://a.example/" + String(repeating: "x", count: 2_048) + "/"
    let part = String(repeating: "y", count: 600) + "/"
    for text in [
      "<a xml:base='\(long)'><r><link href='1'/></r><r/></a>",
      "<a><r xml:base='\(part)'><b xml:base='\(part)'><c xml:base='\(part)'><d xml:base='\(part)'>"
        + "<link href='1'/></d></c></b></r><r/></a>",
    ] {
      let error = #expect(throws: RecordsError.self) { try List(text, entries: ["r"]) }
      #expect(error?.description == "its xml:base is longer than 2048 bytes (line 1)")
    }
  }

  @Test("Neither the network nor a file is asked for what a document type names")
  func outside() throws {
    let list = try List("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a><r>x</r><r>y</r></a>")
    #expect(list["#text"] == ["x", "y"])
  }

  @Test(
    "A document that grows or nests without end is refused",
    arguments: [
      "<a>" + String(repeating: "<b>", count: 10_000), "<a><r>" + String(repeating: "<b>x</b>", count: 6_000),
      "<!DOCTYPE a [<!ENTITY x 'xxxxxxxxxx'><!ENTITY y '&x;&x;&x;&x;'>]><a b='&y;'><r/><r/></a>",
    ])
  func bounds(text: String) {
    #expect(throws: RecordsError.self) { try List(text, entries: ["r"]) }
  }
}
