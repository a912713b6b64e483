import Catalogs
import Foundation
import HTTPServer
import JSON
import System
import Testing
import Website

@Suite("Responses")
struct AnswersTests {
  private let test: TestSite

  init() throws {
    test = try TestSite(TestSite.cast)
  }

  @Test(
    "An unknown address gets a 404 page",
    arguments: ["/nope", "/entries/unknown", "/static/x.css", "/pictures/unknown"])
  func missing(target: String) {
    let response = test.get(target)
    #expect(response.status == 404)
    #expect(response.header("Content-Type") == "text/html; charset=utf-8")
    #expect(String(decoding: response.body, as: UTF8.self).contains("Page not found"))
  }

  @Test("A page is revalidated by ETag, and an unchanged one gets 304")
  func revalidation() throws {
    let first = test.get("/")
    #expect(first.header("Cache-Control") == "no-cache")
    let etag = try #require(first.header("ETag"))
    for known in [etag, "W/\(etag)", "\"x\", \(etag)", "*"] {
      let again = test.get("/", headers: [("If-None-Match", known)])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(again.header("ETag") == etag)
    }
    #expect(test.get("/", headers: [("If-None-Match", "\"x\"")]).status == 200)
    #expect(test.get("/?q=x", headers: [("If-None-Match", etag)]).status == 200)
  }

  @Test("Two headers of the same list are joined")
  func repeatedLists() throws {
    let etag = try #require(test.get("/").header("ETag"))
    #expect(test.get("/", headers: [("If-None-Match", "\"x\""), ("If-None-Match", etag)]).status == 304)
    let packed = test.get("/", headers: [("Accept-Encoding", "br"), ("Accept-Encoding", "gzip")])
    #expect(packed.header("Content-Encoding") == "gzip")
  }

  @Test(
    "A page is compressed if Accept-Encoding allows gzip",
    arguments: [
      ("gzip", true), ("br, gzip;q=0.5", true), ("GZIP", true), ("*", true), ("identity", false),
      ("br", false),
      ("gzip;q=0", false), ("*, gzip; q=0.000", false), ("xgzip", false), ("", false),
    ])
  func compression(accepted: String, isCompressed: Bool) {
    let response = test.get("/", headers: [("Accept-Encoding", accepted)])
    #expect((response.header("Content-Encoding") == "gzip") == isCompressed)
    #expect(response.body.starts(with: [0x1F, 0x8B]) == isCompressed)
    #expect(response.header("Vary") == "Accept-Encoding, Accept-Language, Cookie")
  }

  @Test("Compressed and plain pages have different ETags")
  func tags() {
    let plain = test.get("/").header("ETag")
    #expect(plain != test.get("/", headers: [("Accept-Encoding", "gzip")]).header("ETag"))
    #expect(plain == test.get("/").header("ETag"))
  }

