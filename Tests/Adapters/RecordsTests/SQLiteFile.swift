import CSQLite
import Foundation
import JSON
import System
import TestSupport
#if compiler(>=6.1)
  import Testing
#else
  @_spi(Experimental) import Testing
#endif

@testable import Records

/// An SQLite file made by statements.
enum SQLiteFile {
  /// Writes it to a path.
  static func write(_ statements: String, to path: String) throws {
    sqlite3_close_v2(try open(path, statements))
  }

  private static func open(_ path: String, _ statements: String) throws -> OpaquePointer? {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(handle, statements, nil, nil, &message)
    try #require(code == SQLITE_OK, "\(message.map { String(cString: $0) } ?? "")")
    return handle
  }

  static func bytes(_ statements: String) throws -> [UInt8] {
    let handle = try open(":memory:", statements)
    defer { sqlite3_close_v2(handle) }
    var size: sqlite3_int64 = 0
    let start = try #require(sqlite3_serialize(handle, "main", &size, 0))
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(size)))
  }
}

extension SQLiteFile {
  /// A file and its write-ahead log, which holds the changes of the later statements.
  static func withLog(_ first: String, then later: String) throws -> (Numbers<UInt8>, Numbers<UInt8>) {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/live.db"
    let handle = try open(
      path, "PRAGMA journal_mode = WAL; \(first); PRAGMA wal_checkpoint(TRUNCATE); \(later)")
    defer { sqlite3_close_v2(handle) }
    func bytes(_ path: String) -> Numbers<UInt8> {
      Numbers(Array(FileManager.default.contents(atPath: path) ?? Data()))
    }
    return (bytes(path), bytes("\(path)-wal"))
  }
}

/// Reads lists by a process of the program beside the tests' own.
struct WithReader: SuiteTrait, Scoping {
  static let program =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    .map { $0.prefix(upTo: $0.lastIndex(of: "/") ?? $0.startIndex) + "/dramatis" }.map(String.init) ?? ""

  #if compiler(>=6.1)
    func provideScope(
      for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
      try await ConvertedList.$program.withValue(Self.program, operation: body)
    }
  #else
    func execute(
      _ body: @escaping @Sendable () async throws -> Void, for test: Test, testCase: Test.Case?
    ) async throws {
      try await ConvertedList.$program.withValue(Self.program, operation: body)
    }
  #endif
}

// The protocol has this name from Swift 6.1 on.
#if compiler(>=6.1)
  typealias Scoping = TestScoping
#else
  typealias Scoping = CustomExecutionTrait
#endif
