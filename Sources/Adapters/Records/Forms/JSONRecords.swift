import JSON

/// The records of a JSON document: the elements of an array, or the members of an object of objects.
struct JSONRecords: RecordSource {
  let entries: [String]
  private var reader: JSONReader
  var offset: Int { reader.offset }
  private let isArray: Bool
  private let names: Set<String>?
  /// Elements that were skipped, and whether any was not.
  private var (others, hasObjects) = (0, false)

  /// The name under which a record has its key in an object of objects.
  static let key = "@key"

  init(_ bytes: [UInt8], entries: [String], keeping names: Set<String>?) throws(RecordsError) {
    self.names = names
    var reader = JSONReader(bytes, repairsText: true)
    let start = try inRecords { () throws(JSONError) in try reader.first() }
    self.entries =
      entries.isEmpty && start == UInt8(ascii: "{") ? try JSONLists.only(of: bytes) : entries
    let path = self.entries
    let isArray = try inRecords { () throws(JSONError) -> Bool? in
      for name in path where !(try Self.enter(name, &reader)) { return nil }
      switch try reader.first() {
      case UInt8(ascii: "["): return try reader.enterArray()
      case UInt8(ascii: "{"): return !(try reader.enterObject())
      default: return nil
      }
    }
    guard let isArray else { throw JSONLists.missing(path, in: bytes) }
    self.isArray = isArray
    self.reader = reader
  }

  /// The next object; other elements are skipped.
  mutating func next() throws(RecordsError) -> JSONValue? {
    do throws(JSONError) {
      if let record = isArray ? try nextElement() : try nextMember() { return record }
      // To the end, to notice a document that is cut off.
      for _ in entries { while try reader.nextKey() != nil {} }
      try reader.finish()
    } catch {
      throw RecordsError(error)
    }
    guard hasObjects || others == 0 else {
      throw RecordsError(
        "none of the \(others) elements of the list is an object with named fields, such as {\"name\": \"Ada\"}"
      )
    }
    return nil
  }

  private mutating func nextElement() throws(JSONError) -> JSONValue? {
    while try reader.nextElement() {
      let value = try reader.value(within: RecordLimits.record, keeping: names)
      if value.object != nil {
        hasObjects = true
        return value
      }
      others += 1
    }
    return nil
  }

  private mutating func nextMember() throws(JSONError) -> JSONValue? {
    while let key = try reader.nextKey() {
      if case .object(var members) = try reader.value(within: RecordLimits.record, keeping: names) {
        members[Self.key] = .string(key)
        return .object(members)
      }
    }
    return nil
  }

  /// Enters the member of a name, if the value is an object that has it.
  static func enter(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard try reader.enterObject() else { return false }
    while let key = try reader.nextKey() {
      if key == name { return true }
    }
    return false
  }
}

/// The records of a document with a JSON value on each line.
struct JSONLineRecords: RecordSource {
  private let bytes: [UInt8]
  private let names: Set<String>?
  private(set) var offset = 0
  private var line = 0

  init(_ bytes: [UInt8], keeping names: Set<String>?) {
    (self.bytes, self.names) = (bytes, names)
  }

  /// The next object; blank lines and other values are skipped.
  mutating func next() throws(RecordsError) -> JSONValue? {
    while offset < bytes.count {
      let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let text = Array(bytes[offset..<end])
      offset = end + 1
      line += 1
      if !text.contains(where: { $0 > 0x20 }) { continue }
      do throws(JSONError) {
        var reader = JSONReader(text, repairsText: true)
        let value = try reader.value(within: RecordLimits.record, keeping: names)
        try reader.finish()
        if value.object != nil { return value }
      } catch {
        throw RecordsError(error, after: line - 1)
      }
    }
    return nil
  }
}

/// The lists within a JSON document, found in one pass and without a tree.
struct JSONLists {
  struct List {
    let path: [String]
    /// Records in it.
    let count: Int
    /// Bytes that it takes.
    let size: Int
  }

  private(set) var lists: [List] = []
  /// The path of a next page's address or parameters; nil if nothing looks like one.
  private(set) var next: NextPage?