  /// Addresses of public files in a page.
  private func files(of page: String) -> [String] {
    page.matches(of: #/\/static\/[^" ]+/#).map { String($0.0) }
  }

  @Test(
    "Styles, scripts and icons of a page are immutable",
    arguments: ["/", "/entries/zoe", "/?kiosk=1", "/favorites", "/connect", "/labels", "/nowhere"])
  func files(target: String) throws {
    let files = files(of: test.text(target))
    for name in ["/app.css", "/app.js", "/scripts/transitions.js", "/icons/simpsons.svg"] {
      #expect(files.contains { $0.hasSuffix(name) }, "\(name)")
    }
    for file in files {
      let response = test.get(file)
      #expect(response.status == 200, "\(file)")
      #expect(response.header("Cache-Control") == "public, max-age=31536000, immutable")
    }
  }

  @Test("Modules that scripts import are served beside them")
  func imports() throws {
    let app = try #require(files(of: test.text("/")).first { $0.hasSuffix("/app.js") })
    let folder = app.dropLast("app.js".count)
    let imports = test.text(app).matches(of: #/import\("\.\/(.*?)"\)/#).map { String($0.1) }
    #expect(imports.count > 10)
    for path in imports {
      #expect(test.get("\(folder)\(path)").header("Content-Type") == "text/javascript; charset=utf-8")
    }
  }

  @Test("A page from before a change of the show's colours gets its scripts")
  func otherColours() throws {
    let app = try #require(files(of: test.text("/")).first { $0.hasSuffix("/app.js") })
    let version = try #require(app.split(separator: "/").dropLast().last)
    let former = version.prefix(version.count / 2) + "0"
    #expect(test.get("/static/\(former)/app.js").status == 200)
    #expect(test.get("/static/\(former)/scripts/keys.js").header("Cache-Control") == "no-cache")
  }

  @Test("A page of another version gets today's styles to revalidate, and no script")
  func otherVersion() {
    #expect(test.get("/static/0/app.css").header("Cache-Control") == "no-cache")
    #expect(test.text("/static/0/app.css").contains("--accent: light-dark(#1b62b5,"))
    for target in ["/static/0/app.js", "/static/app.css", "/static/", "/static/0/../app.css"] {
      #expect(test.get(target).status == 404, "\(target)")
    }
  }

  @Test(
    "Styles are preloaded, and the CSP allows the first script alone within a page",
    arguments: ["/", "/?q=s", "/entries/zoe", "/nowhere", "/connect"])
  func policy(target: String) throws {
    let (page, response) = (test.text(target), test.get(target))
    let sheet = try #require(files(of: page).first { $0.hasSuffix("/app.css") })
    #expect(response.header("Link") == "<\(sheet)>; rel=preload; as=style")
    #expect(test.text(sheet).contains("--accent: light-dark(#1b62b5,"))
    let policy = try #require(response.header("Content-Security-Policy"))
    let script = page[try #require(page.range(of: "<script")).upperBound...].drop { $0 != ">" }.dropFirst()
    let text = script[..<(try #require(script.range(of: "</script>")).lowerBound)]
    let hash = Data(SHA256.hash(Array(text.utf8))).base64EncodedString()
    #expect(policy.contains("style-src 'self'; script-src 'self' 'sha256-\(hash)';"))
    #expect(!policy.contains("unsafe") && !page.contains("<style"))
  }

  @Test("A missing picture has a placeholder with initials")
  func placeholder() {
    let response = test.get("/pictures/zoe")
    let svg = String(decoding: response.body, as: UTF8.self)
    #expect(response.header("Content-Type") == "image/svg+xml")
    #expect(response.header("Cache-Control") == "public, max-age=3600")
    #expect(svg.contains("viewBox=\"0 0 300 400\""))
    #expect(svg.contains(">ZZ</text>"))
    #expect(String(decoding: test.get("/pictures/bart-simpson").body, as: UTF8.self).contains(">BS</text>"))
  }

  @Test("The JSON list has its total, the next page and the entries")
  func listJSON() throws {
    let value = try JSONValue(parsing: test.get("/entries.json?size=2").body)
    #expect(value["total"]?.number == 3)
    #expect(value["page"]?.number == 1)
    #expect(value["next"]?.string == "/entries.json?page=2&size=2")
    let first = try #require(value["entries"]?.array?.first)
    #expect(first["id"]?.string == "bart-simpson")
    #expect(first["description"]?.string == "Brother of Lisa & Maggie.")
    #expect(first["link"]?.string == "https://example.org/Bart")
    #expect(first["picture"] == .null)
    let last = try JSONValue(parsing: test.get("/entries.json?page=2&size=2").body)
    #expect(last["next"] == .null)
    #expect(last["entries"]?.array?.count == 1)
    #expect(
      try JSONValue(parsing: test.get("/entries.json?page=10000000").body)["entries"] == .array([]))
    #expect(test.get("/entries.json?page=9223372036854775807").status == 400)
    #expect(try JSONValue(parsing: test.get("/entries.json?q=saxo").body)["total"]?.number == 1)
  }

  @Test("A JSON entry is the same as in the list")
  func entryJSON() throws {
    let list = try JSONValue(parsing: test.get("/entries.json").body)
    #expect(try JSONValue(parsing: test.get("/entries/lisa-simpson.json").body) == list["entries"]?.array?[1])
  }

  @Test(
    "Errors of JSON addresses are problem documents (RFC 9457)",
    arguments: [
      ("/entries/unknown.json", 404, "There is no such entry."),
      ("/entries.json?size=0", 400, "size must be a whole number from 1"),
    ])
  func problems(target: String, status: Int, detail: String) throws {
    let response = test.get(target)
    #expect(response.status == status)
    #expect(response.header("Content-Type") == "application/problem+json")
    let value = try JSONValue(parsing: response.body)
    #expect(value["status"]?.number == Double(status))
    #expect(value["detail"]?.string == detail)
  }
}
