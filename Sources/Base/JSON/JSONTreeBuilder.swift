/// Builds the tree of one value, and counts what it holds.
struct JSONTreeBuilder {
  let repeatedKeys: JSONValue.RepeatedKeys
  let limits: JSONLimits
  /// Nil keeps every member.
  let keys: Set<String>?
  private var values = 0
  private var bytes = 0

  init(_ repeatedKeys: JSONValue.RepeatedKeys, within limits: JSONLimits, keeping keys: Set<String>?) {
    self.repeatedKeys = repeatedKeys
    self.limits = limits
    self.keys = keys
  }

  /// The value at the reader's place; a number out of range is null.
  mutating func value(_ reader: inout JSONReader) throws(JSONError) -> JSONValue {
    let kind = try reader.first()
    values += 1
    guard values <= limits.values else {
      throw reader.excess("it holds more than \(limits.values) values")
    }
    switch kind {
    case UInt8(ascii: "{"): return .object(try members(&reader))
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      _ = try reader.enterArray()
      while try reader.nextElement() { elements.append(try value(&reader)) }
      return .array(elements)
    case UInt8(ascii: "\""):
      guard let text = try reader.string() else { return .null }
      try keep(text, reader)
      return .string(text)
    case UInt8(ascii: "0"): return try reader.number().map { .number($0) } ?? .null
    default: return try reader.bool().map { .bool($0) } ?? .null
    }
  }

  private mutating func members(_ reader: inout JSONReader) throws(JSONError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    _ = try reader.enterObject()
    while let key = try reader.nextKey() {
      if let keys, !keys.contains(key) { continue }
      try keep(key, reader)
      let start = reader.offset
      if members.updateValue(try value(&reader), forKey: key) != nil, repeatedKeys == .refused {
        throw JSONError("the key \"\(key)\" stands twice in an object", at: start, in: reader.bytes)
      }
    }
    return members
  }

  private mutating func keep(_ text: String, _ reader: JSONReader) throws(JSONError) {
    bytes += text.utf8.count
    guard bytes <= limits.bytes else {
      throw reader.excess("its texts hold more than \(limits.bytes) bytes")
    }
  }
}
