import JSON
import Records
import System
import TestSupport
import Testing

@Suite("Lists that are almost valid")
struct RepairTests {
  /// The values at a path, and the warnings.
  private func read(_ bytes: [UInt8], _ path: String, entries: [String]) throws -> ([String], [String]) {
    var reader = try RecordReader(Numbers(bytes), entries: entries)
    var found: [String] = []
    while let record = try reader.next() {
      found += RecordPath(path)?.values(in: record).compactMap(\.recordText) ?? []
    }
    return (found, reader.warnings)
  }

  @Test(
    "Common faults of XML are read as they are meant, with a warning that names the first line",
    arguments: [
      ("Salt & Stone", "Salt & Stone", "an & must be written as &amp;, and is read as such"),
      ("a&b; & &; c&#x;", "a&b; & &; c&#x;", "an & must be written as &amp;, and is read as such"),
      (
        "caf&eacute;&nbsp;&sup2;", "café\u{A0}²",
        "names of characters such as &nbsp; are HTML, and are read as such"
      ),
      ("a\u{8}b&#11;c", "a b c", "control characters are not allowed, and are read as spaces"),
    ])
  func xml(text: String, meant: String, fault: String) throws {
    let list = "\n<?xml version='1.0'?>\n<a>\n<b c=\"\(text)\">x &amp; &#233;</b>\n<b>\(text)</b></a>"
    let (texts, warnings) = try read(Array(list.utf8), "#text", entries: ["b"])
    #expect(texts == ["x & é", meant])
    #expect(try read(Array(list.utf8), "@c", entries: ["b"]).0 == [meant])
    #expect(warnings.count == 1)
    #expect(warnings[0].hasPrefix("it is not quite valid XML: \(fault) (first in line 4; "), "\(warnings)")
  }

