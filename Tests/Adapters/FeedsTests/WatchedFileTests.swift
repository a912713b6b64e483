import Catalogs
import Dispatch
import Fetching
import Foundation
import TestSupport
import Testing

@testable import Feeds

@Suite("Watched files and folders")
struct WatchedFileTests {
  private let folder: TemporaryFolder
  private let refreshed = RefresherRun()
  private var store: CatalogStore { store(ofVersion: "1") }

  private func store(ofVersion version: String) -> CatalogStore {
    var store = CatalogStore.forTests(folder.path + "/state", version: version)
    store.keepsAll = true
    return store
  }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state", withIntermediateDirectories: false)
  }

  private func sources(_ path: String, isOffline: Bool = false) -> Sources {
    Sources(
      CatalogSource(
        StubFeed([.failure(.nothingToServe)]), snapshot: Snapshot(directory: folder.path, kind: "stub")),
      location: .path(path), isOffline: isOffline)
  }

  private func start(
    _ path: String, isTolerant: Bool = true, version: String = "1"
  ) throws -> FeedStart.Outcome {
    var start = FeedStart(sources(path), store: store(ofVersion: version), log: refreshed.log)
    start.isTolerant = isTolerant
    return try start.begin(asking: FeedSource(Fetcher(userAgent: "tests")))
  }

  /// Serves a file, whose contents a closure changes in the seconds after the start.
  private func watch(
    _ path: String, seconds: Int, after start: FeedStart.Outcome? = nil,
    change: @escaping @Sendable (_ second: Int) throws -> Void
  ) throws {
    let start = try start ?? self.start(path)
    try refreshed.run(
      sources(path, isOffline: true), pauses: seconds, askingAtOnce: false, after: start, store: store
    ) { [refreshed] in try? change(refreshed.pauses.values.count) }
  }

  @Test("A changed file is served when it has been the same for two seconds; nothing else is read")
  func changed() throws {
    let path = try folder.write("list", "Apu")
    try watch(path, seconds: 12) { [folder] second in
      if second == 2 { try folder.write("list", "Apu\nMoe") }
      // The same bytes again.
      if second == 8 { try folder.write("list", "Apu\nMoe") }
    }
    #expect(refreshed.files.values == [["Apu", "Moe"]])
    #expect(refreshed.published.values.isEmpty)
    #expect(refreshed.log.lines.count { $0.contains("2 entries") } == 1)
  }

  @Test("An unchanged list is built again, once, when the next date of an event has passed")
  func passed() throws {
    // The run's clock stands at 1,000,000.
    for (moment, published) in [(999_999, 1), (1_000_001, 0)] {
      let (run, store) = (RefresherRun(), store)
      let path = try folder.write("list", "passes \(moment)")
      let start = try FeedStart(sources(path), store: store, log: run.log).begin(
        asking: FeedSource(Fetcher(userAgent: "tests")))
      try run.run(sources(path, isOffline: true), pauses: 6, askingAtOnce: false, after: start, store: store)
      #expect(run.files.values.count == published)
    }
  }

  @Test("A file that goes on changing is read when it stops")
  func changing() throws {
    let path = try folder.write("list", "Apu")
    try watch(path, seconds: 14) { [folder] second in
      if (2...8).contains(second) { try folder.write("list", "Apu\nMoe \(second)") }
    }
    #expect(refreshed.files.values == [["Apu", "Moe 8"]])
  }

  @Test("A list that has become much shorter waits for five seconds, and is warned of until it changes")
  func shorter() throws {
    let path = try folder.write("list", "Apu\nMoe\nNed")
    try watch(path, seconds: 20) { [folder, refreshed] second in
      if second == 2 { try folder.write("list", "Apu") }
      if second == 6 { #expect(refreshed.files.values.isEmpty) }
      if second == 12 { try folder.write("list", "Apu\nMoe") }
    }
    #expect(refreshed.files.values == [["Apu"], ["Apu", "Moe"]])
    let words = "\(path) has 1 entries; 3 were served before"
    #expect(refreshed.log.lines.contains("feed: \(words)"))
    #expect(refreshed.faults.values.contains { $0.shortening == words })
    #expect(refreshed.faults.values.last == SourceFaults(failure: nil, shortening: nil))
  }

  @Test("An empty, damaged or missing file keeps the last list", arguments: ["", "nonsense", nil])
  func broken(text: String?) throws {
    let path = try folder.write("list", "Apu\nMoe")
    try watch(path, seconds: 16) { [folder] second in
      if second == 2 { if let text { try folder.write("list", text) } else { try folder.remove("list") } }
      if second == 10 { try folder.write("list", "Apu\nNed") }
    }
    #expect(refreshed.files.values == [["Apu", "Ned"]])
    let failures = refreshed.faults.values.map(\.failure)
    #expect(failures.contains { $0?.hasPrefix("feed: cannot read \(path): ") == true })
    #expect(failures.last == .some(nil))
    #expect(refreshed.log.lines.count { $0.contains("cannot read") } == 1)
    #expect(refreshed.log.lines.contains { $0.hasPrefix("feed: answers again after ") })
  }

  @Test("A change within a folder is served, in its subfolders too")
  func folders() throws {
    try folder.write("lists/a", "Apu")
    let path = folder.path + "/lists"
    try watch(path, seconds: 14) { [folder] second in
      if second == 2 { try folder.write("lists/b", "Moe") }
      if second == 8 { try folder.write("lists/.hidden", "Ned") }
    }
    #expect(refreshed.files.values == [["Apu", "Moe"]])
  }

  // MARK: Starting

  @Test(
    "A start serves the last good list while its file is missing, empty or unfinished",
    arguments: [nil, "", "nonsense"])
  func lastGood(text: String?) throws {
    let path = try folder.write("list", "Apu\nMoe")
    _ = try start(path)
    if let text { try folder.write("list", text) } else { try folder.remove("list") }
    let outcome = try start(path)
    #expect(outcome.catalog?.entries.map(\.title) == ["Apu", "Moe"])
    #expect(outcome.origin == .snapshot && outcome.isRefreshed && outcome.takenAt != nil)
    #expect(refreshed.log.lines.contains { $0.hasSuffix("; serving the last good list, 2 entries") })
    // Other commands and a reload want the list itself.
    #expect(throws: FeedError.self) { try start(path, isTolerant: false) }
    #expect(throws: FeedError.self) {
      try FeedStart(sources(path), store: store, log: refreshed.log).stored()
    }
    // The file is brought back.
    try refreshed.run(sources(path), pauses: 6, after: outcome, store: store) { [folder, refreshed] in
      if refreshed.pauses.values.count == 1 { _ = try? folder.write("list", "Apu\nMoe") }
    }
    #expect(refreshed.files.values == [["Apu", "Moe"]])
  }

  @Test(
    "The last good list of another version of the program is served until its file is back, and then built again"
  )
  func lastGoodOfAnotherVersion() throws {
    let path = try folder.write("list", "Apu\nMoe")
    _ = try start(path)
    try folder.remove("list")
    let outcome = try start(path, version: "2")
    #expect(outcome.catalog?.entries.map(\.title) == ["Apu", "Moe"] && outcome.digest == nil)
    try folder.write("list", "Apu\nMoe")
    try refreshed.run(sources(path), pauses: 3, after: outcome, store: store(ofVersion: "2"))
    #expect(refreshed.files.values == [["Apu", "Moe"]])
    #expect(refreshed.log.lines.count { $0.hasSuffix(" from \(path)") } == 2)
  }

  @Test("A list that cannot be kept leaves the last good one", .enabled(if: SmallDisk.mayMount))
  func fullDisk() throws {
    let path = try folder.write("list", "Apu\nMoe")
    try FileManager.default.removeItem(atPath: "\(folder.path)/state")
    let disk = try #require(SmallDisk(at: "\(folder.path)/state", size: "1m"))
    _ = try start(path)
    disk.fill()
    // Of the same length.
    try folder.write("list", "Apu\nNed")
    #expect(try start(path).catalog?.entries.map(\.title) == ["Apu", "Ned"])
    #expect(try start(path).catalog?.entries.map(\.title) == ["Apu", "Ned"])
    try folder.remove("list")
    #expect(try start(path).catalog?.entries.map(\.title) == ["Apu", "Moe"])
  }

  @Test("A list that became much shorter while nothing was served waits too, and is warned of")
  func shorterAtStart() throws {
    let path = try folder.write("list", "Apu\nMoe\nNed")
    _ = try start(path)
    try folder.write("list", "Apu")
    let outcome = try start(path)
    #expect(outcome.catalog?.entries.count == 3)
    let words = "\(path) has 1 entries; 3 were served before"
    #expect(refreshed.log.lines.contains("feed: \(words); serving the last good list, 3 entries"))
    try refreshed.run(sources(path), pauses: 10, after: outcome, store: store) { [refreshed] in
      if refreshed.pauses.values.count < 5 { #expect(refreshed.files.values.isEmpty) }
    }
    #expect(refreshed.files.values == [["Apu"]])
    #expect(refreshed.log.lines.contains("feed: \(words)"))
    #expect(refreshed.faults.values.last == SourceFaults(failure: nil, shortening: words))
    // The next start has nothing to compare it with.
    #expect(try start(path).catalog?.entries.count == 1)
  }
}
