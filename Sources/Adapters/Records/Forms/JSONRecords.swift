import JSON

/// The records of a JSON document: the elements of an array, or the members of an object of objects.
struct JSONRecords {
  let entries: [String]
  private var reader: JSONReader
  /// Bytes that have been read.
  var offset: Int { reader.offset }
  private let isArray: Bool
  private let names: Set<String>?
  /// Elements that were passed over, and whether there was any other.
  private var (others, hasObjects) = (0, false)

  /// Under this name an object of objects says what it calls a record.
  static let key = "@key"

  init(_ bytes: [UInt8], entries: [String], keeping names: Set<String>?) throws(RecordsError) {
    self.names = names
    reader = JSONReader(bytes, repairsText: true)
    do {
      let isObject = try reader.first() == UInt8(ascii: "{")
      self.entries = entries.isEmpty && isObject ? try JSONLists.only(of: bytes) : entries
      for name in self.entries {
        guard try Self.enter(name, &reader) else { throw JSONLists.missing(self.entries, in: bytes) }
      }
      switch try reader.first() {
      case UInt8(ascii: "["): isArray = try reader.enterArray()
      case UInt8(ascii: "{"): isArray = !(try reader.enterObject())
      default: throw JSONLists.missing(self.entries, in: bytes)
      }
    } catch let error as JSONError {
      throw RecordsError(error)
    } catch {
      throw error as? RecordsError ?? RecordsError("\(error)")
    }
  }

  /// The next object; what is not an object is passed over.
  mutating func next() throws(RecordsError) -> JSONValue? {
    do throws(JSONError) {
      guard isArray else { return try nextMember() }
      while try reader.nextElement() {
        let value = try reader.value(within: RecordLimits.record, keeping: names)
        if value.object != nil {
          hasObjects = true
          return value
        }
        others += 1
      }
      try finish()
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

  private mutating func nextMember() throws(JSONError) -> JSONValue? {
    while let key = try reader.nextKey() {
      let value = try reader.value(within: RecordLimits.record, keeping: names)
      if case .object(var members) = value {
        members[Self.key] = .string(key)
        return .object(members)
      }
    }
    try finish()
    return nil
  }

  /// Reads on to the end, for a document that is cut off must not be taken for a whole one.
  private mutating func finish() throws(JSONError) {
    for _ in entries { while try reader.nextKey() != nil {} }
    try reader.finish()
  }

  /// Whether the value is an object with a member of that name, whose value is then to be read.
  static func enter(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard try reader.enterObject() else { return false }
    while let key = try reader.nextKey() {
      if key == name { return true }
    }
    return false
  }
}

/// The records of a document that has a JSON value on each line.
struct JSONLineRecords {
  private let bytes: [UInt8]
  private let names: Set<String>?
  private(set) var offset = 0
  private var line = 0

  init(_ bytes: [UInt8], keeping names: Set<String>?) {
    self.bytes = bytes
    self.names = names
  }

  /// The next object; blank lines and what is not an object are passed over.
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

extension RecordsError {
  /// - Parameter lines: that stand before the document.
  init(_ error: JSONError, after lines: Int = 0) {
    let reason = error.isExcess ? error.reason : "it is not valid JSON: \(error.reason)"
    self.init(reason, line: lines + error.line)
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
  /// Where the address of a next page stands, or the parameters of one; nil if nothing looks like it.
  private(set) var next: NextPage?

  /// Objects within one another in which lists are looked for: answers wrap theirs in up to four.
  private static let depth = 6
  /// Lists that are kept; the first of so many are as good as all.
  private static let limit = 200
  /// Members of an object that are compared with those of the next.
  private static let comparedKeys = 50

  init(of bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes, repairsText: true)
    _ = try look(&reader, at: [])
    try reader.finish()
  }

  /// The list that takes the most of the document.
  var longest: List? {
    lists.max { ($0.size, $1.path.count) < ($1.size, $0.path.count) }
  }

  /// Where the list of a document is that is an object: GeoJSON's features, or the whole as an object of objects.
  static func only(of bytes: [UInt8]) throws(RecordsError) -> [String] {
    let found: JSONLists
    do throws(JSONError) {
      found = try JSONLists(of: bytes)
    } catch {
      throw RecordsError(error)
    }
    if let whole = found.lists.first(where: { $0.path.isEmpty || $0.path == ["features"] }) {
      return whole.path
    }
    throw found.missing([])
  }

  /// Says that there is no list where one was looked for, and where there are some.
  static func missing(_ path: [String], in bytes: [UInt8]) -> RecordsError {
    (try? JSONLists(of: bytes))?.missing(path) ?? RecordsError("it has no list", line: 1)
  }

  private func missing(_ path: [String]) -> RecordsError {
    let place =
      path.isEmpty ? "it is an object, not a list" : "it has no list \"\(RecordPath.written(path))\""
    guard let longest else { return RecordsError("\(place), and there is no list of objects in it", line: 1) }
    return RecordsError(
      "\(place); \"entries\": \"\(RecordPath.written(longest.path))\" has \(longest.count) records", line: 1)
  }

  /// Reads a value, notes the lists in it, and returns an object's first keys.
  private mutating func look(_ reader: inout JSONReader, at path: [String]) throws(JSONError) -> Set<String> {
    let start = reader.offset
    switch try reader.first() {
    case UInt8(ascii: "["):
      var (count, objects) = (0, 0)
      _ = try reader.enterArray()
      while try reader.nextElement() {
        count += 1
        if try reader.first() == UInt8(ascii: "{") { objects += 1 }
      }
      if objects * 2 > count { note(path, objects, reader.offset - start) }
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
        // Of a great many members each is one record, and no wrapper of a list.
        let inner = count <= Self.limit ? try look(&reader, at: path + [key]) : []
        guard isObject else { continue }
        objects += 1
        if objects == 1 { first = inner }
        if count > Self.limit || inner.intersection(first).count * 2 >= max(inner.count, first.count) {
          alike += 1
        }
      }
      if count > 1, objects == count, alike * 10 >= count * 9 { note(path, count, reader.offset - start) }
      return keys
    case UInt8(ascii: "\"") where next == nil:
      if let text = try reader.string() { next = NextPage(address: text, at: path) }
    default: try reader.skip()
    }
    return []
  }

  private mutating func note(_ path: [String], _ count: Int, _ size: Int) {
    // Of a list under a name without end a show's file cannot say where it is.
    guard lists.count < Self.limit, path.isEmpty || RecordPath.isWritable(path) else { return }
    lists.append(List(path: path, count: count, size: size))
  }
}
