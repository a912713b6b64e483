package import System

/// Limits of the tree that is built of a document; a document that exceeds them is refused.
///
/// Skipped values are not counted: memory depends on what is kept, not on what is read.
public struct JSONLimits: Sendable {
  /// Nesting of arrays and objects. Reading recurses, on threads with small stacks; known sources have at most
  /// ten levels.
  public static let depth = 512
  /// Values of a tree, each of which takes up to 200 bytes beside its text.
  public let values: Int
  /// Bytes of all texts and keys of a tree.
  public let bytes: Int

  public init(values: Int, bytes: Int) {
    self.values = values
    self.bytes = bytes
  }

  /// For our own documents and the operator's: five times the size of the longest of them, at most 20 MB in memory.
  public static let document = JSONLimits(values: 50_000, bytes: 8 << 20)
}

extension JSONValue {
  /// The treatment of a key that an object has twice.
  public enum RepeatedKeys: Sendable {
    /// The last value counts, as in JavaScript.
    case last
    /// An error, for documents whose writer would take the other value to be in force.
    case refused
  }

  /// Reads one JSON document as ``JSONReader`` does; a number out of range is null.
  public init(
    parsing bytes: some Collection<UInt8>, repeatedKeys: RepeatedKeys = .last,
    within limits: JSONLimits = .document
  ) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.value(repeatedKeys, within: limits)
    try reader.finish()
  }
}

extension JSONReader {
  /// The next value as a tree; a number out of range is null.
  /// - Parameter keys: members with other keys are skipped, at every level; nil keeps them all.
  public mutating func value(
    _ repeatedKeys: JSONValue.RepeatedKeys = .last, within limits: JSONLimits = .document,
    keeping keys: Set<String>? = nil
  ) throws(JSONError) -> JSONValue {
    var builder = TreeBuilder(repeatedKeys: repeatedKeys, limits: limits, keys: keys)
    return try builder.value(&self)
  }
}

/// Builds the tree of one value within limits.
private struct TreeBuilder {
  let repeatedKeys: JSONValue.RepeatedKeys
  let limits: JSONLimits
  let keys: Set<String>?
  var values = 0
  var bytes = 0

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
      try count(text, reader)
      return .string(text)
    case UInt8(ascii: "0"):
      let start = reader.offset
      guard let number = try reader.number() else { return .null }
      return reader.repairsText
        ? JSONValue(number, written: reader.bytes, start..<reader.offset) : .number(number)
    default: return try reader.bool().map { .bool($0) } ?? .null
    }
  }

  private mutating func members(_ reader: inout JSONReader) throws(JSONError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    _ = try reader.enterObject()
    while let key = try reader.nextKey() {
      if let keys, !keys.contains(key) { continue }
      try count(key, reader)
      let start = reader.offset
      if members.updateValue(try value(&reader), forKey: key) != nil, repeatedKeys == .refused {
        throw JSONError("the key \"\(key)\" stands twice in an object", at: start, in: reader.bytes)
      }
    }
    return members
  }

  private mutating func count(_ text: String, _ reader: JSONReader) throws(JSONError) {
    bytes += text.utf8.count
    guard bytes <= limits.bytes else {
      throw reader.excess("its texts hold more than \(limits.bytes) bytes")
    }
  }
}

/// Any JSON document.
public enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// A number as a double holds it: whole numbers are exact up to 2^53.
  case number(Double)
  /// A number of another program's document whose text says more than a double: `12.50`, or one of 64 bits.
  case numeral(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member of an object; nil if it is missing or this is not an object.
  public subscript(key: String) -> JSONValue? { object?[key] }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var number: Double? {
    switch self {
    case .number(let value): value
    case .numeral(let text): text.decimal()
    default: nil
    }
  }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
  public var object: [String: JSONValue]? { if case .object(let members) = self { members } else { nil } }

  /// The kind of value, in the words of the JSON specification.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number, .numeral: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value itself if it is short, else its kind.
  public var shortDescription: String {
    switch self {
    case .string(let text) where text.count <= 40: "\"\(text)\""
    case .number(let number): Self.text(number)
    case .numeral(let text): text
    case .bool(let value): String(value)
    default: kind
    }
  }

  /// A number in full, such as `1e-7` or `6.02214076e23`.
  public static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    let text = String(number)
    // Most numbers are coordinates and amounts.
    guard text.utf8.contains(UInt8(ascii: "e")) else { return text }
    return text.replacing("e-0", with: "e-").replacing("e+", with: "e")
  }

  /// A number as it is written at a range of a document.
  package init(_ number: Double, written bytes: Numbers<UInt8>, _ range: Range<Int>) {
    // Up to fifteen digits are exact.
    let isShort = range.count <= 15 && !bytes[range].contains { !(0x30...0x39).contains($0) }
    let text = isShort ? "" : bytes.text(range)
    self = isShort || text == Self.text(number) ? .number(number) : .numeral(text)
  }
}
