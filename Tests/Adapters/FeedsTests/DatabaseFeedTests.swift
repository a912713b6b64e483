import Dispatch
import Feeds
import Fetching
import JSON
import Synchronization
import System
import TestSupport
import Testing

@Suite("A list in a database")
struct DatabaseFeedTests {
  private static let settings =
    #"{"kind": "records", "database": true, "query": "SELECT * FROM books", "notify": "books", "entry": {"title": "title"}}"#

  private func feed(_ text: String = settings) throws -> any Feed {
    try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
  }

  /// A database whose answers have the number of the question, and that notifies when it is told to.
  private final class Stub: FeedDatabase {
    let queries = Collected<String>()
    let notifies = DispatchSemaphore(value: 0)

    func rows(of query: String, bytes: Int) throws(FeedError) -> Numbers<UInt8> {
      queries.append(query)
      return Numbers(Array("{\"title\": \"Book \(queries.values.count)\"}\n".utf8))
    }

    func listen(
      to channel: String, log: any Log, whileWanted isWanted: () -> Bool, _ notified: () -> Void
    ) {
      while isWanted() {
        if notifies.wait(timeout: .now() + .milliseconds(10)) == .success, channel == "books" { notified() }
      }
    }
  }

  private func source(_ database: Stub?) -> FeedSource {
    var source = FeedSource(Fetcher(userAgent: "tests"))
    source.database = database
    return source
  }

  @Test("The rows of the query are its records, even a single one")
  func rows() throws {
    let (database, feed) = (Stub(), try feed())
    let entries = try feed.decode(try feed.ask(source(database))).entries
    #expect(entries.map(\.key) == ["Book 1"])
    #expect(database.queries.values == ["SELECT * FROM books"])
  }

  @Test("Without a connection string, the error says how to give one")
  func nowhere() throws {
    let reason = "the list is in a database; pass --database-file with its connection string"
    #expect(throws: FeedError.refused(reason)) { try feed().ask(source(nil)) }
  }

  @Test(
    "Settings that do not fit are faults",
    arguments: [
      (#""database": true"#, "feed.query: is missing; a database needs a query"),
      (#""database": true, "query": "SELECT 1", "file": "x.db""#, #"feed.file: does not go with "database""#),
      (
        #""database": true, "query": "SELECT 1", "format": "csv""#,
        #"feed.format: does not go with "database""#
      ),
      (#""file": "x.db", "notify": "books""#, #"feed.notify: only goes with "database""#),
    ])
  func faults(settings: String, fault: String) throws {
    let text = #"{"kind": "records", \#(settings), "entry": {"title": "title"}}"#
    guard case .failure(let faults) = FeedKinds.feed(from: try JSONValue(parsing: text.utf8)) else {
      Issue.record("no fault")
      return
    }
    #expect(
      "\(faults.faults.map(\.description))".contains(fault.replacing("\"", with: "\\\"")), "\(faults.faults)")
  }

  @Test("A notification refreshes the list at once")
  func notified() throws {
    let folder = try TemporaryFolder()
    let (database, run, paused) = (Stub(), RefresherRun(), DispatchSemaphore(value: 0))
    let refresher = ListKeeper(
      Sources(CatalogSource(try feed(), snapshot: Snapshot(directory: folder.path, kind: "records"))),
      .forTests(), source(database), .holding(paused), run.meter, run.log)
    _ = try refresher.start(within: .infinity)
    refresher.publish { [published = run.published] news in
      if case .catalog(let catalog, _) = news { published.append(catalog.entries.map(\.title)) }
    }
    refresher.begin()
    defer { refresher.stop() }
    try paused.wait(for: "the first pause")
    database.notifies.signal()
    try paused.wait(for: "the second pause")
    #expect(run.published.values == [["Book 1"], ["Book 2"]])
  }
}
