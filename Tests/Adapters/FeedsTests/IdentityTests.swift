import Catalogs
import Feeds
import Fetching
import JSON
import TestSupport
import Testing

/// Records that are read, built into a catalog and published repeatedly, with their ids in a file.
@Suite("Ids of records over time")
struct IdentityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for state in ["state", "new", "other"] { try folder.write("\(state)/ids", KnownIDs.beginning) }
    try folder.write("former/ids", "")
  }

  /// A row of a table: a title, a maker, and a note outside of the mapping.
  private struct Row: Hashable {
    var title: String
    var maker: String
    var note: String

    var text: String { "\(title),\(maker),\(note)\n" }
  }

  private func feed(_ entry: String) throws -> any Feed {
    let text = #"{"kind": "records", "file": "x", "entry": \#(entry)}"#
    return try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
  }

  /// The entries of an answer, as a show with this state folder publishes them.
  private func publish(_ answer: String, _ feed: any Feed, state: String = "state") throws -> Catalog {
    let log = CollectedLog()
    defer { #expect(log.lines.allSatisfy { $0.hasPrefix("feed: ") }) }
    let path = try folder.write("\(state)-list", answer)
    return try start(path, feed, state: state, log)
  }

  private func start(
    _ path: String, _ feed: any Feed, state: String, _ log: CollectedLog
  ) throws -> Catalog {
    let source = CatalogSource(feed, snapshot: Snapshot(directory: folder.path, kind: "none"))
    let start = FeedStart(
      Sources(source, location: .path(path), isOffline: true),
      store: .forTests("\(folder.path)/\(state)", log: log), log: log)
    return try #require(try start.begin(asking: FeedSource(Fetcher(userAgent: "tests"))).catalog)
  }

  private static let table = #"{"title": "title", "subtitle": "{maker} ({note})", "description": "note"}"#

  /// The id of each row.
  private func ids(_ rows: [Row], _ feed: any Feed, state: String = "state") throws -> [Row: String] {
    let answer = "title,maker,note\n" + rows.map(\.text).joined()
    let catalog = try publish(answer, feed, state: state)
    #expect(catalog.entries.count == Set(rows).count)
    var ids: [Row: String] = [:]
    for entry in catalog.entries {
      // Behind the number of equal rows.
      let own = entry.subtitle?.split(separator: " · ").last ?? ""
      let maker = String(own.prefix { $0 != " " })
      ids[Row(title: entry.title, maker: maker, note: entry.text)] = entry.id
    }
    return ids
  }

  @Test("Ids stay through a thousand changes of records with equal titles")
  func changes() throws {
    let feed = try feed(Self.table)
    var random = SeededGenerator(seed: 42)
    var rows = (0..<12).map { Row(title: ["Chair", "chair!", "Lamp"][$0 % 3], maker: "m\($0)", note: "n0") }
    var holder: [String: Row] = [:]
    var before: [Row: String] = [:]
    for step in 0..<60 {
      let now = try ids(rows, feed)
      for (row, id) in now {
        #expect(holder[id] == nil || holder[id] == row, "step \(step): \(id)")
        #expect(before[row] == nil || before[row] == id, "step \(step): \(row)")
        (holder[id], before[row]) = (row, id)
      }
      // A title keeps at least one record, and is ambiguous from the start.
      let place = Int.random(in: 0..<rows.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: rows.shuffle(using: &random)
      case 1 where rows.count > 6: rows.remove(at: place)
      case 2: rows[place].note = "n\(step)"
      default:
        let title = ["Chair", "chair!", "Lamp"][Int.random(in: 0..<3, using: &random)]
        rows.append(Row(title: title, maker: "m\(step)", note: "n0"))
        if rows.count > 30 { rows.removeFirst() }
      }
    }
    // Without kept ids they do not depend on the order.
    #expect(try ids(rows, feed, state: "new") == ids(rows.reversed(), feed, state: "other"))
  }

  @Test("Ids stay after a corrected typo in a feed without guids")
  func correctedTypo() throws {
    let feed = try feed(#"{"id": "link", "slug": "title", "title": "title", "link": "link"}"#)
    func answer(_ items: [(String, Int)]) -> String {
      let items = items.map { "<item><title>\($0)</title><link>https://news.example/\($1)</link></item>" }
      return "<rss><channel>\(items.joined())</channel></rss>"
    }
    let old = try publish(answer([("Brigde closed", 1), ("Lamp lit", 2), ("Lamp lit", 3)]), feed)
    #expect(old.entries.first?.id == "brigde-closed")
    let new = try publish(answer([("Lamp lit", 3), ("Bridge closed", 1), ("Lamp lit", 2)]), feed)
    #expect(new.entries.map(\.id).sorted() == old.entries.map(\.id).sorted())
    #expect(new.entries.first { $0.title == "Bridge closed" }?.id == "brigde-closed")
    for entry in new.entries { #expect(old.entries.first { $0.id == entry.id }?.link == entry.link) }
  }
}
