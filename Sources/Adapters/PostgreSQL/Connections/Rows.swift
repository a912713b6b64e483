internal import CPQ
internal import Glibc

/// The result of a statement: its rows as texts, or the number of changed rows.
public struct Rows: Sendable {
  private let values: [[String?]]
  /// Rows that were changed, inserted or selected.
  public let affected: Int

  init(_ result: OpaquePointer) {
    let columns = PQnfields(result)
    values = (0..<PQntuples(result)).map { row in
      (0..<columns).map { column in
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
          return nil
        }
        return String(cString: value)
      }
    }
    affected = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  public var count: Int { values.count }

  /// A value; nil for null, and beyond the last row or column.
  public subscript(row: Int, column: Int) -> String? {
    guard values.indices.contains(row), values[row].indices.contains(column) else { return nil }
    return values[row][column]
  }
}

/// Calls `body` with these texts as C strings, and a null pointer after the last.
func withCStrings<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) } + [nil])
}
