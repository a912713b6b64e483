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

  @Test("A document in UTF-16 is read")
  func utf16() throws {
    let text = "<?xml version='1.0' encoding='UTF-16'?><a><r>é</r><r>y</r></a>"
    let bytes: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    #expect(try List(bytes, entries: ["r"])["#text"] == ["é", "y"])
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
