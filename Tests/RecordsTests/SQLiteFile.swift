import CSQLite
import Testing

/// An SQLite file made by statements.
enum SQLiteFile {
  static func bytes(_ statements: String) throws -> [UInt8] {
    var handle: OpaquePointer?
    defer { sqlite3_close_v2(handle) }
    try #require(sqlite3_open(":memory:", &handle) == SQLITE_OK)
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(handle, statements, nil, nil, &message)
    try #require(code == SQLITE_OK, "\(message.map { String(cString: $0) } ?? "")")
    var size: sqlite3_int64 = 0
    let start = try #require(sqlite3_serialize(handle, "main", &size, 0))
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }
}
