import Catalogs
import Favorites
import HTTPServer
import JSON
import Testing
import Website

@Suite("Moving favorites")
struct CarryingTests {
  private let site: MarkedSite

  init() throws {
    site = try MarkedSite()
  }

  @Test("The link and the QR code open the same favorites on another device, without a cookie")
  func link() throws {
    #expect(!site.page("/favorites").contains("/favorites/open"))
    _ = site.post("/favorites/zoe")
    _ = site.post("/favorites/bart-simpson")
    let page = site.page("/favorites")
    #expect(page.contains("href=\"http://box:8080/favorites/open?ids=zoe.bart-simpson\""))
    #expect(page.contains("<svg class=\"code\""))
    #expect(!page.contains(site.visitor))
    let open = site.page("/favorites/open?ids=zoe.bart-simpson", cookie: nil)
    #expect(open.contains("2 favorites from another device"))
    #expect(open.contains("action=\"/favorites/add?ids=zoe.bart-simpson\""))
    #expect(open.contains("href=\"/entries/zoe\""))
    #expect(site.page("/favorites/open?ids=zoe").contains("These are all in your favorites already"))
  }

  @Test("Adding keeps existing favorites, and opening the link changes nothing")
  func merge() {
    _ = site.post("/favorites/lisa-simpson")
    _ = site.page("/favorites/open?ids=zoe.lisa-simpson")
    #expect(site.marked == ["lisa-simpson"])
    let answer = site.post("/favorites/add?ids=zoe.lisa-simpson.unknown.%3Cb%3E")
    #expect(answer.header("Location") == "/favorites")
    #expect(site.marked == ["lisa-simpson", "zoe"])
    #expect(site.post("/favorites/add?ids=zoe", cookie: nil).header("Set-Cookie") != nil)
  }

  @Test(
    "A link without entries of this show gets 404",
    arguments: ["", "?ids=", "?ids=unknown", "?ids=..%2F", "?ids=\u{25}00"])
  func noEntries(query: String) {
    #expect(site.get("/favorites/open\(query)").status == 404)
    #expect([400, 404].contains(site.post("/favorites/add\(query)").status))
  }

