import CSQLite
import Glibc

/// A read-only SQLite file in memory, which must outlive this: SQLite opens no file, attaches none, loads no extensions and does not trust
/// the schema.
final class SQLiteDatabase {
  private var handle: OpaquePointer?
  /// The end of the current question, in seconds of the thread's processor time.
  private var end: Double
  private let seconds: Double

  /// - Parameters:
  ///   - file: its head is changed.
  ///   - seconds: of the processor, for each question.
  init(_ file: UnsafeMutableRawBufferPointer, seconds: Double) throws(RecordsError) {
    _ = Self.heapLimit
    self.seconds = seconds
    end = Self.processorTime + seconds
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(":memory:", &handle, flags, nil) == SQLITE_OK else {
      throw RecordsError("an SQLite file cannot be read: out of memory")
    }
    for (option, value) in Self.settings { _ = dramatis_sqlite_configure(handle, option, value) }
    // Sorting must not use temporary files.
    sqlite3_exec(handle, "PRAGMA temp_store = MEMORY; PRAGMA cell_size_check = ON", nil, nil, nil)
    try load(file)
    for (category, limit) in Self.limits { sqlite3_limit(handle, category, limit) }
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in SQLiteDatabase.reading.contains(action) ? SQLITE_OK : SQLITE_DENY }, nil)
    sqlite3_progress_handler(
      handle, 1_000,
      { context in
        SQLiteDatabase.of(context).map { SQLiteDatabase.processorTime > $0.end } ?? true ? 1 : 0
      }, context)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Begins another question, with its own limit of time.
  /// - Parameter share: the part of the usual time that it has.
  func beginQuestion(_ share: Double = 1) { end = Self.processorTime + seconds * share }

  private static func of(_ context: UnsafeMutableRawPointer?) -> SQLiteDatabase? {
    context.map { Unmanaged<SQLiteDatabase>.fromOpaque($0).takeUnretainedValue() }
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The statement of a read-only query.
  func prepare(_ query: String) throws(RecordsError) -> OpaquePointer {
    var statement: OpaquePointer?
    var rest = ""
    let code = query.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(handle, text, -1, &statement, &tail)
      rest = tail.map { String(cString: $0) } ?? ""
      return code
    }
    guard code == SQLITE_OK, let statement else {
      throw code == SQLITE_OK ? RecordsError("the query is empty") : fault(code)
    }
    guard rest.allSatisfy({ $0.isWhitespace || $0 == ";" }) else {
      sqlite3_finalize(statement)
      throw RecordsError("the query is more than one statement")
    }
    return statement
  }

  /// Moves to the next row; false at the end.
  func step(_ statement: OpaquePointer?) throws(RecordsError) -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw fault(code)
    }
  }

  private func fault(_ code: Int32) -> RecordsError {
    switch code & 0xFF {
    case SQLITE_AUTH: return RecordsError("the query must only read")
    case SQLITE_INTERRUPT: return RecordsError("the query takes too long")
    case SQLITE_TOOBIG:
      return RecordsError("a value of the query is longer than \(RecordLimits.record.bytes >> 20) MB")
    case SQLITE_NOTADB: return RecordsError("it is not an SQLite file, or it is encrypted")
    case SQLITE_CORRUPT: return RecordsError("it is a damaged SQLite file")
    case SQLITE_NOMEM: return RecordsError("the query needs more than \(RecordLimits.queryMemory >> 20) MB")
    default:
      let words = String(cString: sqlite3_errmsg(handle))
      // A refusal while a statement is prepared has the general code.
      return words == "not authorized"
        ? self.fault(SQLITE_AUTH) : RecordsError("the query cannot be run: \(words)")
    }
  }

  private func load(_ file: UnsafeMutableRawBufferPointer) throws(RecordsError) {
    // A file in memory has no write-ahead log: the header must not ask for one.
    for version in [18, 19] where file.count > version && file[version] == 2 { file[version] = 1 }
    let (start, size) = (file.assumingMemoryBound(to: UInt8.self).baseAddress, Int64(file.count))
    let code = sqlite3_deserialize(handle, "main", start, size, size, UInt32(SQLITE_DESERIALIZE_READONLY))
    guard code == SQLITE_OK else { throw fault(code) }
  }

  private static let reading: Set<Int32> = [SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]

  private static let settings: [(Int32, Int32)] = [
    (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
    (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
    (SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
  ]

  private static let limits: [(Int32, Int32)] = [
    (SQLITE_LIMIT_LENGTH, Int32(RecordLimits.record.bytes)), (SQLITE_LIMIT_ATTACHED, 0),
    (SQLITE_LIMIT_COLUMN, Int32(RecordLimits.columns)), (SQLITE_LIMIT_VDBE_OP, 100_000),
    (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// For the whole process, in which this is SQLite's only user.
  private static let heapLimit = sqlite3_hard_heap_limit64(Int64(RecordLimits.queryMemory))
}
