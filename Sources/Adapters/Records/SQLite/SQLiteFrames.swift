import JSON

/// A message from the process that reads an SQLite file: a line of JSON.
enum SQLiteFrame: Equatable {
  /// The query, and the names of all its columns.
  case columns(query: String, [String])
  case row([String: JSONValue])
  /// The reason why the file is not read to its end.
  case fault(String)
  case end

  /// The line of a row as an array, of columns as an object, of a fault as a text, or of the end as true.
  static func line(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(value)
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Nil for any other line.
  init?(_ line: [UInt8], columns: [String]) {
    switch try? JSONValue(parsing: line, within: RecordLimits.record) {
    case .array(let values)? where values.count == columns.count: self = .row(Self.row(values, columns))
    case .object(let members)?:
      guard let query = members["query"]?.string, let names = members["columns"]?.array?.compactMap(\.string),
        names.count <= RecordLimits.columns
      else { return nil }
      self = .columns(query: query, names)
    case .string(let reason)?: self = .fault(String(reason.prefix(RecordLimits.faultLength)))
    case .bool(true)?: self = .end
    default: return nil
    }
  }

  /// The record of a row.
  static func row(_ values: [JSONValue], _ columns: [String]) -> [String: JSONValue] {
    var members = [String: JSONValue](minimumCapacity: columns.count)
    for (column, value) in zip(columns, values) where value != .null { members[column] = value }
    return members
  }
}

/// Splits the process's output into frames. The file may have taken the process over, so nothing is trusted.
struct SQLiteFrames {
  private var bytes: [UInt8] = []
  private var position = 0
  /// The end of the bytes that were searched for the end of the line.
  private var searched = 0
  /// Bytes received.
  private var size = 0
  private let limit: Int

  /// - Parameter limit: bytes of all frames together.
  init(limit: Int = RecordLimits.rowBytes) { self.limit = limit }

  mutating func append(_ piece: [UInt8]) throws(RecordsError) {
    size += piece.count
    guard size <= limit else { throw RecordsError("its rows hold more than \(limit >> 20) MB") }
    bytes.removeFirst(position)
    (position, searched) = (0, searched - position)
    bytes += piece
  }

  /// The next frame; nil until more bytes are received.
  mutating func next(_ columns: [String]) throws(RecordsError) -> SQLiteFrame? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    let line = Array(bytes[position..<end])
    (position, searched) = (end + 1, end + 1)
    if let frame = SQLiteFrame(line, columns: columns) { return frame }
    throw RecordsError("it is a damaged SQLite file: its reader sent malformed output")
  }
}