  @Test("The QR code is limited to a readable size, and says how many favorites it has")
  func large() throws {
    let many = (1...200).map { FeedEntry(key: "Somebody_\($0)", title: .plain("Somebody \($0)")) }
    site.test.site.publish(TestSite.catalog(many), provenance: .file)
    let ids = (1...200).map { "somebody-\($0)" }.joined(separator: ".")
    _ = site.post("/favorites/add?ids=\(ids)")
    #expect(site.marked.count == 200)
    let page = site.page("/favorites")
    #expect(
      page.contains("The code contains the newest 69 of 200; the link and the file contain all of them."))
    #expect(page.contains(ids))
    #expect(site.page("/").contains("All 200 favorites"))
  }

  @Test("Thousands of favorites are rendered by a worker")
  func thousands() throws {
    let visitor = try #require(site.visitorID)
    let many = try FavoriteList(
      (1...3_000).map { try #require(Favorite(id: "lost-\($0)", title: "Lost \($0)", addedAt: $0)) })
    _ = try site.store.apply(.merge(many), for: visitor)
    let cookie = [("Cookie", "dramatis-test=\(site.visitor)")]
    guard case .computed = site.test.site.answer(Request(target: "/", headers: cookie)) else {
      Issue.record("a long page was made on the polling thread")
      return
    }
    let page = site.page("/favorites")
    #expect(page.contains("3,000 favorites; the newest 500 are shown here"))
    #expect(page.contains("Lost 3000<"))
    #expect(!page.contains("Lost 2500<"))
    #expect(site.page("/").contains("All 3,000 favorites"))
  }

  @Test("A saved file is imported, by another browser too")
  func file() throws {
    // A former entry of the show.
    let lost = FeedEntry(key: "Lost_One", title: .plain("Lost One"))
    site.test.site.publish(TestSite.catalog(TestSite.cast + [lost]), provenance: .file)
    site.test.site.publish(TestSite.catalog(TestSite.cast), provenance: .file)
    _ = site.post("/favorites/zoe")
    try site.markLost()
    let saved = site.get("/favorites.json")
    #expect(saved.header("Content-Disposition") == "attachment; filename=\"favorites.json\"")
    #expect(saved.header("Cache-Control") == "private, no-cache")
    let text = String(decoding: saved.body, as: UTF8.self)
    let answer = site.post("/favorites/import", FileForm.body(text), cookie: nil, type: FileForm.type)
    #expect(answer.status == 303)
    #expect(answer.header("Location") == "/favorites")
    #expect(site.store.lists.count == 2)
    #expect(Set(site.store.lists.values).count == 1)
  }

  @Test("Only present and former entries of the show are imported")
  func onlyKnown() {
    let entries = ["never-there-at-all", "zoe", "nor-this-one"].map {
      #"{"id":"\#($0)","title":"\#(String(repeating: "x", count: 300))","time":"2026-01-01T00:00:00Z"}"#
    }
    let file = #"{"version":1,"show":"test","entries":[\#(entries.joined(separator: ","))]}"#
    #expect(site.post("/favorites/import", FileForm.body(file), type: FileForm.type).status == 303)
    #expect(site.marked == ["zoe"])
    // The title is the entry's own, not the importer's.
    #expect(site.store.lists.values.first?.favorites.first?.title == site.title(of: "zoe"))
    let none = #"{"version":1,"show":"test","entries":[\#(entries[0])]}"#
    let answer = site.post("/favorites/import", FileForm.body(none), cookie: nil, type: FileForm.type)
    #expect(answer.status == 303)
    #expect(answer.header("Set-Cookie") == nil)
    #expect(site.store.lists.count == 1)
  }

  @Test(
    "An invalid file changes nothing, and each fault is one line",
    arguments: [
      ("", ["it is not valid JSON"]), ("[]", ["an object"]),
      ("{\"version\":9}", ["version: expected at most 2"]),
      (
        #"{"version":1,"show":"test","entries":[{"id":"<b>","title":"x","time":"now"}]}"#,
        ["entries.0.id: ", "entries.0.time: "]
      ),
    ])
  func faults(content: String, faults: [String]) {
    _ = site.post("/favorites/zoe")
    let answer = site.post("/favorites/import", FileForm.body(content), type: FileForm.type)
    let page = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 400)
    #expect(page.contains("The file could not be read. Nothing was changed."))
    for fault in faults { #expect(page.contains(fault)) }
    #expect(site.marked == ["zoe"])
  }

  @Test("A file of another show is refused by name, in the visitor's language")
  func otherShow() {
    let body = FileForm.body(#"{"version":1,"show":"<wire>","entries":[]}"#)
    let answer = site.post("/favorites/import", body, type: FileForm.type)
    let page = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 400)
    #expect(
      page.contains(
        "<h2>This file contains favorites from another catalog, “&lt;wire&gt;”. Nothing was changed.</h2>"))
    #expect(!page.contains("<ul lang=\"en\""))
  }

  @Test(
    "A form without exactly one file gets 400",
    arguments: [
      (FileForm.type, ""), (FileForm.type, "------x1--\r\n"),
      (FileForm.type, FileForm.body("{}") + "x"), (FileForm.type, "x" + FileForm.body("{}")),
      (FileForm.type, "------x1\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n{}\r\n------x1--"),
      (FileForm.type, "------x1\r\nContent-Disposition: form-data; filename=\"f\"\r\n------x1--"),
      (FileForm.type, FileForm.body("{}\r\n------x1\r\n\r\n{}")),
      ("multipart/form-data; boundary=", FileForm.body("{}")),
      ("multipart/form-data; boundary=other", FileForm.body("{}")),
      ("application/x-www-form-urlencoded", "file=x"),
    ])
  func forms(type: String, body: String) {
    #expect(site.post("/favorites/import", body, type: type).status == 400)
    #expect(site.store.lists.isEmpty)
  }
}
