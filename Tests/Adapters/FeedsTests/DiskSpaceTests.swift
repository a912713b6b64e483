import Catalogs
import Fetching
import Foundation
import JSON
import Synchronization
import System
import TestSupport
import Testing

@testable import Feeds

@Suite(
  "A list that is too long for the disk",
  .enabled(if: SmallDisk.mayMount, "only root may mount a small disk"))
struct DiskSpaceTests {
  private let folder: TemporaryFolder
  private let disk: SmallDisk
  private let log = CollectedLog()

  init() throws {
    folder = try TemporaryFolder()
    disk = try #require(SmallDisk(at: "\(folder.path)/state", size: "16m"))
  }

  private func feed(_ more: String) throws -> any Feed {
    let text = #"{"kind": "records", \#(more), "entry": {"title": "name", "description": "text"}}"#
    return try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
  }

  private var snapshot: Snapshot { Snapshot(directory: disk.path, kind: "records") }

  @Test("An answer without an end is given up, the catalogue before it stays, and the next try comes")
  func answer() throws {
    let asked = Mutex(0)
    let server = try StubServer { _ in
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number == 2 {
        return .endless(head: "HTTP/1.1 200 OK\r\n\r\n", chunk: Array(repeating: 32, count: 65_536))
      }
      return .ok("[{\"name\": \"n\(number)\"}]")
    }
    defer { server.stop() }
    let source = CatalogSource(try feed("\"address\": \"\(server.address())\""), snapshot: snapshot)
    let run = RefresherRun()
    try run.run(Sources(source), pauses: 3, store: .forTests(disk.path))
    #expect(run.published.values.map(\.first) == ["n1", "n3"])
    #expect(run.meter.outcomes.values == [.changed, .failed, .changed])
    let line = try #require(run.log.lines.first { $0.contains("no space for the list in \(disk.path) (") })
    #expect(line.contains("MB there; asking again in "))
  }

  @Test("A file that is larger than the disk is refused before it is read, with the space that it takes")
  func file() throws {
    let path = "\(folder.path)/list.json"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    #expect(truncate(path, 200 << 20) == 0)
    let sources = Sources(
      CatalogSource(try feed("\"file\": \"list.json\""), snapshot: snapshot), location: .path(path),
      isOffline: true)
    let error = thrown(FeedError.self) {
      try FeedStart(sources, store: .forTests(disk.path), log: log).begin(
        asking: FeedSource(Fetcher(userAgent: "tests")))
    }
    #expect(error?.description.contains("no space for the list in \(disk.path) (") == true)
    #expect(error?.description.hasSuffix("takes about 1200 MB there") == true)
  }

  @Test("A list whose copy fits, and whose catalogue does not, is refused while it is read")
  func catalogue() throws {
    let text = String(repeating: "x", count: 50_000)
    let rows = (0..<300).map { "{\"name\": \"n\($0)\", \"text\": \"\(text)\"}" }
    let space = ScratchSpace(folder: disk.path, limit: 1 << 20)
    let source = CatalogSource(try feed("\"file\": \"list.json\""), snapshot: snapshot)
    let error = thrown(FeedError.self) {
      try ScratchSpace.$current.withValue(space) {
        let answer = FeedAnswer(Array("[\(rows.joined(separator: ","))]".utf8))
        _ = try CatalogStore.forTests(disk.path).build(answer, of: source, at: 0, .none)
      }
    }
    #expect(error?.description.contains("no space for the list in \(disk.path) (") == true)
  }
}
