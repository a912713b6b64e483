import JSON
import System

/// A table within a JSON document, whose records have no names of their own.
///
///     [["name", "born"], ["Ada", 1815]]                               rows below their names
///     {"fields": [{"id": "name"}, …], "records": [["Ada", …]]}        rows, with their names elsewhere: CKAN, Socrata
///     {"name": ["Ada", "Bo"], "born": [1815, 1920]}                   columns
///     {"name": {"0": "Ada", "1": "Bo"}, "born": {"0": 1815, …}}       columns by the numbers of rows: pandas
struct JSONTable {
  /// The names of the columns that are shown.
  var columns: [String] { names.compactMap(\.self) }
  /// Nil for a column that is not shown.
  private let names: [String?]
  /// One at the next row, or one at the next value of each column.
  private var readers: [JSONReader]
  private var areArrays: [Bool]
  private let hasRows: Bool
  /// Rows of columns, all of them and those that were not read.
  let rows: Int
  private var left: Int
  /// Rows that are no arrays.
  private(set) var others = 0

  var offset: Int { readers.map(\.offset).max() ?? 0 }

  /// Nesting of objects in which the names of columns are looked for.
  private static let depth = 4

  /// The rows of an array of arrays; nil if it is something else, such as coordinates.
  /// - Parameters:
  ///   - rows: before the array.
  ///   - document: before the whole, in which the names may be.
  init?(rows reader: JSONReader, in document: JSONReader) throws(JSONError) {
    var probe = reader
    guard try probe.enterArray(), try probe.nextElement(), try probe.first() == UInt8(ascii: "[") else {
      return nil
    }
    let first = try probe.value(within: RecordLimits.record).array ?? []
    guard let header = Self.header(first) else { return nil }
    var (document, start) = (document, reader)
    _ = try start.enterArray()
    if let found = try Self.names(first.count, &document, depth: 0) {
      names = found.names
    } else {
      names = header.names
      if header.isHeader { start = probe }
    }
    (readers, areArrays, hasRows, rows, left) = ([start], [], true, 0, 0)
  }

  /// The columns of an object; nil if it is something else.
  init?(columns reader: JSONReader) throws(JSONError) {
    var probe = reader
    var (found, starts, rows, hasText): ([String], [JSONReader], Int?, Bool) = ([], [], nil, false)
    guard try probe.enterObject() else { return nil }
    while let key = try probe.nextKey() {
      let start = probe
      guard let count = try Self.count(&probe, &hasText) else { return nil }
      // A value beside the columns.
      if count < 0 { continue }
      guard count > 1, rows ?? count == count, found.count < RecordLimits.columns else { return nil }
      rows = count
      found.append(key)
      starts.append(start)
    }
    // Of rows whose names are beside them there may be as many as of columns.
    guard let rows, found.count > 1, hasText, !found.contains(where: Self.holders.contains) else {
      return nil
    }
    areArrays = []
    for index in starts.indices { areArrays.append(try Self.enter(&starts[index])) }
    (names, readers, hasRows) = (ColumnNames.different(found), starts, false)
    (self.rows, left) = (rows, rows)
  }

  /// The number of values of a column, -1 for a single value; nil if it is no column.
  private static func count(_ reader: inout JSONReader, _ hasText: inout Bool) throws(JSONError) -> Int? {
    let start = try reader.first()
    guard start == UInt8(ascii: "[") || start == UInt8(ascii: "{") else {
      try reader.skip()
      return -1
    }
    var count = 0
    let isArray = try enter(&reader)
    while true {
      let key = isArray ? nil : try reader.nextKey()
      guard try isArray ? reader.nextElement() : key != nil else { return count }
      if let key, Int(key) != count { return nil }
      let value = try reader.first()
      if value == UInt8(ascii: "{") || value == UInt8(ascii: "[") && !isArray { return nil }
      if value == UInt8(ascii: "\"") { hasText = true }
      count += 1
    }
  }

