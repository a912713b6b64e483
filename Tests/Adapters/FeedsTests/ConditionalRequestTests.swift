import Dispatch
import Fetching
import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Feeds

@Suite("Asking only whether a list has changed")
struct ConditionalRequestTests {
  /// A list of pages, each with a version and the headers of its answers.
  private final class Pages: Sendable {
    let versions: Mutex<[Int]>
    let headers: [String]

    init(_ count: Int, _ headers: [String]) {
      versions = Mutex(Array(repeating: 1, count: count))
      self.headers = headers
    }

    func answer(_ request: StubRequest) -> StubAnswer {
      let versions = versions.withLock { $0 }
      let page = Int(request.path.split(separator: "=").last ?? "") ?? 1
      let (version, next) = (versions[page - 1], page < versions.count ? "\"?p=\(page + 1)\"" : "null")
      let tag = "\"\(page)-\(version)\""
      let head = headers.map { $0.replacing("TAG", with: tag) }
      if request.head.contains("If-None-Match: \(tag)\r\n") {
        return .status(304, headers: head, body: [])
      }
      let body = #"{"next": \#(next), "r": [{"name": "page \#(page) of version \#(version)"}]}"#
      return .status(200, headers: head, body: Array(body.utf8))
    }
  }

  private let folder: TemporaryFolder
  private let refreshed = RefresherRun()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Asks a server a number of times.
  /// - Parameter meanwhile: called after each visit, with its number.
  /// - Returns: for each request its path, followed by a question mark if it was conditional.
  private func visit(
    _ pages: Pages, times: Int, interval: Int = 60, meanwhile: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> [String] {
    let server = try StubServer { pages.answer($0) }
    defer { server.stop() }
    try refreshed.run(Sources(try source(server)), pauses: times, interval: interval) { [refreshed] in
      meanwhile(refreshed.pauses.values.count)
    }
    return Self.requests(server)
  }

  private func source(_ server: StubServer) throws -> CatalogSource {
    let text =
      #"{"kind": "records", "address": "\#(server.address("/?p=1"))", "entries": "r", "next": "next", "entry": {"title": "name"}}"#
    let feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
    return CatalogSource(feed, snapshot: Snapshot(directory: folder.path, kind: "records"))
  }

  private static func requests(_ server: StubServer) -> [String] {
    server.requests.map { request in
      let isConditional = ["If-None-Match", "If-Modified"].contains { request.head.contains($0) }
      return "\(request.path.suffix(1))\(isConditional ? "?" : "")"
    }
  }

  @Test("An unchanged list is not sent again; a changed one is sent once")
  func single() throws {
    let pages = Pages(1, ["ETag: TAG"])
    let asked = try visit(pages, times: 4) { if $0 == 3 { pages.versions.withLock { $0[0] = 2 } } }
    #expect(asked == ["1", "1?", "1?", "1?"])
    #expect(refreshed.meter.outcomes.values == [.changed, .unchanged, .unchanged, .changed])
    #expect(refreshed.published.values.map(\.first) == ["page 1 of version 1", "page 1 of version 2"])
    #expect(refreshed.confirmed.values.count == 2)
  }

  @Test("Pages are asked in full unless all are unchanged")
  func pages() throws {
    let pages = Pages(3, ["ETag: TAG"])
    let asked = try visit(pages, times: 3) { if $0 == 2 { pages.versions.withLock { $0[1] = 2 } } }
    #expect(asked == ["1", "2", "3", "1?", "2?", "3?", "1?", "2?", "1", "3"])
    #expect(
      refreshed.published.values.last?.dropLast() == [
        "page 1 of version 1", "page 2 of version 2", "page 3 of version 1",
      ])
  }

  @Test("A list whose answers have no tag is asked in full")
  func untagged() throws {
    #expect(try visit(Pages(2, []), times: 2) == ["1", "2", "1", "2"])
  }

  @Test("A list without its bytes on disk is asked in full")
  func full() throws {
    let asked = try visit(Pages(1, ["ETag: TAG"]), times: 2) { [folder] _ in
      try? folder.remove("records.snapshot")
    }
    #expect(asked == ["1", "1"])
  }

  private static let oddTags = [String(repeating: "a", count: 90_000), "\u{1B}[2J", "\u{7F}"]

  @Test("An ETag that is too long or has control characters is not sent back", arguments: oddTags)
  func oddTag(tag: String) throws {
    #expect(try visit(Pages(1, ["ETag: \"\(tag)\""]), times: 2) == ["1", "1"])
  }

  @Test("The time of the answer is a condition too")
  func modified() throws {
    let date = "Last-Modified: Sat, 28 Nov 2026 10:00:00 GMT"
    #expect(try visit(Pages(1, [date]), times: 2) == ["1", "1?"])
  }

