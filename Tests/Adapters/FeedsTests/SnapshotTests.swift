import Feeds
import Fetching
import Foundation
import TestSupport
import Testing

@Suite("The snapshot")
struct SnapshotTests {
  private let folder: TemporaryFolder
  private let snapshot: Snapshot

  init() throws {
    folder = try TemporaryFolder()
    snapshot = Snapshot(directory: folder.path, kind: "stub")
  }

  @Test("A snapshot is byte for byte the answer, and replaces the one before")
  func verbatim() throws {
    try snapshot.save(FeedAnswer(Array("older and longer".utf8)))
    let before = Int(Date().timeIntervalSince1970) - 1
    try snapshot.save(FeedAnswer([0, 255, 10, 32]))
    let kept = Array("dramatis-snapshot 2\n".utf8) + [0, 255, 10, 32]
    #expect(try Data(contentsOf: URL(filePath: snapshot.path)) == Data(kept))
    #expect(try snapshot.load() == FeedAnswer([0, 255, 10, 32]))
    #expect(folder.names == ["stub.snapshot"])
    #expect(Int(try #require(snapshot.keptAt)) >= before)
  }

  @Test("A snapshot of several parts is read back part by part")
  func parts() throws {
    let answer = FeedAnswer(parts: [
      .init(name: "popular", bytes: Array("{\n}\n12 x\n".utf8)), .init(name: "top rated", bytes: []),
      .init(name: "upcoming", bytes: [0, 10, 255]),
    ])
    try snapshot.save(answer)
    #expect(try snapshot.load() == answer)
    try snapshot.save(FeedAnswer(parts: []))
    #expect(try snapshot.load() == FeedAnswer(parts: []))
  }

  @Test(
    "A snapshot with wrong lengths is refused",
    arguments: [
      "dramatis-parts 2\n3 a\nxyz", "dramatis-parts 1\n3 a\nxyzw", "dramatis-parts 1\n9 a\nxyz",
      "dramatis-parts 1\n-1 a\n", "dramatis-parts x\n", "dramatis-parts 1", "dramatis-parts 1\n3\nxyz",
      "dramatis-parts 9223372036854775807\n9223372036854775807 a\nx",
    ])
  func damaged(text: String) throws {
    try folder.write("stub.snapshot", text)
    #expect(throws: FeedError.self) { try snapshot.load() }
  }

  @Test(
    "Snapshots of every version are read",
    arguments: [
      ("snapshot-1", ["{\"RelatedTopics\": []}\n"]), ("snapshot-1-parts", ["[1]", "", "[2, 3]\n"]),
      ("snapshot-2", ["{\"RelatedTopics\": []}\n"]), ("snapshot-2-parts", ["[1]", "", "[2, 3]\n"]),
    ])
  func versions(name: String, parts: [String]) throws {
    try folder.write("stub.snapshot", Versions.text(name))
    let answer = try snapshot.load()
    #expect(answer.parts.map { String(decoding: $0.bytes, as: UTF8.self) } == parts)
    // A snapshot is written in the newest version.
    try snapshot.save(answer)
    #expect(try folder.text("stub.snapshot") == (Versions.text(name.replacing("-1", with: "-2"))))
  }

  @Test("A snapshot of a newer version is refused, and neither replaced nor set aside")
  func newer() throws {
    let text = try Versions.text("snapshot-3")
    try folder.write("stub.snapshot", text)
    #expect(throws: FeedError.newer(version: 3)) { try snapshot.load() }
    let error = thrown(FeedError.self) { try snapshot.save(FeedAnswer([1])) }
    #expect(error?.description.contains("newer program: it has version 3") == true)
    let log = CollectedLog()
    let start = FeedStart(
      Sources(CatalogSource(StubFeed([.success("Apu")]), snapshot: snapshot)), store: .forTests(),
      log: log)
    let source = FeedSource { (_, _) throws(FetchError) in throw .cancelled }
    #expect(try start.begin(asking: source).catalog?.entries.map(\.title) == ["Apu"])
    #expect(
      log.lines.contains { $0.hasPrefix("feed: the snapshot cannot be used: written by a newer") })
    #expect(folder.names == ["stub.snapshot"])
    #expect(folder.text("stub.snapshot") == text)
  }

  @Test("A snapshot with a damaged version line is refused", arguments: ["x", "", "1", "0", "-2", "2 "])
  func damagedVersion(version: String) throws {
    try folder.write("stub.snapshot", "dramatis-snapshot \(version)\nrest")
    #expect(throws: FeedError.refused("missing version line")) { try snapshot.load() }
  }
}

/// Files as earlier and later versions of this program have written them.
enum Versions {
  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: "\(projectFolder)/Tests/Versions")
    return String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }
}
