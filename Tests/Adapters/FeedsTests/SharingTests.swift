import Catalogs
import Feeds
import Fetching
import Foundation
import System
import TestSupport
import Testing

@Suite("The shared edition")
struct SharingTests {
  private static let failure = Result<String, FeedError>.failure(.fetch(.unknownHost(host: "example.org")))

  private let folder: TemporaryFolder
  private let row = SharedRow()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func snapshot(_ name: String, _ kind: String = "stub") -> Snapshot {
    Snapshot(directory: "\(folder.path)/\(name)", kind: kind)
  }

  private func sharing(_ name: String) -> EditionSharing {
    EditionSharing(MemoryEdition(row, holder: name), meter: CollectedMeter())
  }

  private func store(_ name: String) -> CatalogStore {
    .forTests("\(folder.path)/\(name)", joinsTitles: true)
  }

  private func sources(_ name: String, _ feeds: [StubFeed]) -> Sources {
    Sources(
      CatalogSource(feeds[0], snapshot: snapshot(name)),
      else: feeds.indices.dropFirst().map {
        CatalogSource(feeds[$0], snapshot: snapshot(name, "else-\($0)"))
      }, sharing: sharing(name))
  }

  /// Runs a replica for a number of visits, ten seconds apart.
  @discardableResult
  private func run(
    _ name: String, _ feeds: [StubFeed], looks: Int, interval: Int = 3_600, isEmpty: Bool = true
  ) throws -> RefresherRun {
    let visit = RefresherRun()
    try visit.run(
      sources(name, feeds), pauses: looks, interval: interval, after: isEmpty ? .awaited : nil,
      store: store(name), row: row)
    return visit
  }

  @Test("One replica asks the feed; the others serve its answer with its time")
  func oneLeader() throws {
    let (asked, other) = (StubFeed([.success("Apu\nMoe")]), StubFeed([.success("Barney")]))
    let first = try run("first", [asked], looks: 2)
    let second = try run("second", [other], looks: 2)
    #expect(first.published.values == [["Apu", "Moe", "1000000"]])
    #expect(second.published.values == first.published.values)
    #expect((asked.timesAsked, other.timesAsked) == (1, 0))
    #expect(second.log.lines == ["feed: 2 entries; skipped 2: too odd (2) from the edition of all replicas"])
    let kept = try #require(try snapshot("second").load())
    #expect(kept.takenAt == 1_000_000)
    #expect(try snapshot("first").load()?.answer == kept.answer)
  }

  @Test("An old answer is refreshed, and a confirmed one gets its new time in all replicas")
  func refreshed() throws {
    let feed = StubFeed([.success("Apu")])
    let first = try run("first", [feed], looks: 40, interval: 300)
    #expect(feed.timesAsked == 2)
    let time = try #require(first.confirmed.values.last)
    #expect(first.confirmed.values.count == 1)
    let second = try run("second", [feed], looks: 2, interval: 3_600)
    #expect(second.published.values == [["Apu", "\(time)"]])
    #expect(feed.timesAsked == 2)
  }

  @Test("Another replica takes an expired lease")
  func lease() throws {
    try run("first", [StubFeed([.success("Apu")])], looks: 1, interval: 300)
    let next = StubFeed([.success("Moe")])
    let second = try run("second", [next], looks: 32, interval: 300)
    #expect(second.published.values.map(\.first) == ["Apu", "Moe"])
    #expect(row.holder == "second")
  }

  @Test("A replica without an answer leaves the lease to others until its retry")
  func failing() throws {
    try run("first", [StubFeed([Self.failure])], looks: 2)
    row.pass(31)
    let second = try run("second", [StubFeed([.success("Moe")])], looks: 1)
    #expect(second.published.values.map(\.first) == ["Moe"])
    #expect(row.holder == "second")
  }

  @Test("During a database outage a replica asks the feed only if it has no data")
  func outage() throws {
    row.isAway = true
    let (waiting, alone) = (StubFeed([.success("Apu")]), StubFeed([.success("Moe")]))
    let patient = try run("first", [waiting], looks: 3, isEmpty: false)
    #expect(waiting.timesAsked == 0)
    #expect(patient.log.lines == ["shared edition: it is away; asking again in 10 s"])
    let second = try run("second", [alone], looks: 3)
    #expect(second.published.values == [["Moe", "1000030"]])
    #expect(alone.timesAsked == 1)
  }

  @Test("The first replica shares its snapshot")
  func firstSnapshot() throws {
    try snapshot("first").save(FeedAnswer(Array("Apu".utf8)))
    let start = try begin("first", StubFeed([Self.failure]))
    #expect(start.origin == .snapshot)
    let digest = try #require(start.digest)
    let edition = MemoryEdition(row, holder: "first")
    #expect(try edition.look(leading: true).isLeading)
    #expect(
      try edition.share(
        SharedAnswer(digest: digest, source: 0, pieces: [Numbers("dramatis-snapshot 2\nApu".utf8)], ids: []),
        age: 5)
        == row.now - 5)
    #expect(try begin("second", StubFeed([Self.failure])).catalog?.entries.map(\.title) == ["Apu"])
  }

  @Test("A replica starts from the shared edition, not from its older snapshot")
  func starting() throws {
    try run("first", [StubFeed([.success("Apu")])], looks: 1)
    try snapshot("second").save(FeedAnswer(Array("Old".utf8)))
    let start = try begin("second", StubFeed([Self.failure]))
    #expect(start.catalog?.entries.map(\.title) == ["Apu"])
    #expect(start.takenAt == 1_000_000)
    #expect(try snapshot("second").load()?.takenAt == 1_000_000)
  }

  @Test("Ids are shared with the answer")
  func ids() throws {
    for name in ["first", "second"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    try folder.write("first/ids", "apu-of-old apu\n")
    try folder.write("second/ids", "apu-of-its-own apu\n")
    for name in ["first", "second"] {
      try run(name, [StubFeed([.success("Apu")]), StubFeed([Self.failure])], looks: 1)
    }
    #expect(folder.text("second/ids").contains("apu-of-old "))
    #expect(folder.text("second/ids") == folder.text("first/ids"))
  }

  @Test("A replica without data starts without asking the feed")
  func startingEmpty() throws {
    let feed = StubFeed([.success("Apu")])
    for isAway in [false, true] {
      row.isAway = isAway
      #expect(try begin("second", feed).origin == .awaited)
    }
    #expect(feed.timesAsked == 0)
  }

  @Test("An interrupted transfer is repeated; an answer that cannot be used is read once")
  func interrupted() throws {
    try run("first", [StubFeed([.success("Apu")])], looks: 1)
    row.state.withLock { $0.readErrors = [SharedEditionError("it broke")] }
    let second = try run("second", [StubFeed([Self.failure])], looks: 3, isEmpty: false)
    #expect(second.published.values == [["Apu", "1000000"]])
    row.state.withLock {
      ($0.readErrors, $0.reads) = ([SharedEditionError("it is damaged", isFinal: true)], 0)
    }
    #expect(try run("third", [StubFeed([Self.failure])], looks: 3, isEmpty: false).published.values.isEmpty)
    #expect(row.state.withLock { $0.reads } == 1)
  }

  private func begin(_ name: String, _ feed: StubFeed) throws -> FeedStart.Outcome {
    try FeedStart(
      sources(name, [feed]), store: store(name), now: { [row] in row.now }, log: SilentLog()
    ).begin(asking: FeedSource { _, _ throws(FetchError) in throw .unknownHost(host: "example.org") })
  }
}
