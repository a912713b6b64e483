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

extension JSONValue {
  /// What becomes of a key that stands twice in an object.
  public enum RepeatedKeys: Sendable {
    /// The last value counts, as in JavaScript: for what others sent.
    case last
    /// An error, for one of the two is not what its writer believes to be in force.
    case refused
  }

  /// Reads one JSON document as ``JSONReader`` does; a number out of range is null.
  public init(
    parsing bytes: some Collection<UInt8>, repeatedKeys: RepeatedKeys = .last,
    within limits: JSONLimits = .document
  ) throws(JSONError) {
    var reader = JSONReader(Array(bytes))
    self = try reader.value(repeatedKeys, within: limits)
    try reader.finish()
  }
}

extension JSONReader {
  /// The next value as a tree; a number out of range is null.
  /// - Parameter keys: members with other keys are passed over, at every level; nil keeps them all.
  public mutating func value(
    _ repeatedKeys: JSONValue.RepeatedKeys = .last, within limits: JSONLimits = .document,
    keeping keys: Set<String>? = nil
  ) throws(JSONError) -> JSONValue {
    var builder = JSONTreeBuilder(repeatedKeys, within: limits, keeping: keys)
    return try builder.value(&self)
  }

  /// The next value, but of an array or object only what it is: empty, whatever it holds.
  public mutating func valueWithoutContents() throws(JSONError) -> JSONValue {
    switch try first() {
    case UInt8(ascii: "{"):
      try skip()
      return .object([:])
    case UInt8(ascii: "["):
      try skip()
      return .array([])
    default: return try value()
    }
  }
}

/// How large a tree may become that is built of a document; a document that asks for more is refused.
///
/// What nobody asks for is passed over and counts nothing: memory follows what is kept, not what is read.
public struct JSONLimits: Sendable {
  /// Arrays and objects within one another. Reading recurses with each, on threads with small stacks, and no
  /// source is known that has more than ten levels.
  public static let depth = 512
  /// Values of a tree, each of which takes up to 200 bytes beside its text.
  public let values: Int
  /// Bytes of all texts and keys of a tree.
  public let bytes: Int

  public init(values: Int, bytes: Int) {
    self.values = values
    self.bytes = bytes
  }

  /// For a document of ours or the operator's: five times what the longest of them has, and 20 MB at most.
  public static let document = JSONLimits(values: 50_000, bytes: 8 << 20)
}
