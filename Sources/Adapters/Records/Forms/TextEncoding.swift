import Glibc
import System

/// The encodings of tables and documents.
enum TextEncoding {
  /// The bytes as UTF-8 without a byte order mark, if a mark or the zeros of UTF-16 tell their encoding; else
  /// unchanged.
  static func decoded(_ bytes: Numbers<UInt8>) -> Numbers<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes.part(from: 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(bytes.part(from: 2)) { UInt16($1) << 8 | UInt16($0) } }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(bytes.part(from: 2)) { UInt16($0) << 8 | UInt16($1) } }
    switch zeros(of: bytes) {
    case (0, 1)?: return utf8(bytes) { UInt16($0) << 8 | UInt16($1) }
    case (1, 0)?: return utf8(bytes) { UInt16($1) << 8 | UInt16($0) }
    default: return bytes
    }
  }

  /// A document in the encoding that it declares, as UTF-8: the process that reads it has no tables of charsets.
  static func document(_ bytes: Numbers<UInt8>) throws(RecordsError) -> Numbers<UInt8> {
    let start = bytes.text(0..<400).lowercased()
    guard start.contains("<?xml"),
      let name = start.firstMatch(of: /encoding\s*=\s*["']([^"'>]*)/)?.output.1, !name.hasPrefix("utf")
    else { return bytes }
    do throws(ConversionFault) {
      let text = try bytes.utf8(from: String(name), limit: RecordLimits.bytes)
      if text.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") { return text }
    } catch {
      if case .tooLarge = error { throw .tooLarge() }
    }
    throw RecordsError("it is not in UTF-8 or another encoding that is read", line: 1)
  }

  /// Whether the even and the odd ones of the first bytes are zero: 1 for none, 0 for nearly all of them.
  private static func zeros(of bytes: Numbers<UInt8>) -> (even: Int, odd: Int)? {
    let start = bytes.prefix(256)
    guard start.count >= 8, start.contains(0) else { return nil }
    let counts = [0, 1].map { odd in start.indices.count { $0 & 1 == odd && start[$0] == 0 } }
    let kinds = counts.map { $0 == 0 ? 1 : $0 * 20 >= start.count * 9 ? 0 : 2 }
    return (kinds[0], kinds[1])
  }

  /// A text in UTF-8 or else in Windows-1252, which old spreadsheets write.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // Repaired bytes differ.
    let isValid = text.utf8.withContiguousStorageIfAvailable { utf8 in
      guard utf8.count == bytes.count, let one = utf8.baseAddress, let other = bytes.baseAddress else {
        return utf8.isEmpty && bytes.isEmpty
      }
      return memcmp(one, other, utf8.count) == 0
    }
    return isValid == true ? text : String(String.UnicodeScalarView(bytes.map(windows1252)))
  }

  static func text(_ bytes: some Collection<UInt8>) -> String {
    Array(bytes).withUnsafeBytes { text($0) }
  }

  /// Converts UTF-16 in pieces, which end between characters.
  private static func utf8(_ bytes: Numbers<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> Numbers<UInt8> {
    var output = NumberWriter<UInt8>(capacity: bytes.count)
    var units: [UInt16] = []
    for offset in stride(from: 0, to: bytes.count - 1, by: 2) {
      let next = unit(bytes[offset], bytes[offset + 1])
      if units.count >= 4_096, next & 0xFC00 != 0xDC00 {
        output.append(String(decoding: units, as: UTF16.self).utf8)
        units.removeAll(keepingCapacity: true)
      }
      units.append(next)
    }
    output.append(String(decoding: units, as: UTF16.self).utf8)
    return output.numbers()
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Array("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ".unicodeScalars)[Int(byte) - 0x80]
  }
}
