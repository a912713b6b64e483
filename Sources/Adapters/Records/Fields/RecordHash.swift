import JSON
import System
import Text

/// Hashes of values that do not depend on the order of members, on white space around texts, or on empty values.
enum RecordHash {
  static func number(_ number: Double) -> UInt64 { mixed(number.bitPattern) }

  /// Nil for an empty text.
  static func text(_ text: String) -> UInt64? {
    let text = text.trimmed
    return text.isEmpty ? nil : FNV1a.hash64(text.utf8)
  }

  /// The hash of an array; nil if all its elements are empty.
  struct Elements {
    private(set) var hash: UInt64?

    mutating func add(_ element: UInt64?) {
      if let element { hash = mixed((hash ?? 3) ^ element) }
    }
  }

  /// The hash of an object; nil if all its members are empty.
  struct Members {
    private(set) var hash: UInt64?

    /// - Parameter name: the hash of the member's name.
    mutating func add(_ name: UInt64, _ value: UInt64?) {
      if let value { hash = (hash ?? 4) &+ mixed(name ^ mixed(value)) }
    }
  }

  static func mixed(_ value: UInt64) -> UInt64 { ContentHash.mix(value &+ 0x9E37_79B9_7F4A_7C15) }

  // MARK: JSON

  /// The fingerprint of a JSON object, without a tree; the document has been read before.
  /// - Parameter key: its key in an object of objects.
  static func object(_ reader: inout JSONReader, key: JSONValue?) -> UInt64 {
    (try? members(&reader, key: key)) ?? 0
  }

  private static func members(_ reader: inout JSONReader, key: JSONValue? = nil) throws(JSONError) -> UInt64?
  {
    _ = try reader.enterObject()
    var hashes: [(name: UInt64, place: Int, value: UInt64?)] = []
    while let name = try reader.nextKey() {
      hashes.append((FNV1a.hash64(name.utf8), hashes.count, try value(&reader)))
    }
    if let key { hashes.append((FNV1a.hash64(JSONRecords.key.utf8), hashes.count, key.filledFingerprint)) }
    hashes.sort { ($0.name, $0.place) < ($1.name, $1.place) }
    var sum = Members()
    // The last of several members of one name counts.
    for (index, member) in hashes.enumerated() where hashes[index...].dropFirst().first?.name != member.name {
      sum.add(member.name, member.value)
    }
    return sum.hash
  }

  private static func value(_ reader: inout JSONReader) throws(JSONError) -> UInt64? {
    switch try reader.first() {
    case UInt8(ascii: "{"): return try members(&reader)
    case UInt8(ascii: "["):
      var elements = Elements()
      _ = try reader.enterArray()
      while try reader.nextElement() { elements.add(try value(&reader)) }
      return elements.hash
    case UInt8(ascii: "\""): return try reader.string().flatMap(text)
    case UInt8(ascii: "0"): return try reader.number().map(number)
    default: return try reader.bool().map { $0 ? 1 : 2 }
    }
  }
}

extension JSONValue {
  /// A hash of all fields of a record, which distinguishes records of the same title.
  ///
  /// Ignores the order of members, white space around texts, and empty fields.
  var fingerprint: UInt64 { filledFingerprint ?? 0 }

  /// Nil for an empty value.
  var filledFingerprint: UInt64? {
    switch self {
    case .null: return nil
    case .bool(let value): return value ? 1 : 2
    case .number(let number): return RecordHash.number(number)
    case .string(let text): return RecordHash.text(text)
    case .array(let elements):
      var hash = RecordHash.Elements()
      for element in elements { hash.add(element.filledFingerprint) }
      return hash.hash
    case .object(let members):
      var hash = RecordHash.Members()
      for (name, value) in members { hash.add(FNV1a.hash64(name.utf8), value.filledFingerprint) }
      return hash.hash
    }
  }
}

extension UnsafeRawBufferPointer {
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
