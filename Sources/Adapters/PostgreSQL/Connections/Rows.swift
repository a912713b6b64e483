internal import CPQ

/// What a statement has brought: its rows as texts, or how many it has changed.
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

  /// A value; nil for one that is null or not there.
  public subscript(row: Int, column: Int) -> String? {
    guard values.indices.contains(row), values[row].indices.contains(column) else { return nil }
    return values[row][column]
  }
}
