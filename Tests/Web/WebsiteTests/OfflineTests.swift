import Catalogs
import HTTPServer
import JSON
import Testing
import Website

@Suite("Offline page and service worker")
struct OfflineTests {
  @Test("The service worker caches files below its own path, and each is served", arguments: ["", "/cast"])
  func worker(base: String) throws {
    let test = try TestSite(TestSite.cast, base: base)
    let response = test.get("\(base)/service-worker.js")
    #expect(response.header("Content-Type") == "text/javascript; charset=utf-8")
    #expect(response.header("Cache-Control") == "no-cache")
    let head = try #require(response.body.split(separator: UInt8(ascii: "\n")).first)
    let json = head.dropFirst("const shell = ".utf8.count).dropLast()
    let shell = try JSONValue(parsing: Array(json))
    let files = try #require(shell["files"]?.array).compactMap(\.string)
    for file in files { #expect(test.get("\(base)/\(file)").status == 200, "\(file)") }
    for name in ["app.js", "offline.css", "icons-simpsons.svg", "scripts-offline.js"] {
      let parts = name.split(separator: ".")
      #expect(files.contains { $0.hasPrefix("static/\(parts[0])-") && $0.hasSuffix(".\(parts[1])") })
    }
    #expect(!files.contains { $0.contains("worker") || $0.contains("removal") })
  }

  @Test("The offline page has the visitor's language")
  func page() throws {
    let test = try TestSite(TestSite.cast)
    let german = test.get("/offline", headers: [("Accept-Language", "de")])
    #expect(german.header("Vary")?.contains("Accept-Language") == true)
    #expect(String(decoding: german.body, as: UTF8.self).contains("<html lang=\"de\""))
    #expect(test.text("/offline").contains("<html lang=\"en\""))
  }
}
