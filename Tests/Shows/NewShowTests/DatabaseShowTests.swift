import Feeds
import JSON
import ShowFiles
import System
import TestSupport
import Testing

@testable import NewShow

@Suite("A show of a database")
struct DatabaseShowTests {
  /// Answers each query with the same rows.
  private struct Database: FeedDatabase {
    let rows: String
    let query: String

    func rows(of query: String, bytes: Int) throws(FeedError) -> Numbers<UInt8> {
      guard query == self.query else { throw .refused("another query: \(query)") }
      return Numbers(rows.utf8)
    }

    func listen(to channel: String, log: any Log, whileWanted: () -> Bool, _ notified: () -> Void) {}
  }

  private let folder: TemporaryFolder
  private let rows = (1...12).map {
    #"{"nr":\#($0),"title":"Book \#($0)","author":"Author \#($0 % 4)","pages":\#($0 * 40),"shelf":null}"#
  }.joined(separator: "\n")

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("The rows of a query are a table: a show's file is written, and no column is dropped without a word")
  func new() throws {
    let log = CollectedLog()
    let database = Database(rows: rows, query: "SELECT * FROM books")
    try NewShow(
      ["books", "--query", "SELECT *\n  FROM books\n", "--config-dir", folder.path], environment: [:],
      program: "", userAgent: "test", log: log, database: { _ in database }
    ).write()
    let feed = try JSONValue(parsing: folder.text("books.json").utf8)["feed"]
    #expect(feed?["database"] == .bool(true))
    #expect(feed?["query"] == .string("SELECT * FROM books"))
    #expect(feed?["address"] == nil && feed?["file"] == nil)
    #expect(feed?["entry"]?["title"] == .string("title"))
    #expect(feed?["facts"]?["Pages"] == .string("pages"))
    #expect(log.lines[0] == "guessed from 12 records of the query's rows:")
    #expect(log.lines.contains("  not shown   shelf: always empty"))
    #expect(throws: Never.self) {
      try ShowFile(path: "\(folder.path)/books.json").check(shipped: folder.path)
    }
  }

  @Test("Opening the rows of a query writes a file in the state folder only")
  func open() throws {
    let database = Database(rows: rows, query: "SELECT 1")
    let opened = try OpenedList(
      ["--query", "SELECT 1", "--state-dir", folder.path], environment: [:], program: "", userAgent: "test",
      log: SilentLog(), database: { _ in database })
    #expect(opened.options.show.hasPrefix("\(folder.path)/open-database-"))
  }

  @Test("A query without a database, or beside an address, is refused with a remedy")
  func faults() throws {
    let error = thrown(NewShowError.self) {
      try NewShow(
        ["books", "--query", "SELECT 1", "--config-dir", folder.path], environment: [:], program: "",
        userAgent: "test", log: SilentLog()
      ).write()
    }
    #expect(error?.description.contains("--database-file") == true)
    for arguments in [
      ["a", "--feed-address", "x.csv"], ["a", "--kind", "records"], ["a", "--feed", "x.csv"],
    ] {
      #expect(throws: UsageError.self) {
        try NewShow(
          arguments + ["--query", "SELECT 1"], environment: [:], program: "", userAgent: "test",
          log: SilentLog())
      }
    }
    #expect(throws: UsageError.self) {
      try OpenedList(
        ["x.csv", "--query", "SELECT 1"], environment: [:], program: "", userAgent: "test", log: SilentLog())
    }
  }
}
