import JSON
import System

/// A message from the process that reads an SQLite file: a byte for its kind, the length of the rest as four bytes,
/// and the rest. Numbers are little-endian.
enum SQLiteFrame: Equatable {
  /// The query, and the names of all its columns.
  case columns(query: String, [String])
  /// A row, which is read into a record.
  case row
  /// The reason why the file is not read to its end.
  case fault(String)
  case end

  enum Kind: UInt8 { case columns, row, fault, end }

  /// The kinds of a row's values: nothing follows null, eight bytes a number, and four bytes with its length and itself
  /// a text.
  enum Value: UInt8 { case null, number, text }

  /// Bytes before the rest of a frame.
  static let headLength = 5
  /// Bytes of the rest of a frame.
  static let limit = 2 * RecordLimits.record.bytes

  /// The bytes of a frame other than a row.
  var bytes: [UInt8] {
    switch self {
    case .columns(let query, let names):
      var writer = JSONWriter()
      writer.value(.object(["query": .string(query), "columns": .array(names.map { .string($0) })]))
      return Self.bytes(.columns, writer.bytes)
    case .row: return []
    case .fault(let reason): return Self.bytes(.fault, Array(reason.utf8))
    case .end: return Self.bytes(.end, [])
    }
  }

  static func bytes(_ kind: Kind, _ rest: [UInt8]) -> [UInt8] {
    var bytes = [kind.rawValue]
    bytes.append(word: UInt32(rest.count))
    return bytes + rest
  }
}

extension [UInt8] {
  mutating func append<Word: FixedWidthInteger>(word: Word) {
    Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
  }
}

/// Splits the process's output into frames. The file may have taken the process over, so nothing is trusted.
struct SQLiteFrames {
  private var bytes = Numbers<UInt8>()
  private var position = 0
  /// Bytes received.
  private(set) var size = 0
  private let limit: Int

  /// - Parameter limit: bytes of all frames together.
  init(limit: Int = RecordLimits.rowBytes) { self.limit = limit }

  mutating func append(_ piece: [UInt8]) throws(RecordsError) {
    size += piece.count
    guard size <= limit else { throw RecordsError("its rows hold more than \(limit >> 20) MB") }
    bytes = Numbers(bytes.part(from: position) + piece)
    position = 0
  }

  /// The next frame; nil until more bytes are received.
  /// - Parameter record: gets the cells of a row, one for each of its columns.
  mutating func next(_ columns: Int, to record: inout Record) throws(RecordsError) -> SQLiteFrame? {
    let start = position + SQLiteFrame.headLength
    guard start <= bytes.count else { return nil }
    let length = Int(word(position + 1, as: UInt32.self))
    guard length <= SQLiteFrame.limit else { throw Self.malformed }
    guard length <= bytes.count - start else { return nil }
    let range = start..<start + length
    let kind = SQLiteFrame.Kind(rawValue: bytes[position])
    position = range.upperBound
    switch kind {
    case .row:
      record.bytes = bytes
      guard readRow(range, columns, to: &record) else { throw Self.malformed }
      return .row
    case .columns:
      guard let value = try? JSONValue(parsing: bytes.part(range), within: RecordLimits.record),
        let query = value["query"]?.string, let names = value["columns"]?.array?.compactMap(\.string),
        names.count <= RecordLimits.columns
      else { throw Self.malformed }
      return .columns(query: query, names)
    case .fault: return .fault(String(bytes.text(range).prefix(RecordLimits.faultLength)))
    case .end where length == 0: return .end
    case .end, nil: throw Self.malformed
    }
  }

  private func readRow(_ range: Range<Int>, _ columns: Int, to record: inout Record) -> Bool {
    record.cells.removeAll(keepingCapacity: true)
    var offset = range.lowerBound
    for _ in 0..<columns {
      guard offset < range.upperBound, let kind = SQLiteFrame.Value(rawValue: bytes[offset]) else {
        return false
      }
      offset += 1
      var cell = Cell()
      switch kind {
      case .null: break
      case .number:
        (cell.kind, cell.number) = (.number, Double(bitPattern: word(offset, as: UInt64.self)))
        offset += 8
      case .text:
        (cell.kind, cell.count) = (.text, Int(word(offset, as: UInt32.self)))
        cell.start = offset + 4
        offset = cell.start + cell.count
      }
      guard offset <= range.upperBound else { return false }
      record.cells.append(cell)
    }
    return offset == range.upperBound
  }

  /// Zero beyond the end.
  private func word<Word: FixedWidthInteger>(_ offset: Int, as type: Word.Type) -> Word {
    guard offset + MemoryLayout<Word>.size <= bytes.count else { return 0 }
    return bytes.withUnsafeBytes {
      Word(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Word.self))
    }
  }

  private static let malformed = RecordsError(
    "it is a damaged SQLite file: its reader sent malformed output")
}
