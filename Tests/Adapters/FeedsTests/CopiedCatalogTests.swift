import Catalogs
import Fetching
import JSON
import System
import TestSupport
import Testing

@testable import Feeds

@Suite("A copied catalogue file")
struct CopiedCatalogTests {
  private let origin: TemporaryFolder
  private let folder: TemporaryFolder
  private let log = CollectedLog()
  private var file: String { "\(origin.path)/catalog" }

  /// Builds the catalogue file of a short list on "another machine".
  init() throws {
    (origin, folder) = (try TemporaryFolder(), try TemporaryFolder())
    try build(count: 40)
  }

  private func build(count: Int, settings: String = "") throws {
    let rows = (1...count).map { number in
      #"{"country":"DE","name":"Ort \#(number)","_id":\#(number),"coord":{"lon":1,"lat":\#(number)}}"#
    }
    let list = try origin.write("list.json", "[\(rows.joined(separator: ","))]")
    let feed = try places()
    let sources = Sources(
      CatalogSource(feed, snapshot: Snapshot(directory: origin.path, kind: "cities")), location: .path(list),
      isOffline: true)
    var store = CatalogStore.forTests(origin.path, settings: settings, log: log)
    store.keepsAll = true
    let way = FeedSource(Fetcher(userAgent: "tests"))
    #expect(try FeedStart(sources, store: store, log: log).begin(asking: way).summary == "\(count) entries")
  }

  private func adopt(settings: String = "") throws(FeedError) -> CatalogStore.Copy {
    try CatalogStore.forTests(folder.path, settings: settings, log: log).adopt(file, sources: 1)
  }

  @Test("It is served without its source, and brings its ids along")
  func adopted() throws {
    let outcome = try adopt()
    #expect(outcome.catalog.entries.count == 40)
    #expect(!outcome.isKept)
    #expect(folder.names == ["catalog", "ids"])
    #expect(folder.bytes("catalog") == origin.bytes("catalog"))
    #expect(folder.bytes("ids") == origin.bytes("ids"))
    #expect(folder.text("ids").contains("ort-1"))
  }

  @Test("The same file is not copied again; a new one replaces it, and the old one can still be read")
  func again() throws {
    let first = try adopt()
    #expect(try adopt().isKept)
    try build(count: 41)
    let second = try adopt()
    #expect(!second.isKept)
    #expect(second.catalog.entries.count == 41)
    #expect(first.catalog.entries.map(\.title).contains("Ort 40"))
  }

  @Test("Overwriting or removing the file does not change what is served")
  func overwritten() throws {
    let outcome = try adopt()
    try origin.write("catalog", [UInt8](repeating: 0, count: 9))
    #expect(outcome.catalog.entries.map(\.title).contains("Ort 7"))
  }

  @Test("A damaged file is refused, and nothing is changed", arguments: 0..<12)
  func damaged(seed: UInt64) throws {
    let good = try adopt()
    let before = (folder.bytes("catalog"), folder.bytes("ids"))
    var bytes = try #require(origin.bytes("catalog"))
    switch seed {
    case 0: bytes.removeLast()
    case 1: bytes.removeAll()
    case 2: bytes = Array("name,town\n".utf8)
    case 3: bytes.append(0)
    case 4: bytes[9] ^= 1
    case 5: bytes[70] ^= 1
    default:
      // Bytes between two arrays may be any.
      let index = 4_096 + Int(seed) * bytes.count / 32
      for place in index..<(index + 64) { bytes[place] ^= 0x55 }
    }
    try origin.write("catalog", bytes)
    do throws(FeedError) {
      _ = try adopt()
      Issue.record("the file was taken")
    } catch {
      #expect(error.description.hasPrefix("cannot read \(file): "))
      #expect(error.description.hasSuffix("; copy it again, or write it with dramatis build of this version"))
    }
    #expect(folder.bytes("catalog") == before.0 && folder.bytes("ids") == before.1)
    #expect(folder.names == ["catalog", "ids"])
    #expect(good.catalog.entries.count == 40)
  }

  @Test("A file of another show file is refused by a look at its head")
  func foreign() throws {
    let store = CatalogStore.forTests(folder.path, settings: "other", log: log)
    for attempt in [{ try store.check(copy: file, sources: 5) }, { _ = try store.adopt(file, sources: 5) }] {
      do {
        try attempt()
        Issue.record("the file was taken")
      } catch {
        #expect("\(error)".contains(": it is of another show file or version of the program; "))
      }
    }
    #expect(folder.names.isEmpty)
  }

  @Test("A missing file is told with its path")
  func missing() throws {
    try origin.remove("catalog")
    do {
      _ = try adopt()
    } catch {
      #expect(error.description.hasPrefix("cannot read \(file): No such file or directory; "))
    }
  }
}
