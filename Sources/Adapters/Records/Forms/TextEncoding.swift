/// The encodings in which tables and documents come.
enum TextEncoding {
  /// The bytes as UTF-8 without a byte order mark, where the mark says what they are; else as they are.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(bytes) { UInt16($1) << 8 | UInt16($0) } }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(bytes) { UInt16($0) << 8 | UInt16($1) } }
    return bytes
  }

  /// A text of a table: what is not UTF-8 is Windows' superset of Latin-1, as old spreadsheets write it.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    // Most fields are ASCII, of which a string is made without a look at the types of these bytes.
    let ascii = bytes.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
    }
    if let ascii = ascii ?? nil { return ascii }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(windows1252(byte)) }
    return String(scalars)
  }

  private static func utf8(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Array("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ".unicodeScalars)[Int(byte) - 0x80]
  }
}
