import Catalogs
import Feeds
import Fetching
import Foundation
import TestSupport
import Testing

@Suite("The initial catalog")
struct FeedStartTests {
  private let folder: TemporaryFolder
  private let log = CollectedLog()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The available sources and the expected start.
  struct Case: Sendable, CustomTestStringConvertible {
    var location: String?
    var isOffline = false
    var snapshot: String?
    var bundled: String?
    var answer: Result<String, FeedError> = .success("ADDRESS")
    /// The entry served first, or the error.
    var serves: Result<String, FeedError>
    var origin: FeedStart.Origin = .feed
    var timesAsked = 0
    /// Whether the feed is asked from then on.
    var isRefreshed = true

    var testDescription: String {
      "location \(location ?? "-"), \(isOffline ? "offline" : "online"), snapshot \(snapshot ?? "-"), "
        + "bundled \(bundled ?? "-")"
    }
  }

  private static let failure = FeedError.fetch(.unknownHost(host: "example.org"))

  static let cases = [
    Case(snapshot: "kept", bundled: "shipped", serves: .success("kept"), origin: .snapshot),
    Case(isOffline: true, snapshot: "kept", serves: .success("kept"), origin: .snapshot, isRefreshed: false),
    Case(snapshot: "nonsense", bundled: "shipped", serves: .success("shipped"), origin: .bundled),
    Case(bundled: "shipped", answer: .failure(failure), serves: .success("shipped"), origin: .bundled),
    Case(
      isOffline: true, bundled: "shipped", serves: .success("shipped"), origin: .bundled, isRefreshed: false),
    Case(serves: .success("configured"), timesAsked: 1),
    Case(snapshot: "nonsense", bundled: "nonsense", serves: .success("configured"), timesAsked: 1),
    Case(answer: .failure(failure), serves: .failure(failure), timesAsked: 1),
    Case(answer: .success("nonsense"), serves: .failure(.refused("it is nonsense")), timesAsked: 1),
    Case(isOffline: true, serves: .failure(.nothingToServe)),
    Case(isOffline: true, snapshot: "nonsense", serves: .failure(.nothingToServe)),
    Case(
      location: "file", snapshot: "kept", bundled: "shipped", serves: .success("given"), origin: .location),
    Case(location: "file", isOffline: true, serves: .success("given"), origin: .location),
    Case(location: "http://example.org/a", serves: .success("http://example.org/a")),
    Case(location: "http://example.org/a", snapshot: "kept", serves: .success("kept"), origin: .snapshot),
    Case(location: "http://example.org/a", isOffline: true, serves: .failure(.nothingToServe)),
    Case(
      location: "http://example.org/a", isOffline: true, bundled: "shipped", serves: .success("shipped"),
      origin: .bundled, isRefreshed: false),
  ]

  @Test("The first usable source is served", arguments: cases)
  func order(of sources: Case) throws {
    let snapshot = Snapshot(directory: folder.path, kind: "stub")
    if let text = sources.snapshot { try snapshot.save(FeedAnswer(Array(text.utf8))) }
    let bundled = try sources.bundled.map { try folder.write("bundled", $0) }
    var location = try sources.location.map { try #require(FeedLocation($0)) }
    if sources.location == "file" { location = .path(try folder.write("given", "given")) }
    let feed = StubFeed([sources.answer])
    let start = FeedStart(
      Sources(CatalogSource(feed, snapshot: snapshot), location: location, isOffline: sources.isOffline),
      store: .forTests(), bundled: bundled, now: { 77 }, log: log)
    let source = FeedSource { (_, _) throws(FetchError) in throw .cancelled }

    switch sources.serves {
    case .success(let key):
      let outcome = try start.begin(asking: source)
      #expect(outcome.catalog?.entries.map(\.title) == [key])
      #expect(outcome.origin == sources.origin)
      #expect(outcome.isRefreshed == sources.isRefreshed)
      #expect((outcome.takenAt != nil) == (sources.origin == .snapshot || sources.origin == .feed))
      if sources.origin == .feed {
        #expect(outcome.takenAt == 77)
        #expect(folder.text("stub.snapshot") == "dramatis-snapshot 2\n\(key)")
      }
    case .failure(let error):
      #expect(throws: error) { try start.begin(asking: source) }
    }
    #expect(feed.timesAsked == sources.timesAsked)
  }

  @Test("A damaged snapshot is set aside and logged")
  func setAside() throws {
    let snapshot = Snapshot(directory: folder.path, kind: "stub")
    try snapshot.save(FeedAnswer(Array("nonsense".utf8)))
    let source = CatalogSource(StubFeed([.success("Apu")]), snapshot: snapshot)
    let start = FeedStart(Sources(source, isOffline: true), store: .forTests(), now: { 77 }, log: log)
    #expect(throws: FeedError.nothingToServe) {
      try start.begin(asking: FeedSource(Fetcher(userAgent: "tests")))
    }
    #expect(folder.names == ["stub.snapshot.corrupt-77"])
    #expect(folder.text("stub.snapshot.corrupt-77") == "dramatis-snapshot 2\nnonsense")
    #expect(log.lines.count == 1)
  }

  @Test("An unreadable snapshot is not set aside")
  func unreadable() throws {
    let snapshot = Snapshot(directory: folder.path, kind: "stub")
    try FileManager.default.createDirectory(atPath: "\(snapshot.path)/x", withIntermediateDirectories: true)
    let bundled = try folder.write("bundled", "shipped")
    let source = CatalogSource(StubFeed([.success("Apu")]), snapshot: snapshot)
    let outcome = try FeedStart(
      Sources(source, isOffline: true), store: .forTests(), bundled: bundled, log: log
    )
    .begin(asking: FeedSource(Fetcher(userAgent: "tests")))
    #expect(outcome.origin == .bundled)
    #expect(folder.names == ["bundled", "stub.snapshot"])
    #expect(log.lines.count == 2)
  }

  @Test("A folder has one part for each file")
  func folderOfParts() throws {
    try folder.write("popular.json", "A")
    try folder.write("now_playing.json", "B")
    try folder.write(".hidden", "C")
    #expect(try begin(.path(folder.path)).catalog?.entries.map(\.title) == ["A", "B"])
  }

  @Test("A pipe and a file over 8 GB are not read")
  func unusableFile() throws {
    let (pipe, large) = ("\(folder.path)/pipe", try folder.write("large", ""))
    #expect(mkfifo(pipe, 0o600) == 0)
    // A sparse file, which uses no disk space.
    #expect(truncate(large, (8 << 30) + 1) == 0)
    for (path, reason) in [
      (pipe, "it is not a regular file"), (large, "it is larger than 8 GB; split the list"),
    ] {
      #expect(throws: FeedError.unreadable(path: path, reason: reason)) { try begin(.path(path)) }
    }
  }

  @Test("A folder over 8 GB is not read")
  func largeFolder() throws {
    for name in ["parts/one", "parts/two"] {
      #expect(try truncate(folder.write(name, ""), (4 << 30) + 1) == 0)
    }
    let path = "\(folder.path)/parts"
    let reason = "its files are larger than 8 GB together"
    #expect(throws: FeedError.unreadable(path: path, reason: reason)) { try begin(.path(path)) }
  }

  private func begin(_ location: FeedLocation) throws -> FeedStart.Outcome {
    let snapshot = Snapshot(directory: folder.path, kind: "stub")
    return try FeedStart(
      Sources(CatalogSource(StubFeed([.success("Apu")]), snapshot: snapshot), location: location),
      store: .forTests(), log: log
    ).begin(asking: FeedSource(Fetcher(userAgent: "tests")))
  }
}
