import JSON
import System

/// The records of a JSON document: the elements of an array, the members of an object of objects, texts, or a single
/// object.
struct JSONRecords: RecordSource {
  private enum Shape {
    case array, members, single, texts, inner
  }

  let entries: [String]
  private var reader: JSONReader
  private let form: JSONRecord
  private let shape: Shape
  var offset: Int { reader.offset }
  private(set) var others = 0
  var warnings: [String] { reader.repairedLine.map { [JSONRecord.warning(line: $0)] } ?? [] }
  private var hasObjects = false
  /// The names in each element of a list that lead to further lists of records; whether each value on the way is a list.
  private var (names, open): ([String], [Bool]) = ([], [true])

  /// The name under which a record has its key in an object of objects.
  static let key = "@key"

  init(_ bytes: Numbers<UInt8>, entries: [String], fields: RecordFields?) throws(RecordsError) {
    form = JSONRecord(bytes, fields)
    var reader = JSONReader(bytes, repairsText: true)
    let start = try inRecords { () throws(JSONError) in try reader.first() }
    self.entries =
      entries.isEmpty && start == UInt8(ascii: "{") ? try JSONLists.only(of: bytes) : entries
    let path = self.entries
    var names = path[...]
    let shape = try inRecords { () throws(JSONError) -> Shape? in
      while let name = names.first, try reader.first() != UInt8(ascii: "[") {
        guard try Self.enter(name, &reader) else { return nil }
        names.removeFirst()
      }
      switch try reader.first() {
      case UInt8(ascii: "["):
        _ = try reader.enterArray()
        if !names.isEmpty { return .inner }
        var probe = reader
        guard try probe.nextElement() else { return .array }
        return try probe.first() == UInt8(ascii: "\"") ? .texts : .array
      case UInt8(ascii: "{"):
        if try JSONLists.isSingle(reader) { return .single }
        _ = try reader.enterObject()
        return .members
      default: return nil
      }
    }
    guard let shape else { throw JSONLists.missing(path, in: bytes) }
    (self.shape, self.reader, self.names) = (shape, reader, Array(names))
  }

  func begin(_ record: inout Record) { form.begin(&record) }

  /// Reads the next object; other elements are skipped.
  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    do throws(JSONError) {
      if try readNext(&record) { return true }
      // To the end, to notice a document that is cut off.
      for _ in entries.dropLast(names.count) { while try reader.nextKey() != nil {} }
      try reader.finish()
    } catch {
      throw RecordsError(error)
    }
    if shape == .inner, !hasObjects { throw JSONLists.missing(entries, in: record.bytes) }
    guard hasObjects || others == 0 else {
      throw RecordsError(
        "none of the \(others) elements of the list is an object with named fields, such as {\"name\": \"Ada\"}; export "
          + "a table as CSV")
    }
    return false
  }

  private mutating func readNext(_ record: inout Record) throws(JSONError) -> Bool {
    switch shape {
    case .array: return try readElement(&record)
    case .inner: return try readInner(&record)
    case .members:
      while let key = try reader.nextWrittenKey() {
        if try form.read(&reader, key: key, to: &record) { return true }
      }
      return false
    case .texts:
      while try reader.nextElement() {
        if let text = try reader.string() {
          hasObjects = true
          record.tree = .object([XMLName.text: .string(text)])
          return true
        }
        others += 1
      }
      return false
    case .single:
      if hasObjects { return false }
      hasObjects = true
      return try form.read(&reader, key: nil, to: &record)
    }
  }

  private mutating func readElement(_ record: inout Record) throws(JSONError) -> Bool {
    while try reader.nextElement() {
      if try form.read(&reader, key: nil, to: &record) {
        hasObjects = true
        return true
      }
      others += 1
    }
    return false
  }

  /// Reads the next record of lists within a list, such as the events in the rooms of each day of a programme.
  private mutating func readInner(_ record: inout Record) throws(JSONError) -> Bool {
    while let isList = open.last {
      let isInner = open.count > names.count + 1
      if isList, isInner, try readElement(&record) { return true }
      var isThere = isList && !isInner
      if isThere { isThere = try reader.nextElement() }
      let key = isList ? nil : try reader.nextKey()
      guard isThere || key != nil else {
        open.removeLast()
        continue
      }
      if !isList, names.indices.contains(open.count - 2), names[open.count - 2] != key { continue }
      let opens = try reader.first() == UInt8(ascii: "[")
      if try opens ? reader.enterArray() : reader.enterObject() { open.append(opens) }
    }
    return false
  }

  /// Enters the member of a name, if the value is an object that has it; of several, the first that is no empty list,
  /// which Mastodon's archives have too.
  static func enter(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard try reader.enterObject() else { return false }
    var empty: JSONReader?
    while let key = try reader.nextKey() {
      guard key == name else { continue }
      let start = reader
      guard try reader.first() == UInt8(ascii: "["), try reader.enterArray(), try !reader.nextElement() else {
        reader = start
        return true
      }
      empty = empty ?? start
    }
    if let empty { reader = empty }
    return empty != nil
  }
}

