import Fetching
import Testing

@Suite("The charset that a server names")
struct AnnouncedCharsetTests {
  private static let polish: [UInt8] = [0xAF, 0xF3, 0xB3, 0x77]
  private static let declared = Array("<?xml version=\"1.0\" encoding=\"koi8-r\"?><a>".utf8) + polish

  private static let cases: [(type: String, body: [UInt8], text: String)] = [
    ("text/csv; charset=iso-8859-2", polish, "Żółw"), ("text/csv;charset=\"ISO-8859-2\"", polish, "Żółw"),
    // A byte order mark says it better.
    ("text/csv; charset=iso-8859-2", [0xEF, 0xBB, 0xBF] + Array("Żółw".utf8), "\u{FEFF}Żółw"),
    // Servers send these unasked.
    ("text/csv; charset=iso-8859-1", Array("Żółw".utf8), "Żółw"),
    ("text/csv; charset=windows-1252", [0x80, 0xE9], "€é"),
    ("text/csv; charset=ISO-8859-1", [0x80, 0xE9], "€é"),
    // Before the document's own.
    ("text/xml; charset=iso-8859-2", declared, "<?xml version=\"1.0\"?><a>Żółw"),
    ("text/csv", Array("Żółw".utf8), "Żółw"), ("text/csv; charset=utf-8", Array("Żółw".utf8), "Żółw"),
  ]

  @Test("A text is converted to UTF-8, unless it says that it is another one", arguments: cases)
  func converted(type: String, body: [UInt8], text: String) {
    let answer = Fetched(status: 200, headers: [("Content-Type", type)], address: "http://a/", body: body)
      .inUTF8
    #expect(String(decoding: answer.body, as: UTF8.self) == text)
    #expect(answer.unknownCharset == nil)
  }

  @Test("An unknown charset is told, and the bytes stay")
  func unknown() {
    let headers = [("Content-Type", "text/csv; charset=klingon")]
    let answer = Fetched(status: 200, headers: headers, address: "http://a/", body: Self.polish).inUTF8
    #expect(answer.body == Self.polish)
    #expect(answer.unknownCharset == "klingon")
  }
}
