@testable import Records
import System
import Testing

@Suite("SQLite's write-ahead log", WithReader())
struct WriteAheadLogTests {
  private static let schema = "CREATE TABLE tools (id INTEGER PRIMARY KEY, title TEXT)"

  private func titles(_ file: Numbers<UInt8>) throws -> [String] {
    try List(Array(file), query: "SELECT title FROM tools ORDER BY id")["title"]
  }

  @Test("Rows that are still in the log are read; a damaged or strange log is left out, with a sentence")
  func merged() throws {
    let (file, log) = try SQLiteFile.withLog(
      "\(Self.schema); INSERT INTO tools (title) VALUES ('saw')",
      then: "INSERT INTO tools (title) VALUES ('axe')")
    let merged = WriteAheadLog.merged(file, log)
    #expect(merged.fault == nil)
    #expect(try titles(merged.file) == ["saw", "axe"])
    #expect(try titles(WriteAheadLog.merged(file, Numbers()).file) == ["saw"])

    var bytes = Array(log)
    bytes[bytes.count - 10] ^= 1
    let damaged = WriteAheadLog.merged(file, Numbers(bytes))
    #expect(damaged.fault == "its write-ahead log is damaged: later changes are missing")
    #expect(try titles(damaged.file) == ["saw"])
    bytes[2] ^= 1
    #expect(
      WriteAheadLog.merged(file, Numbers(bytes)).fault == "its write-ahead log is damaged, and left out")

    let (_, other) = try SQLiteFile.withLog(
      "CREATE TABLE birds (id INTEGER PRIMARY KEY, name TEXT)", then: "CREATE TABLE nests (id INTEGER)")
    let strange = WriteAheadLog.merged(file, other)
    #expect(strange.fault == "its write-ahead log belongs to another file, and is left out")
    #expect(try titles(strange.file) == ["saw"])
  }
}
