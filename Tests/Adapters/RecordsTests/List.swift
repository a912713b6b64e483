import JSON
import Records
import System

/// A list read to its end.
struct List {
  let form: RecordForm
  let entries: [String]
  let records: [JSONValue]

  init(
    _ bytes: [UInt8], as form: RecordForm? = nil, entries: [String] = [], query: String? = nil
  ) throws(RecordsError) {
    var reader = try RecordReader(Numbers(bytes), as: form, entries: entries, query: query)
    var records: [JSONValue] = []
    while let record = try reader.next() { records.append(record) }
    self.form = reader.form
    self.entries = reader.entries
    self.records = records
  }

  init(_ text: String, as form: RecordForm? = nil, entries: [String] = []) throws(RecordsError) {
    try self.init(Array(text.utf8), as: form, entries: entries)
  }

  /// The values at a path in all records.
  subscript(path: String) -> [String] {
    records.flatMap { record in RecordPath(path)?.values(in: record).compactMap(\.recordText) ?? [] }
  }
}

extension RecordGuess {
  init(
    _ bytes: [UInt8], reserved: Set<String> = [], naming name: (String) -> String = { $0.lowercased() },
    keeping key: Key? = nil
  ) throws(RecordsError) {
    try self.init(Numbers(bytes), reserved: reserved, naming: name, keeping: key)
  }
}
