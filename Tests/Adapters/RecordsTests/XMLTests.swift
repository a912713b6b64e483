import JSON
import Records
import TestSupport
import Testing

@Suite("XML as a tree of values")
struct XMLTests {
  private func record(_ inner: String) throws -> JSONValue {
    try #require(try List("<a><r>\(inner)</r><r>x</r></a>", entries: ["r"]).records.first)
  }

  @Test(
    "Elements, attributes and texts have names",
    arguments: [
      ("<t>Ada</t>", #"{"t": "Ada"}"#),
      ("<t>A &amp; <![CDATA[<b>]]></t>", #"{"t": "A & <b>"}"#),
      ("<t>1</t><t>2</t><t>3</t>", ##"{"t": ["1", "2", "3"]}"##),
      ("<t x='1'>Ada</t>", ##"{"t": {"@x": "1", "#text": "Ada"}}"##),
      ("<p><z>1</z> y &lt; </p>", ##"{"p": {"z": "1", "#text": "1 y <"}}"##),
      ("<e/>", #"{"e": ""}"#),
      ("x", ##"{"#text": "x"}"##),
      ("<m:t xmlns:m='urn:m' m:u='7'/>", #"{"m:t": {"@m:u": "7"}}"#),
      ("<!-- no --><?no no?><t>yes</t>", #"{"t": "yes"}"#),
    ])
  func tree(xml: String, json: String) throws {
    #expect(try record(xml) == JSONValue(parsing: json.utf8))
  }

  @Test(
    "An element that is a name and a value has its name too",
    arguments: [
      ("<d name='Height'><value>21</value></d><d name='Age'><value>9</value></d>", "d@Height", "21"),
      ("<s><d name='Height (m)'>21</d></s>", "s.d@Height (m)", "21"),
      ("<tag k='name' v='Ada'/>", "tag@name", "Ada"),
      ("<b name='l'><literal xml:lang='en'>Ada</literal></b>", "b@l", "Ada"),
      ("<arr name='x'><str>1</str><str>2</str></arr>", "arr@x", "1 2"),
      ("<p key='a' type='int' value='3'/>", "p@a", "3"),
      ("<f tag='245' ind1='1'><s code='a'>T</s><s code='b'>U</s></f>", "f@245.s@b", "U"),
      (
        "<m:datafield tag='245' xmlns:m='u'><m:subfield code='a'>Boats /</m:subfield></m:datafield>",
        "m:datafield@245.m:subfield@a", "Boats"
      ),
    ])
  func pairs(xml: String, path: String, value: String) throws {
    let found = RecordPath(path)?.values(in: try record(xml)).compactMap(\.recordText)
    #expect(found?.joined(separator: " ") == value)
  }

  @Test(
    "An element with a name and more than one value is only itself",
    arguments: [
      "<p name='Ada'><age>7</age></p>", "<p name='Ada' age='7'/>", "<p name='Ada'/>", "<p name=''>x</p>",
    ])
  func noPairs(xml: String) throws {
    #expect(try record(xml).object?.keys.sorted() == ["p"])
  }

  @Test(
    "A text between elements keeps its order, and the tags of HTML",
    arguments: [
      ("<t>One <i>two</i> three &lt; <hi>four</hi></t>", "One <i>two</i> three &lt; four"),
      (
        "<t>See <a href='/x?a=1&amp;b=2' onclick='y'>this</a><br/></t>",
        "See <a href=\"/x?a=1&amp;b=2\">this</a><br>"
      ),
      ("<t>One <hi>two</hi> &amp; three</t>", "One two & three"),
      (
        "<t type='xhtml'><h:div xmlns:h='http://www.w3.org/1999/xhtml'><h:p>One <h:b>two</h:b></h:p></h:div></t>",
        "<div><p>One <b>two</b></p></div>"
      ),
      (
        "<t><div xmlns='http://www.w3.org/1999/xhtml'>A<svg xmlns='urn:s'><text>B</text></svg></div></t>",
        "<div>AB</div>"
      ),
    ])
  func mixed(xml: String, text: String) throws {
    #expect(try record(xml)["t"]?.recordText == text)
  }

  @Test("Elements of records with any name are not mixed with a text")
  func notMixed() throws {
    let record = try record("<t><title>x</title> <b>y</b></t>")
    #expect(try record == JSONValue(parsing: #"{"t": {"title": "x", "b": "y"}}"#.utf8))
  }

  @Test("Deep mixed content is read within a limit")
  func deepMixed() throws {
    let depth = 200
    let text = String(repeating: "<b>x", count: depth) + String(repeating: "y</b>", count: depth)
    let list = try List("<a><r><t>z \(text)</t></r><r/></a>", entries: ["r"])
    #expect(list["t"] == ["z \(text)"])
    let wide = String(repeating: "<b>\(String(repeating: "x", count: 2_000))</b> z", count: 200)
    let nested = String(repeating: "<b>", count: 200) + wide + String(repeating: "</b>", count: 200)
    #expect(try List("<a><r><t>z \(nested)</t></r><r/></a>", entries: ["r"]).records.count == 2)
  }

  @Test("A link has a name with its relation too")
  func links() throws {
    let entry = "<link rel='self' href='/1.xml'/><link href='/1'/>"
    let list = try List("<feed><entry>\(entry)</entry></feed>")
    #expect(list["link@alternate.@href"] == ["/1"])
    #expect(list["link.@href"] == ["/1.xml", "/1"])
  }

  @Test("External document types are not loaded")
  func externalDTD() throws {
    let list = try List("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a><r>x</r><r>y</r></a>")
    #expect(list["#text"] == ["x", "y"])
  }

  @Test(
    "Nesting and entities are limited",
    arguments: [
      "<a>" + String(repeating: "<b>", count: 10_000), "<a><r>" + String(repeating: "<b>x</b>", count: 6_000),
      "<!DOCTYPE a [<!ENTITY x 'xxxxxxxxxx'><!ENTITY y '&x;&x;&x;&x;'>]><a b='&y;'><r/><r/></a>",
    ])
  func bounds(text: String) {
    #expect(throws: RecordsError.self) { try List(text, entries: ["r"]) }
  }

  private static func attributes(_ count: Int, _ mark: String = "'") -> String {
    "<x " + (0..<count).map { "a\($0)=\(mark)>\(mark)" }.joined(separator: " ") + "/>"
  }

  private static func namespaces(_ each: Int, _ depth: Int) -> String {
    let open = (0..<depth).map { depth in
      "<n " + (0..<each).map { "xmlns:p\(depth)q\($0)='u'" }.joined(separator: " ") + ">"
    }
    return open.joined() + String(repeating: "</n>", count: depth)
  }

  private static func comment(_ bytes: Int) -> String {
    "<!--" + String(repeating: ">", count: bytes - 3) + "-->"
  }

  /// Input with quadratic cost in libxml2, within and beyond its limit.
  private static let measures: [(within: String, beyond: String, fault: String)] = [
    (attributes(500), attributes(501), "an element has more than 500 attributes"),
    (
      attributes(500, "\"") + attributes(500), attributes(501, "\""),
      "an element has more than 500 attributes"
    ),
    (comment(65_536) + comment(65_536), comment(65_540), "a comment is longer than 64 KB"),
    (
      namespaces(10, 20) + namespaces(200, 1), namespaces(10, 21),
      "more than 200 namespaces hold at one place"
    ),
    (
      (0..<49_000).map { "<m\($0)/>" }.joined(), (0..<50_001).map { "<m\($0)/>" }.joined(),
      "it has more than 50000 different names"
    ),
  ]

  @Test("Input with quadratic cost in libxml2 is limited", arguments: measures.indices)
  func quadratic(index: Int) throws {
    let measure = Self.measures[index]
    let records = "<r>x</r><r>y</r></a>"
    for encode in [{ Array($0.utf8) }, Self.utf16] {
      #expect(try List(encode("<a>\(measure.within)\(records)"), entries: ["r"])["#text"] == ["x", "y"])
      let error = thrown(RecordsError.self) {
        try List(encode("<a>\(measure.beyond)\(records)"), entries: ["r"])
      }
      #expect(error?.description.hasPrefix(measure.fault) == true, "\(String(describing: error))")
    }
  }

  private static func utf16(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  @Test(
    "Text that looks like many attributes or an endless comment is read",
    arguments: [
      String(repeating: "&lt;p class=\"a\" id='b'&gt; it's ", count: 1_000),
      "<![CDATA[" + String(repeating: "<!-- it's <a b='\" ", count: 5_000) + "]]>",
      "<?x " + String(repeating: "<!-- '", count: 20_000) + "?>",
      String(repeating: "<b c='1' d=\"'\"/>", count: 5_000),
      String(repeating: "<!-- it's -->", count: 10_000), String(repeating: "<!---->", count: 20_000),
    ])
  func notQuadratic(text: String) throws {
    let list = try List("<a><z>\(text)</z><r>x</r><r>y</r></a>", entries: ["r"])
    #expect(list["#text"] == ["x", "y"])
  }

  @Test(
    "Attributes with declared defaults are refused",
    arguments: ["<!ATTLIST r b CDATA 'x'>", "<!ELEMENT r ANY><!ATTLIST q b CDATA #IMPLIED>"])
  func declaredAttributes(type: String) {
    let error = thrown(RecordsError.self) {
      try List("<!DOCTYPE a [\(type)]><a><r>x</r><r>y</r></a>", entries: ["r"])
    }
    #expect(error?.description == "it declares attributes, which are not read (line 1)")
  }

  @Test(
    "An encoding whose tags cannot be scanned is refused",
    arguments: [
      ("UTF-8", true), ("utf-8", true), ("ISO-8859-15", true), ("windows-1252", true), ("Shift_JIS", true),
      ("UTF-7", false), ("ISO-2022-JP", false), ("IBM037", false), ("EBCDIC-US", false), ("UCS-4", false),
    ])
  func encodings(name: String, isRead: Bool) {
    let text = "<?xml version='1.0' encoding = \"\(name)\"?><a><r>x</r><r>y</r></a>"
    #expect(((try? List(text, entries: ["r"])) != nil) == isRead)
  }
}