/// Reads one record of JSON: its fields in place if possible, else as a tree.
struct JSONRecord {
  private let bytes: Numbers<UInt8>
  /// Nil for a tree of everything.
  private let names: Set<String>?
  private var tree = FieldTree()

  init(_ bytes: Numbers<UInt8>, _ fields: RecordFields?) {
    self.bytes = bytes
    names = fields?.names
    for path in fields?.paths ?? [] { for names in PathBinding.fields(of: path) { tree.add(names) } }
  }

  static func warning(line: Int) -> String {
    "it is not quite valid JSON: NaN and Infinity are read as null, and a comma after the last item is ignored "
      + "(line \(line))"
  }

  func begin(_ record: inout Record) {
    record.bytes = bytes
    record.cells = Array(repeating: Cell(), count: tree.count)
    record.bindings = record.fields.paths.map { PathBinding($0) { tree.cell($0) } }
  }

  /// - Parameter key: its key in an object of objects.
  /// - Returns: false for a value that is not an object.
  func read(
    _ reader: inout JSONReader, key: WrittenText?, to record: inout Record
  ) throws(JSONError) -> Bool {
    guard try reader.first() == UInt8(ascii: "{") else {
      try reader.skip()
      return false
    }
    var keyCell = Cell()
    if let key {
      keyCell.kind = key.isPlain ? .jsonText : .escaped
      (keyCell.start, keyCell.count) = key.isPlain ? (key.start, key.end - key.start) : (key.start - 1, 0)
    }
    record.object = (reader.offset, keyCell)
    record.tree = nil
    let start = reader
    if names != nil {
      for index in record.cells.indices { record.cells[index].kind = .none }
      let isWhole = try tree.read(&reader, to: &record)
      if isWhole, reader.offset - start.offset <= RecordLimits.record.bytes {
        if key != nil, let cell = tree.cell([JSONRecords.key]) { record.cells[cell] = keyCell }
        return true
      }
      reader = start
    }
    guard case .object(var members) = try reader.value(within: RecordLimits.record, keeping: names) else {
      return false
    }
    if let key { members[JSONRecords.key] = .string(JSONReader.text(of: key, in: record.bytes)) }
    record.tree = .object(members)
    return true
  }
}

extension RecordsError {
  init(_ error: JSONError) {
    self.init(error.isExcess ? error.reason : "it is not valid JSON: \(error.reason)", line: error.line)
  }
}

/// Reads JSON with its errors as those of a list.
func inRecords<Value>(_ read: () throws(JSONError) -> Value) throws(RecordsError) -> Value {
  do throws(JSONError) {
    return try read()
  } catch {
    throw RecordsError(error)
  }
}
