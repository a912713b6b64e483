import JSON
import System

/// The records of JSON documents in a row, mostly one on each line: objects, the elements of arrays, or the rows of a
/// table below their names.
struct JSONLineRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private let form: JSONRecord
  private(set) var offset = 0
  private(set) var warnings: [String] = []
  /// Within an array of records.
  private var array: JSONReader?
  /// The names of a table's columns; none for other documents.
  let columns: [String]

  init(_ bytes: Numbers<UInt8>, fields: RecordFields?) {
    self.bytes = bytes
    form = JSONRecord(bytes, fields)
    var reader = JSONReader(bytes, repairsText: true)
    let first = ((try? reader.value(within: RecordLimits.record)) ?? .null).array ?? []
    guard let table = JSONTable.header(first), first.allSatisfy({ $0.object == nil }) else {
      columns = []
      return
    }
    columns = table.names
    if table.isHeader { offset = reader.offset }
  }

  func begin(_ record: inout Record) { form.begin(&record) }

  /// Reads the next object or row; other values are skipped.
  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    do throws(JSONError) {
      while true {
        if var reader = array {
          while try reader.nextElement() {
            guard try form.read(&reader, key: nil, to: &record) else { continue }
            (array, offset) = (reader, reader.offset)
            return true
          }
          end(reader)
        }
        // Also the separator of RFC 7464.
        while offset < bytes.count, bytes[offset] <= 0x20 || offset == 0 && bytes[0] >= 0xEF { offset += 1 }
        guard offset < bytes.count else { return false }
        var reader = JSONReader(bytes, from: offset, repairsText: true)
        let isArray = try reader.first() == UInt8(ascii: "[")
        if isArray, columns.isEmpty {
          _ = try reader.enterArray()
          array = reader
          continue
        }
        if isArray {
          let row = try reader.value(within: RecordLimits.record).array ?? []
          end(reader)
          record.tree = .object(Dictionary(zip(columns, row)) { first, _ in first })
          return true
        }
        let isObject = try form.read(&reader, key: nil, to: &record)
        end(reader)
        if isObject { return true }
      }
    } catch {
      throw RecordsError(error)
    }
  }

  /// Ends a document.
  private mutating func end(_ reader: JSONReader) {
    (array, offset) = (nil, reader.offset)
    if warnings.isEmpty, let line = reader.repairedLine { warnings = [JSONRecord.warning(line: line)] }
  }
}
