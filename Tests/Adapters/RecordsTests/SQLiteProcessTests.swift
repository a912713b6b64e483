import Foundation
import JSON
import System
import TestSupport
import Testing

@testable import Records

@Suite("The process that reads an SQLite file", WithReader())
struct SQLiteProcessTests {
  private let bytes: [UInt8]

  init() throws {
    bytes = try SQLiteFile.bytes("CREATE TABLE t (title TEXT); INSERT INTO t VALUES ('Ada'), ('Bo')")
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

  private func start(_ query: String = endless) throws(RecordsError) -> SQLiteProcess {
    try SQLiteProcess(Numbers(bytes), query: query)
  }

  private func exists(_ process: SQLiteProcess) -> Bool { kill(process.number, 0) == 0 }

  @Test("Files, time and memory of the process are limited")
  func limits() throws {
    let process = try start()
    let folder = "/proc/\(process.number)"
    let status = try String(contentsOfFile: "\(folder)/status", encoding: .utf8)
    #expect(status.contains("\nSeccomp:\t2\n"))
    #expect(status.contains("\nNoNewPrivs:\t1\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").sorted() == ["0", "1", "2"])
    let limits = try String(contentsOfFile: "\(folder)/limits", encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: " ") }
    func limit(_ words: String) -> Substring? {
      let words = words.split(separator: " ")
      return limits.first { $0.starts(with: words) }?.dropFirst(words.count).first
    }
    #expect(limit("Max cpu time") == "\(RecordLimits.readerSeconds(bytes.count))")
    #expect(limit("Max open files") == "3")
    #expect(limit("Max file size") == "0")
    // Sanitizers reserve terabytes.
    let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    let memory = RecordLimits.readerMemory + bytes.count
    #expect(limit("Max address space") == (isSanitized ? "unlimited" : "\(memory)"))
  }

  @Test("Rows are streamed, and the process ends with its reader")
  func stream() throws {
    var process: SQLiteProcess? = try start()
    let number = try #require(process?.number)
    var record = Record(RecordFields())
    for row in 1...3 {
      #expect(try process?.read(&record) == true)
      #expect(record.object(["i"]) == .object(["i": .number(Double(row))]))
    }
    #expect(kill(number, 0) == 0)
    process = nil
    #expect(kill(number, 0) == -1)
  }

  @Test("A killed process gives one sentence and is reaped once")
  func killed() throws {
    let process = try start()
    kill(process.number, SIGKILL)
    #expect(throws: RecordsError("reading it takes more than 10 s of the processor")) {
      var record = Record(RecordFields())
      while try process.read(&record) {}
    }
    #expect(!exists(process))
  }

  @Test(
    "An exit status becomes one sentence",
    arguments: [
      (SIGXCPU, "reading it takes more than 10 s of the processor"),
      (SIGSEGV, "it is a damaged SQLite file: its reader ended with signal 11"),
      (SIGBUS, "it cannot be read: the disk failed, or the file was shortened"),
      (2 << 8, "it is a damaged SQLite file: its reader ended with status 2"),
      (
        10 << 8,
        "SQLite files cannot be read: their process cannot be sandboxed (seccomp); save it as CSV"
      ),
    ])
  func ends(status: Int32, words: String) {
    #expect(SQLiteProcess.fault(status, 0) == RecordsError(words))
  }

  @Test("Cancelling ends the wait for rows and for a free process")
  func cancelled() throws {
    let ending = ProgressDisplay.silent.whileWanted { false }
    let ended = RecordsError("reading was cancelled")
    ProgressDisplay.$current.withValue(ending) {
      #expect(throws: ended) { try start() }
      SQLiteWorker.$program.withValue("/bin/cat") { #expect(throws: ended) { try start() } }
    }
    let others = try (0..<RecordLimits.readers).map { _ in try start() }
    ProgressDisplay.$current.withValue(ending) { #expect(throws: ended) { try start() } }
    others[0].end()
    #expect(!exists(others[0]) && exists(others[1]))
    var record = Record(RecordFields())
    #expect(try start().read(&record))
  }

  @Test("A program that cannot be started counts as not sandboxed")
  func unavailable() throws {
    let reason = SQLiteProcess.fault(10 << 8, 0)
    SQLiteWorker.$program.withValue("/nowhere") {
      #expect(throws: reason) { try start() }
    }
  }

  @Test("Columns, rows and the end are sent as frames")
  func frames() throws {
    let answer = try SQLiteAnswer(bytes)
    #expect(answer.frames == [.columns(query: "SELECT * FROM t", ["title"]), .row, .row, .end])
    #expect(answer.rows == [.object(["title": .string("Ada")]), .object(["title": .string("Bo")])])
    let order = SQLiteOrder(query: "SELECT '\u{0}'", range: 20..<70_000)
    var rest = order.bytes[...]
    #expect(
      SQLiteOrder { buffer in
        buffer.copyBytes(from: rest.prefix(buffer.count))
        rest = rest.dropFirst(buffer.count)
        return true
      } == order)
  }

  @Test("The bytes of a row and of all rows are limited")
  func bytesOfRows() throws {
    let long = "SELECT 1 AS a UNION ALL SELECT 2"
    let wide = "SELECT \((0..<5).map { "printf('%.*c', 1000000, 'x') AS c\($0)" }.joined(separator: ", "))"
    let fault = SQLiteFrame.fault("a row holds more than 4 MB")
    #expect(try SQLiteAnswer(bytes, query: wide).frames.last == fault)
    #expect(throws: RecordsError("its rows hold more than 0 MB")) {
      try SQLiteAnswer(bytes, query: long, limit: 60)
    }
    #expect(try SQLiteAnswer(bytes, query: long).frames.count == 4)
  }

  @Test(
    "Malformed output is refused",
    arguments: [
      [4, 0, 0, 0, 0], [3, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0], [1, 1, 0, 0, 0, 3], [1, 2, 0, 0, 0, 0, 0],
      [1, 2, 0, 0, 0, 1, 0], [1, 6, 0, 0, 0, 2, 9, 0, 0, 0, 65], [1, 0, 0, 0, 255],
      [0, 2, 0, 0, 0, 123, 125],
      SQLiteFrame.bytes(.columns, Array(#"{"query": "SELECT 1"}"#.utf8)),
      SQLiteFrame.bytes(.columns, Array(#"{"columns": ["a"]}"#.utf8)),
    ] as [[UInt8]])
  func takenOver(bytes: [UInt8]) throws {
    var (frames, record) = (SQLiteFrames(), Record(RecordFields()))
    try frames.append(bytes)
    #expect(throws: RecordsError("it is a damaged SQLite file: its reader sent malformed output")) {
      _ = try frames.next(1, to: &record)
    }
  }
}
