import Catalogs
import Feeds
import Fetching
import Foundation
import JSON
import TestSupport
import Testing
import Text

@Suite("The index beside the snapshot")
struct KeptCatalogTests {
  private static let builder = CatalogBuilder(strippedSuffix: nil, match: .prefix) { _ in (.empty, "") }
  private static let list = cities(5_200)
  private let folder: TemporaryFolder
  private let log = CollectedLog()
  private var snapshot: Snapshot { Snapshot(directory: folder.path, kind: "cities") }
  private static let file = "cities.snapshot.index"
  private static let complaint =
    "feed: the index beside the snapshot is of another one, or damaged; building it anew"

  init() throws {
    folder = try TemporaryFolder()
    try snapshot.save(FeedAnswer(Self.list))
  }

  private static func cities(_ count: Int) -> [UInt8] {
    let rows = (1...count).map { number in
      #"{"country":"DE","name":"Ort \#(number * 7919 % 10_007)","_id":\#(number),"#
        + #""coord":{"lon":\#(number % 180),"lat":\#(number % 90)}}"#
    }
    return Array("[\(rows.joined(separator: ","))]".utf8)
  }

  /// Starts as the program does, and keeps the catalog.
  private func start(settings: String = "") throws -> (
    isKept: Bool, titles: [String], digest: FeedAnswer.Digest?
  ) {
    let kept = KeptCatalog(beside: snapshot, settings: Array(settings.utf8))
    let feed = try #require(try FeedKinds.feed(from: .object(["kind": .string("cities")])).get().catalog)
    let sources = Sources(CatalogSource(feed, snapshot: snapshot), isOffline: true)
    let outcome = try FeedStart(sources, kept: kept, log: log)
      .begin(asking: FeedSource(Fetcher(userAgent: "tests")))
    let catalog = try outcome.catalog ?? Self.builder.catalog(of: #require(outcome.content))
    if outcome.catalog == nil, let digest = outcome.digest {
      kept.save(catalog, of: digest, log)
    }
    return (outcome.catalog != nil, catalog.entries.prefix(60).map(\.title), outcome.digest)
  }

  @Test("The second start reads the index of the first")
  func second() throws {
    let (first, second) = (try start(), try start())
    #expect(!first.isKept)
    #expect(second.isKept)
    #expect(second.titles == first.titles)
    #expect(second.digest == first.digest)
    #expect(folder.names == ["cities.snapshot", Self.file])
  }

  @Test("The index is rebuilt for another snapshot, other settings and a short list")
  func others() throws {
    _ = try start()
    #expect(try !start(settings: "other").isKept)
    #expect(log.lines.contains(Self.complaint))
    #expect(try start(settings: "other").isKept)
    try snapshot.save(FeedAnswer(Self.cities(5_201)))
    #expect(try !start(settings: "other").isKept)
    #expect(try start(settings: "other").isKept)
    try snapshot.save(FeedAnswer(Self.cities(20)))
    #expect(try !start().isKept)
    #expect(try !start().isKept)
  }

  @Test("A version 1 snapshot uses the same index")
  func versions() throws {
    _ = try start()
    try folder.write("cities.snapshot", Self.list)
    #expect(try start().isKept)
  }

  @Test("A damaged index is ignored and rebuilt", arguments: 0..<12)
  func damaged(seed: UInt64) throws {
    let titles = try start().titles
    var random = SeededGenerator(seed: seed)
    var bytes = try #require(folder.bytes(Self.file))
    let index = seed < 5 ? Int(seed) * 9 : Int.random(in: bytes.indices, using: &random)
    switch seed % 4 {
    case 0: bytes.removeSubrange(index...)
    case 1: bytes.insert(0, at: index)
    default: bytes[index] ^= UInt8.random(in: 1...255, using: &random)
    }
    try folder.write(Self.file, bytes)
    let again = try start()
    #expect(!again.isKept)
    #expect(again.titles == titles)
    #expect(log.lines.filter { $0 == Self.complaint }.count == 1)
    #expect(try start().isKept)
  }

  @Test("An index over 256 MB is ignored")
  func tooLong() throws {
    _ = try start()
    let handle = try #require(FileHandle(forUpdatingAtPath: "\(folder.path)/\(Self.file)"))
    try handle.truncate(atOffset: 256 << 20 | 1)
    try handle.close()
    #expect(try !start().isKept)
  }

  @Test("A failing write of the index is logged")
  func unwritable() throws {
    try folder.write("\(Self.file)/inside", [1])
    #expect(try !start().isKept)
    #expect(log.lines.contains { $0.hasPrefix("feed: no index kept: cannot write ") })
  }
}
