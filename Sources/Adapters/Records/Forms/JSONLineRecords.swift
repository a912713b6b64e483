import JSON
import System

/// The records of JSON documents in a row, mostly one on each line: objects, or the elements of arrays.
struct JSONLineRecords: RecordSource {
  private let bytes: Numbers<UInt8>
  private let form: JSONRecord
  private(set) var offset = 0
  private(set) var warnings: [String] = []
  /// Within an array of records.
  private var array: JSONReader?

  init(_ bytes: Numbers<UInt8>, fields: RecordFields?) {
    self.bytes = bytes
    form = JSONRecord(bytes, fields)
  }

  func begin(_ record: inout Record) { form.begin(&record) }

  /// Reads the next object; other values are skipped.
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
        if try reader.first() == UInt8(ascii: "[") {
          _ = try reader.enterArray()
          array = reader
          continue
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
