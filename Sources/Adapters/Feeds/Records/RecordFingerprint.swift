import JSON
import Records
import System
import Text

extension JSONValue {
  /// A hash of everything that a record holds, by which records of one title are told apart.
  ///
  /// The order of members does not matter, nor does white space around texts, nor whether an empty field is there.
  var fingerprint: UInt64 { filledFingerprint ?? 0 }

  /// Nil for what is empty.
  private var filledFingerprint: UInt64? {
    switch self {
    case .null: return nil
    case .bool(let value): return value ? 1 : 2
    case .number(let number): return Self.mixed(number.bitPattern)
    case .string(let text):
      let text = text.trimmed
      return text.isEmpty ? nil : FNV1a.hash64(text.utf8)
    case .array(let elements):
      let hashes = elements.compactMap(\.filledFingerprint)
      return hashes.isEmpty ? nil : hashes.reduce(3) { Self.mixed($0 ^ $1) }
    case .object(let members):
      let hashes = members.compactMap { name, value in
        value.filledFingerprint.map { Self.mixed(FNV1a.hash64(name.utf8) ^ Self.mixed($0)) }
      }
      return hashes.isEmpty ? nil : hashes.reduce(4, &+)
    }
  }

  /// The finaliser of splitmix64, by which no two numbers become one.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
