import TestSupport
import Testing

@testable import Website

@Suite("Joined style sheet")
struct JoinedSheetTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("Imported sheets are inserted in order, without comments")
  func order() throws {
    let files = [
      "app.css": Self.bytes("@import \"styles/b.css\";\n@import \"styles/a.css\";\np{margin:0}\n"),

      "styles/a.css": Self.bytes("/* One\n a{} */\n\n  /* Two */\n  a{color:red}\n"),
      "styles/b.css": Self.bytes("b{color:blue}"),
      "other.css": Self.bytes("i{}"),
    ]
    let sheet = try JoinedSheet.bytes("app.css", of: files)
    #expect(String(decoding: sheet, as: UTF8.self) == "b{color:blue}\na{color:red}\np{margin:0}\n")
  }

  @Test("A missing sheet is an error with its name")
  func missing() {
    let fault = thrown(SiteError.self) {
      try JoinedSheet.bytes("app.css", of: ["app.css": Self.bytes("@import \"styles/none.css\";")])
    }
    #expect(fault?.description.hasPrefix("Public/styles/none.css cannot be read") == true)
  }
}
