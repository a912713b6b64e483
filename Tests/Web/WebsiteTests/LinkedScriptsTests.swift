import HTTPServer
import TestSupport
import Testing

@testable import Website

@Suite("Imports of scripts")
struct LinkedScriptsTests {
  private static func served(_ files: [String: String]) throws -> [String: PublicFile] {
    try LinkedScripts(files.mapValues { Array($0.utf8) }).linked
  }

  @Test("Imports are rewritten to the served names, and other text is not changed")
  func imports() throws {
    let files = try Self.served([
      "app.js": #"import("./parts/a.js"); const text = "./no.css";"#,
      "parts/a.js": #"import { b } from "./b.js";"#, "parts/b.js": "export const b = 1;",
      "app.css": "a{}",
    ])
    let (a, b) = (try #require(files["parts/a.js"]), try #require(files["parts/b.js"]))
    #expect(files.count == 3)
    #expect(b.name.hasPrefix("parts-b-"))
    #expect(try #require(files["app.js"]).text == #"import("./\#(a.name)"); const text = "./no.css";"#)
    #expect(a.text == #"import { b } from "./\#(b.name)";"#)
  }

  @Test("A changed import changes the importing file's name")
  func names() throws {
    let app = #"import "./b.js";"#
    let first = try Self.served(["app.js": app, "b.js": "1"])
    let second = try Self.served(["app.js": app, "b.js": "2"])
    #expect(first["app.js"]?.name != second["app.js"]?.name)
  }

  @Test(
    "A missing or circular import is an error with its file",
    arguments: [
      (["app.js": #"import "./none.js";"#], "Public/none.js cannot be read"),
      (["a.js": #"import "./b.js";"#, "b.js": #"import "./a.js";"#], "a.js: imports itself"),
    ])
  func faults(files: [String: String], words: String) {
    let fault = thrown(SiteError.self) { try Self.served(files) }
    #expect(fault?.description.hasPrefix(words) == true)
  }
}

extension PublicFile {
  fileprivate var text: String {
    String(decoding: page(isGzipped: false).whole.body, as: UTF8.self)
  }
}
