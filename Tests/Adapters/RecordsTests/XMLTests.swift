import JSON
import Records
import TestSupport
import Testing

@Suite("XML as a tree of values")
struct XMLTests {
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

  @Test("A title in a link is its words, in columns named as HTML's elements too")
  func linkedTitle() throws {
    let list = try List(
      "<r><i><title><a href='u'>One</a></title></i><i><title><main>Two</main></title></i></r>")
    #expect(list["title"] == ["<a href=\"u\">One</a>"])
    #expect(list["title.main"] == ["Two"])
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
}