  @Test(
    "The next visit waits as long as the answer says that it holds, and at most a day",
    arguments: [
      ("Cache-Control: public, max-age=7200", 7200.0), ("Cache-Control: max-age=9999999", 86_400),
      ("Cache-Control: max-age=7200, no-cache", 60), ("Cache-Control: max-age=5", 60), ("X: y", 60),
      ("Date: Sat, 28 Nov 2026 10:00:00 GMT\r\nExpires: Sat, 28 Nov 2026 11:00:00 GMT", 3600),
      ("Cache-Control: max-age=7200\r\nAge: 7000", 200), ("Expires: 0", 60),
      ("Cache-Control: max-age=9223372036854775807\r\nAge: -1", 60),
      ("Cache-Control: max-age=-9223372036854775808\r\nAge: 1", 60),
    ])
  func lifetime(header: String, pause: Double) throws {
    _ = try visit(Pages(1, ["ETag: TAG", header]), times: 2)
    #expect(refreshed.pauses.values == [pause, pause])
  }

  @Test("A reload asks with conditions, and does not wait for max-age")
  func reload() throws {
    let pages = Pages(1, ["ETag: TAG", "Cache-Control: max-age=7200"])
    let server = try StubServer { pages.answer($0) }
    defer { server.stop() }
    let (sources, paused) = (Sources(try source(server)), DispatchSemaphore(value: 0))
    let (store, way) = (CatalogStore.forTests(), FeedSource(Fetcher(userAgent: "tests")))
    let keeper = ListKeeper(sources, store, way, .holding(paused), refreshed.meter, refreshed.log)
    _ = try keeper.start(within: .infinity)
    keeper.publish { _ in }
    keeper.begin()
    defer { keeper.stop() }
    try paused.wait(for: "the first pause")
    let plan = ListPlan(
      "stub", FeedStart(sources, store: store, log: refreshed.log), asking: way.renewed,
      timing: .holding(paused))
    try keeper.reload(plan, isSameFeed: true) { _ in }
    try paused.wait(for: "the second pause")
    #expect(Self.requests(server) == ["1", "1?"])
    #expect(refreshed.meter.outcomes.values == [.changed, .unchanged])
  }

  @Test("A source that asked us to wait is not asked earlier, and its failure is still told")
  func patience() throws {
    let busy = Result<String, FeedError>.failure(.status(429, host: "example.org", retryAfter: 9_999))
    let (feed, paused) = (StubFeed([.success("Apu"), busy, .success("Moe")]), DispatchSemaphore(value: 0))
    let keeper = ListKeeper(
      Sources(CatalogSource(feed, snapshot: Snapshot(directory: folder.path, kind: "stub"))), .forTests(),
      FeedSource(Fetcher(userAgent: "tests")), .holding(paused), refreshed.meter, refreshed.log)
    _ = try keeper.start(within: .infinity)
    keeper.publish { _ in }
    keeper.begin()
    defer { keeper.stop() }
    for visit in 1...3 {
      try paused.wait(for: "pause \(visit)")
      if visit < 3 { keeper.askNow() }
    }
    #expect(feed.timesAsked == 2)
    #expect(keeper.phase.faults.failure?.contains("429") == true)
    #expect(refreshed.meter.outcomes.values == [.changed, .failed])
  }

  @Test("A reload asks a source although it asked us to wait")
  func reloadInPause() throws {
    let busy = Result<String, FeedError>.failure(.status(429, host: "example.org", retryAfter: 9_999))
    let (feed, paused) = (StubFeed([.success("Apu"), busy, .success("Moe")]), DispatchSemaphore(value: 0))
    let sources = Sources(CatalogSource(feed, snapshot: Snapshot(directory: folder.path, kind: "stub")))
    let (store, way) = (CatalogStore.forTests(), FeedSource(Fetcher(userAgent: "tests")))
    let keeper = ListKeeper(sources, store, way, .holding(paused), refreshed.meter, refreshed.log)
    _ = try keeper.start(within: .infinity)
    keeper.publish { _ in }
    keeper.begin()
    defer { keeper.stop() }
    try paused.wait(for: "the first pause")
    keeper.askNow()
    try paused.wait(for: "the second pause")
    let plan = ListPlan(
      "stub", FeedStart(sources, store: store, log: refreshed.log), asking: way.renewed,
      timing: .holding(paused))
    try keeper.reload(plan, isSameFeed: true) { _ in }
    try paused.wait(for: "the third pause")
    #expect(feed.timesAsked == 3)
  }

  @Test(
    "Retry-After may be a date",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("120", 120), ("soon", nil), ("-5", nil),
      ("3155760000", 86_400), ("Fri, 01 Jan 2100 00:00:00 GMT", 86_400), ("99999999999999999999", nil),
    ])
  func retryAfter(text: String, seconds: Int?) {
    let answer = Fetched(status: 503, headers: [("Retry-After", text)], address: "http://a/", body: [])
    #expect(answer.retryAfter == seconds)
  }

  @Test("A date of Retry-After counts from now")
  func retryAfterDate() {
    var (moment, text) = (time(nil) + 3_600, [CChar](repeating: 0, count: 64))
    var parts = tm()
    gmtime_r(&moment, &parts)
    strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    let date = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let answer = Fetched(status: 503, headers: [("Retry-After", date)], address: "http://a/", body: [])
    #expect((3_590...3_600).contains(answer.retryAfter ?? 0))
  }
}