  @Test(
    "A < within a value, or that begins no tag, is text",
    arguments: [
      (#"<b c="see <a href='u:1'>this</a>, ok" d="x"></b>"#, "see <a href='u:1'>this</a>, ok"),
      (#"<b c='its 3 < 4' d="x"/>"#, "its 3 < 4"), (#"<b d="x" c="a">1 < 2</b>"#, "a"),
    ])
  func marks(xml: String, value: String) throws {
    let bytes = Array("<!DOCTYPE a PUBLIC '-//X' \"u:x\"><a>\n\(xml)<b c='' d='x'/></a>".utf8)
    let (values, warnings) = try read(bytes, "@c", entries: ["b"])
    #expect(values == [value])
    #expect(try read(bytes, "@d", entries: ["b"]).0 == ["x", "x"])
    #expect(
      warnings.count == 1 && warnings[0].contains("written as &lt;, and is read as such (")
        && warnings[0].contains("line 2"))
    #expect(try read(bytes, "#text", entries: ["b"]).0 == (xml.contains("1 <") ? ["1 < 2"] : []))
  }

  @Test("Marks in valid values are not changed")
  func validMarks() throws {
    let list = #"<a><b c="it's > 1" d = 'a "b" c="d"'/><b c = "x"d="y"><![CDATA[ < " ]]></b></a>"#
      .replacing(#""x"d"#, with: #""x" d"#)
    let (values, warnings) = try read(Array(list.utf8), "@d", entries: ["b"])
    #expect(values == [#"a "b" c="d""#, "y"])
    #expect(warnings.isEmpty)
  }

  @Test("An ampersand in a comment, a CDATA section or an instruction is right")
  func noFault() throws {
    let list = "<a><!-- a & b --><?x a & b?><b><![CDATA[a & b &nbsp;]]></b><b>&lt;&#38;&#x26;</b></a>"
    let (texts, warnings) = try read(Array(list.utf8), "#text", entries: ["b"])
    #expect(texts == ["a & b &nbsp;", "<&&"])
    #expect(warnings.isEmpty)
  }

  @Test("Bytes that are not UTF-8 are read as Windows-1252 in a document that should be UTF-8")
  func bytes() throws {
    let text: [UInt8] = Array("é€😀".utf8) + [0xE9, 0x20, 0x93, 0xC3, 0xED, 0xA0, 0x80, 0xF0]
    for start in ["<a>", "<?xml version='1.0' encoding='UTF-8'?><a>"] {
      let list = Array("\(start)<b c='".utf8) + text + Array("'>".utf8) + text + Array("</b><b/></a>".utf8)
      let (texts, warnings) = try read(list, "#text", entries: ["b"])
      #expect(texts == ["é€😀é “Ãí\u{A0}€ð"])
      #expect(try read(list, "@c", entries: ["b"]).0 == texts)
      #expect(
        warnings == [
          "it is not quite valid XML: bytes that are not UTF-8 are read as Windows-1252 (first in line 1; 14 in all)"
        ])
    }
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><a><b>".utf8) + [0xE9] + Array("</b><b/></a>".utf8)
    #expect(try read(latin, "#text", entries: ["b"]).0 == ["é"])
    #expect(try read(latin, "#text", entries: ["b"]).1.isEmpty)
    let long = "<a>" + String(repeating: "<b>ä€😀</b>", count: 2_000) + "</a>"
    #expect(try Set(read(Array(long.utf8), "#text", entries: ["b"]).0) == ["ä€😀"])
    #expect(try read(Array(long.utf8), "#text", entries: ["b"]).1.isEmpty)
  }

  @Test("Faults at any position of a long document are repaired", arguments: [0, 1, 2, 3, 5, 8])
  func longDocuments(shift: Int) throws {
    let records = (0..<3_000).map { "<b>\($0) & &nbsp; &amp; x</b>" }.joined(separator: "\n")
    let list = "<a>\(String(repeating: " ", count: shift))\(records)</a>"
    let (texts, warnings) = try read(Array(list.utf8), "#text", entries: ["b"])
    #expect(texts == (0..<3_000).map { "\($0) & \u{A0} & x" })
    #expect(warnings.count == 2 && warnings[0].hasSuffix("(first in line 1; 3000 in all)"), "\(warnings)")
  }

  @Test("Entities that a document declares itself are refused, in texts and in values")
  func ownEntities() {
    for text in ["<b>&own;</b>", "<b c='&own;'/>"] {
      let error = thrown(RecordsError.self) {
        try List("<!DOCTYPE a [<!ENTITY own 'x'>]><a>\(text)<b/></a>", entries: ["b"])
      }
      #expect(error?.reason == "it declares entities, which are not read")
    }
  }

  @Test("NaN, Infinity and a last comma are read in JSON, with a warning that names the line")
  func json() throws {
    let warning =
      "it is not quite valid JSON: NaN and Infinity are read as null, and a comma after the last item is ignored"
    for (list, line) in [
      ("[{\"n\": \"a\", \"x\": [NaN,\n-Infinity]}, {\"n\": \"b\", \"x\": Infinity}]", 1),
      ("[{\"n\": \"a\"},\n{\"n\": \"b\",\n \"x\": -Infinity}]", 3),
      ("[{\"n\": \"a\"},\n{\"n\": \"b\",},\n]", 2),
      ("{\"n\": \"a\"}\n{\"n\": \"b\", \"x\": NaN}\n", 2),
    ] {
      let (names, warnings) = try read(Array(list.utf8), "n", entries: [])
      #expect(names == ["a", "b"])
      #expect(warnings == ["\(warning) (line \(line))"])
      #expect(try read(Array(list.utf8), "x", entries: []).0.isEmpty)
    }
    #expect(throws: RecordsError.self) { try List("[{\"n\": Nan}]") }
    #expect(throws: RecordsError.self) { try List("[{\"n\": -Inf}]") }
    #expect(throws: RecordsError.self) { try List("[,]") }
  }
}
