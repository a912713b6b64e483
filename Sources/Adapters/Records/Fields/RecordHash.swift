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

  static func mixed(_ value: UInt64) -> UInt64 { StreamHash.mix(value &+ 0x9E37_79B9_7F4A_7C15) }
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
    case .numeral(let text):
      // Numbers that a double tells apart have the hash of earlier versions.
      guard text.number(in: 1 << 53...UInt64.max) != nil else { return RecordHash.number(number ?? 0) }
      return RecordHash.text(text)
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
