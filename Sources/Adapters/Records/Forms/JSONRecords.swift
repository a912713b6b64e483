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