  /// Enters an array or an object, and returns whether it is an array.
  @discardableResult
  private static func enter(_ reader: inout JSONReader) throws(JSONError) -> Bool {
    let isArray = try reader.first() == UInt8(ascii: "[")
    _ = isArray ? try reader.enterArray() : try reader.enterObject()
    return isArray
  }

  /// The next row; nil at the end.
  mutating func next() throws(JSONError) -> JSONValue? {
    var members: [String: JSONValue] = [:]
    if hasRows {
      while try readers[0].nextElement() {
        guard try readers[0].first() == UInt8(ascii: "[") else {
          others += 1
          continue
        }
        let row = try readers[0].value(within: RecordLimits.record).array ?? []
        for (name, value) in zip(names, row) { if let name { members[name] = value } }
        return .object(members)
      }
      return nil
    }
    guard left > 0 else { return nil }
    left -= 1
    for (index, name) in names.enumerated() {
      // A column is an array, or an object whose keys are the numbers of the rows.
      if areArrays[index] { _ = try readers[index].nextElement() } else { _ = try readers[index].nextKey() }
      if let name { members[name] = try readers[index].value(within: RecordLimits.record) }
    }
    return .object(members)
  }

  // MARK: Names

  /// The names of columns by the first row, and whether it has them; nil if it has no text or too many values.
  static func header(_ first: [JSONValue]) -> (names: [String], isHeader: Bool)? {
    guard first.contains(where: { $0.string != nil }), first.count <= RecordLimits.columns else { return nil }
    let texts = first.map { $0.string ?? "" }
    let isHeader = !texts.contains("") && !ColumnNames.areValues(texts)
    return (ColumnNames.different(isHeader ? texts : texts.map { _ in "" }), isHeader)
  }

  /// Members that hold the names of columns; other arrays of as many texts may be those of rows.
  static let holders: Set<String> = ["columns", "fields", "cols", "headers", "header", "names"]
  /// Members of the description of a column that name it, the surest first.
  private static let keys = ["name", "title", "label", "id", "field", "key"]

  /// The names that a document has elsewhere for some columns; nil if it has none.
  private static func names(
    _ count: Int, _ reader: inout JSONReader, depth: Int
  ) throws(JSONError) -> (names: [String?], isSure: Bool)? {
    guard depth < Self.depth, try reader.first() == UInt8(ascii: "{") else {
      try reader.skip()
      return nil
    }
    var best: (names: [String?], isSure: Bool)?
    _ = try reader.enterObject()
    while let key = try reader.nextKey() {
      let found: (names: [String?], isSure: Bool)?
      if try reader.first() == UInt8(ascii: "[") {
        found = try list(count, &reader).map { ($0, holders.contains(key.lowercased())) }
      } else {
        found = try names(count, &reader, depth: depth + 1)
      }
      if let found, best == nil || found.isSure && best?.isSure == false { best = found }
    }
    return best
  }

  /// The names in an array of as many texts or descriptions of columns; nil if it is another one.
  private static func list(_ count: Int, _ reader: inout JSONReader) throws(JSONError) -> [String?]? {
    var (names, isNamed): ([String?], Bool) = ([], true)
    _ = try reader.enterArray()
    while try reader.nextElement() {
      let start = try reader.first()
      isNamed = isNamed && names.count < count && (start == UInt8(ascii: "\"") || start == UInt8(ascii: "{"))
      guard isNamed else { continue }
      let value = try reader.value(within: RecordLimits.record)
      guard let name = value.string ?? keys.lazy.compactMap({ value[$0]?.string }).first else {
        isNamed = false
        continue
      }
      // Socrata's columns for itself.
      names.append(value["dataTypeName"]?.string == "meta_data" ? nil : name)
    }
    guard isNamed, names.count == count else { return nil }
    var different = ColumnNames.different(names.compactMap(\.self))[...]
    return names.map { $0 == nil ? nil : different.popFirst() }
  }
}
