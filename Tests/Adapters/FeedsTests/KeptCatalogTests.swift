import Catalogs
import Fetching
import Foundation
import JSON
import TestSupport
import Testing

@testable import Feeds

@Suite("The catalogue file")
struct KeptCatalogTests {
  private static let list = cities(300)
  private let folder: TemporaryFolder
  private let log = CollectedLog()
  private var snapshot: Snapshot { Snapshot(directory: folder.path, kind: "cities") }
  private static let file = "catalog"

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

  /// Starts as the program does.
  /// - Parameter file: the list, instead of the snapshot.
  private func start(
    settings: String = "", file: String? = nil, keepsAll: Bool = true
  ) throws -> (isKept: Bool, titles: [String], digest: FeedAnswer.Digest?) {
    let feed = try places()
    let sources = Sources(
      CatalogSource(feed, snapshot: snapshot), location: file.map { .path($0) }, isOffline: true)
    let lines = log.lines.count
    var store = CatalogStore.forTests(folder.path, settings: settings, log: log)
    store.keepsAll = keepsAll
    let outcome = try FeedStart(sources, store: store, log: log).begin(
      asking: FeedSource(Fetcher(userAgent: "tests")))
    let catalog = try #require(outcome.catalog)
    let isKept = log.lines.dropFirst(lines).contains { $0.hasSuffix("entries from the catalogue file") }
    let ids = Set(catalog.entries.map(\.id))
    #expect(ids.count == catalog.entries.count)
    return (isKept, catalog.entries.prefix(60).map(\.title), outcome.digest)
  }

  @Test("The same list gives the same file, byte for byte")
  func reproducible() throws {
    _ = try start()
    let bytes = folder.bytes(Self.file)
    let other = try KeptCatalogTests()
    _ = try other.start()
    #expect(other.folder.bytes(Self.file) == bytes)
  }

  @Test("The file is rebuilt for another answer, other settings, other ids and a short list")
  func others() throws {
    _ = try start()
    #expect(try !start(settings: "other").isKept)
    #expect(try start(settings: "other").isKept)
    try folder.write("ids", "dramatis-ids 2\nhome !-\n")
    #expect(try !start(settings: "other").isKept)
    #expect(try start(settings: "other").isKept)
    try snapshot.save(FeedAnswer(Self.cities(301)))
    #expect(try !start(settings: "other").isKept)
    #expect(try start(settings: "other").isKept)
    try snapshot.save(FeedAnswer(Self.cities(20)))
    #expect(try !start(keepsAll: false).isKept)
    #expect(try !start(keepsAll: false).isKept)
    #expect(!folder.names.contains(Self.file))
  }

  @Test("An unchanged or touched list is not built again, a changed one is")
  func unchanged() throws {
    let list = try folder.write("list.json", Self.list)
    #expect(try !start(file: list).isKept)
    #expect(try start(file: list).isKept)
    try folder.setModified("list.json", at: 9)
    #expect(try start(file: list).isKept)
    var bytes = Self.list
    bytes[30] ^= 1
    try folder.write("list.json", bytes)
    try folder.setModified("list.json", at: 9)
    #expect(try !start(file: list).isKept)
  }

  @Test("The digest of a file in pieces is that of its answer; there is none beside a write-ahead log")
  func digests() throws {
    let list = try folder.write("list.json", Self.list)
    for path in [list, snapshot.path] {
      let digest = try FeedAnswer(path: path).digest
      #expect(FeedAnswer.digest(ofFile: path) == digest)
    }
    try folder.write("list.json-wal", [1])
    #expect(FeedAnswer.digest(ofFile: list) == nil)
  }

  @Test("A damaged file is ignored and rebuilt", arguments: 0..<12)
  func damaged(seed: UInt64) throws {
    let titles = try start().titles
    var random = SeededGenerator(seed: seed)
    var bytes = try #require(folder.bytes(Self.file))
    let index = seed < 10 ? Int(seed) * 9 : Int.random(in: bytes.indices, using: &random)
    switch seed % 4 {
    case 0: bytes.removeSubrange(index...)
    case 1: bytes.insert(0, at: index)
    // Bytes between two arrays may be any.
    default: for place in index..<(index + 64) where place < bytes.count { bytes[place] ^= 0x55 }
    }
    try folder.write(Self.file, bytes)
    let again = try start()
    #expect(!again.isKept)
    #expect(again.titles == titles)
    #expect(log.lines.contains { $0.contains("building it anew") })
    #expect(try start().isKept)
  }

  @Test("A file that cannot be written is logged, and the list is served from memory")
  func unwritable() throws {
    try folder.write("\(Self.file)/inside", [1])
    #expect(try !start().isKept)
    #expect(log.lines.contains { $0.contains("cannot be written") })
  }
}