  /// Nesting of objects in which lists are looked for; known answers have up to four levels.
  private static let depth = 6
  /// Lists that are kept.
  private static let limit = 200
  /// Members of an object that are compared with those of the next.
  private static let comparedKeys = 50

  init(of bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes, repairsText: true)
    _ = try survey(&reader, at: [])
    try reader.finish()
  }

  /// The list that takes the most of the document.
  var longest: List? {
    lists.max { ($0.size, $1.path.count) < ($1.size, $0.path.count) }
  }

  /// The path of the only list in a document that is an object: GeoJSON's features, or the whole as an object of
  /// objects.
  static func only(of bytes: [UInt8]) throws(RecordsError) -> [String] {
    let found = try inRecords { () throws(JSONError) in try JSONLists(of: bytes) }
    let whole = found.lists.first { $0.path.isEmpty || $0.path == ["features"] }
    guard let whole else { throw found.missing([]) }
    return whole.path
  }

  /// The error of a path without a list; it names the longest list.
  static func missing(_ path: [String], in bytes: [UInt8]) -> RecordsError {
    (try? JSONLists(of: bytes))?.missing(path) ?? RecordsError("it has no list", line: 1)
  }

  private func missing(_ path: [String]) -> RecordsError {
    let place =
      path.isEmpty ? "it is an object, not a list" : "it has no list \"\(RecordPath.written(path))\""
    guard let longest else { return RecordsError("\(place), and has no list of objects", line: 1) }
    return RecordsError(
      "\(place); \"entries\": \"\(RecordPath.written(longest.path))\" has \(longest.count) records", line: 1)
  }

  /// Reads a value, records the lists in it, and returns the first keys of an object.
  private mutating func survey(
    _ reader: inout JSONReader, at path: [String]
  ) throws(JSONError) -> Set<String> {
    let start = reader.offset
    switch try reader.first() {
    case UInt8(ascii: "["):
      var (count, objects) = (0, 0)
      _ = try reader.enterArray()
      while try reader.nextElement() {
        count += 1
        if try reader.first() == UInt8(ascii: "{") { objects += 1 }
      }
      if objects * 2 > count { add(path, objects, reader.offset - start) }
    case UInt8(ascii: "{") where path.count < Self.depth:
      var keys: Set<String> = []
      var (count, objects, alike) = (0, 0, 0)
      var first: Set<String> = []
      if next == nil, path == ["continue"] { next = .parameters(path) }
      _ = try reader.enterObject()
      while let key = try reader.nextKey() {
        count += 1
        if keys.count < Self.comparedKeys { keys.insert(key) }
        let isObject = try reader.first() == UInt8(ascii: "{")
        // Of very many members, each is a record rather than the wrapper of a list.
        let inner = count <= Self.limit ? try survey(&reader, at: path + [key]) : []
        guard isObject else { continue }
        objects += 1
        if objects == 1 { first = inner }
        if count > Self.limit || inner.intersection(first).count * 2 >= max(inner.count, first.count) {
          alike += 1
        }
      }
      if count > 1, objects == count, alike * 10 >= count * 9 { add(path, count, reader.offset - start) }
      return keys
    case UInt8(ascii: "\"") where next == nil:
      if let text = try reader.string() { next = NextPage(address: text, at: path) }
    default: try reader.skip()
    }
    return []
  }

  private mutating func add(_ path: [String], _ count: Int, _ size: Int) {
    // A show's file cannot hold a path that is too long.
    guard lists.count < Self.limit, path.isEmpty || RecordPath.isWritable(path) else { return }
    lists.append(List(path: path, count: count, size: size))
  }
}

extension RecordsError {
  /// - Parameter lines: lines before the document.
  init(_ error: JSONError, after lines: Int = 0) {
    let reason = error.isExcess ? error.reason : "it is not valid JSON: \(error.reason)"
    self.init(reason, line: lines + error.line)
  }
}

/// Reads JSON with its errors as those of a list.
private func inRecords<Value>(_ read: () throws(JSONError) -> Value) throws(RecordsError) -> Value {
  do throws(JSONError) {
    return try read()
  } catch {
    throw RecordsError(error)
  }
}
