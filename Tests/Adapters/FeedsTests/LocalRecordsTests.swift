import Catalogs
import Feeds
import Fetching
import JSON
import System
import TestSupport
import Testing

@Suite("Lists in files and folders")
struct LocalRecordsTests {
  private let folder: TemporaryFolder
  private let feed: any Feed

  init() throws {
    folder = try TemporaryFolder()
    let text =
      #"{"kind": "records", "file": "x", "entry": {"title": "title", "picture": "picture", "link": "picture"}}"#
    feed = try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
  }

  private func pictures(_ path: String) throws -> [String?] {
    try feed.decode(FeedAnswer(path: path)).entries.map { $0.picture.map { String($0.prefix { $0 != "?" }) } }
  }

  @Test("A picture of a local list is a file beside it or an address, never another file")
  func relative() throws {
    try folder.write("img/moe.jpg", "")
    try folder.write("secret.jpg", "")
    let list = try folder.write(
      "lists/plants.csv",
      "title,picture\na,img/moe.jpg\nb,img\\moe.jpg\nc,../secret.jpg\nd,/etc/hostname\ne,missing.jpg\nf,https://x.example/f.jpg\n"
    )
    #expect(try pictures(list) == [nil, nil, nil, nil, nil, "https://x.example/f.jpg"])
    try folder.write("lists/img/moe.jpg", "")
    #expect(
      try pictures(list) == [
        "file:img/moe.jpg", "file:img/moe.jpg", nil, nil, nil, "https://x.example/f.jpg",
      ])
    let entries = try feed.decode(FeedAnswer(path: list)).entries
    #expect(entries.map(\.link) == [nil, nil, nil, nil, nil, "https://x.example/f.jpg"])
  }

  @Test("A fetched list has no local pictures")
  func remote() throws {
    let list =
      #"[{"title": "a", "picture": "file:secret.jpg?1-1"}, {"title": "b", "picture": "img/moe.jpg"}]"#
    #expect(try feed.decode(FeedAnswer(Array(list.utf8))).entries.map(\.picture) == [nil, nil])
  }

  @Test("A fault of the list that is repaired is logged")
  func repaired() throws {
    let list = try folder.write("list.json", "[{\"title\": \"one\",},\n{\"title\": \"two\"}]")
    let log = CollectedLog()
    let sources = Sources(
      CatalogSource(feed, snapshot: Snapshot(directory: folder.path, kind: "records")),
      location: .path(list), isOffline: true)
    _ = try FeedStart(sources, store: .forTests(log: log), log: log).begin(
      asking: FeedSource(Fetcher(userAgent: "tests")))
    #expect(
      log.lines.contains { $0.hasPrefix("feed: it is not quite valid JSON") && $0.hasSuffix("(line 1)") })
  }

  @Test("A folder of pictures is read again at each refresh")
  func folderRefreshed() throws {
    try folder.write("one.png", "")
    let state = try TemporaryFolder()
    let sources = Sources(
      CatalogSource(feed, snapshot: Snapshot(directory: state.path, kind: "records")),
      location: .path(folder.path), isOffline: true)
    let start = FeedStart(sources, store: .forTests(), log: SilentLog())
    let outcome = try start.begin(asking: FeedSource(Fetcher(userAgent: "tests")))
    #expect(outcome.catalog?.entries.map(\.title) == ["one"])
    #expect(outcome.isRefreshed)
    try folder.write("two.png", "")
    let refreshed = RefresherRun()
    try refreshed.run(sources, pauses: 5, after: outcome)
    #expect(refreshed.files.values == [["one", "two"]])
  }
}
