import JSON

/// The messages of the process that reads an SQLite file, and the values in them, in the machine's own byte order:
/// both ends are one program.
enum SQLiteFrame: Equatable {
  /// The query that is run, and the names of all its columns.
  case columns(query: String, [String])
  case row([String: JSONValue])
  /// Why the file is not read, or not to its end.
  case fault(String)
  case end

  enum Kind: UInt8 {
    case columns, row, fault, end
  }

  /// Bytes before each frame: the number of bytes in it, and its kind.
  static let headSize = 5
  /// Bytes of a frame: those of a record's texts, and the numbers beside them.
  static let limit = RecordLimits.record.bytes + 16 * RecordLimits.columns

  enum ValueKind: UInt8 {
    case integer, real, text
  }
}

/// Bytes of numbers and texts, one after the other.
struct SQLiteEncoder {
  private(set) var bytes: [UInt8] = []

  mutating func number<Number: BitwiseCopyable>(_ number: Number) {
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ text: some Collection<UInt8>) {
    number(UInt32(text.count))
    bytes.append(contentsOf: text)
  }

  /// Puts a frame around what `body` writes.
  /// - Throws: what `body` throws, or that it writes too much; nothing is then written.
  mutating func frame(
    _ kind: SQLiteFrame.Kind, _ body: (inout SQLiteEncoder) throws(RecordsError) -> Void = { _ in }
  ) throws(RecordsError) {
    let start = bytes.count
    number(UInt32(0))
    number(kind.rawValue)
    do throws(RecordsError) {
      try body(&self)
      let size = bytes.count - start - SQLiteFrame.headSize
      guard size <= SQLiteFrame.limit else {
        throw RecordsError("a row, or the names of its columns, hold more than \(SQLiteFrame.limit >> 20) MB")
      }
      withUnsafeBytes(of: UInt32(size)) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    } catch {
      bytes.removeLast(bytes.count - start)
      throw error
    }
  }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Reads what ``SQLiteEncoder`` wrote, or what pretends to be that.
struct SQLiteDecoder {
  let bytes: ArraySlice<UInt8>
  private(set) var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    (self.bytes, position) = (bytes, bytes.startIndex)
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func number<Number: BitwiseCopyable>(_: Number.Type) -> Number? {
    let size = MemoryLayout<Number>.size
    guard bytes.endIndex - position >= size else { return nil }
    defer { position += size }
    let offset = position - bytes.startIndex
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }

  mutating func text() -> ArraySlice<UInt8>? {
    guard let count = number(UInt32.self), bytes.endIndex - position >= Int(count) else { return nil }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }

  /// The values of a row under the names of their columns; nil if they are not written as they should be.
  mutating func row(_ columns: [String]) -> [String: JSONValue]? {
    var members: [String: JSONValue] = [:]
    while !isAtEnd {
      guard let column = number(UInt16.self), Int(column) < columns.count,
        let kind = number(UInt8.self).flatMap(SQLiteFrame.ValueKind.init), let value = value(kind)
      else { return nil }
      members[columns[Int(column)]] = value
    }
    return members
  }

  private mutating func value(_ kind: SQLiteFrame.ValueKind) -> JSONValue? {
    switch kind {
    case .integer:
      // Of larger ones a floating-point number would keep only the beginning.
      number(Int64.self).map {
        Int64(exactly: Double($0)) == $0 ? .number(Double($0)) : .string(String($0))
      }
    case .real: number(Double.self).map { .number($0) }
    case .text: text().map { .string(TextEncoding.text($0)) }
    }
  }

  /// A whole frame of some kind.
  mutating func frame(_ kind: SQLiteFrame.Kind, columns: [String]) -> SQLiteFrame? {
    switch kind {
    case .columns:
      guard let query = text() else { return nil }
      var names: [String] = []
      while !isAtEnd {
        guard let name = text() else { return nil }
        names.append(String(decoding: name, as: UTF8.self))
      }
      return names.count <= RecordLimits.columns
        ? .columns(query: String(decoding: query, as: UTF8.self), names) : nil
    case .row: return row(columns).map { .row($0) }
    case .fault: return .fault(String(decoding: bytes.prefix(RecordLimits.faultLength), as: UTF8.self))
    case .end: return .end
    }
  }
}

/// Takes output of the process apart. It may do whatever the file made of it, so nothing in it is trusted.
struct SQLiteFrames {
  private var bytes: [UInt8] = []
  private var position = 0
  /// Bytes that have come in all.
  private var size = 0
  private let limit: Int

  /// - Parameter limit: bytes of all frames together.
  init(limit: Int = RecordLimits.rowBytes) {
    self.limit = limit
  }

  mutating func append(_ piece: [UInt8]) throws(RecordsError) {
    size += piece.count
    guard size <= limit else { throw RecordsError("its rows hold more than \(limit >> 20) MB") }
    bytes.removeFirst(position)
    bytes += piece
    position = 0
  }

  /// The next frame; nil until more bytes have come.
  mutating func next(_ columns: [String]) throws(RecordsError) -> SQLiteFrame? {
    var head = SQLiteDecoder(bytes[position...])
    guard let size = head.number(UInt32.self), let kind = head.number(UInt8.self) else { return nil }
    guard size <= SQLiteFrame.limit, let kind = SQLiteFrame.Kind(rawValue: kind) else { throw Self.garbled }
    let (start, end) = (head.position, head.position + Int(size))
    guard bytes.count >= end else { return nil }
    var body = SQLiteDecoder(bytes[start..<end])
    position = end
    guard let frame = body.frame(kind, columns: columns) else { throw Self.garbled }
    return frame
  }

  private static let garbled = RecordsError("it is a damaged SQLite file: its reader answers with nonsense")
}
