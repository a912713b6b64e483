import Glibc
import System

/// The encodings of tables and documents.
enum TextEncoding {
  /// The bytes as UTF-8 without a byte order mark, if a mark or the zeros of UTF-16 tell their encoding; else
  /// unchanged.
  static func decoded(_ bytes: Numbers<UInt8>) -> Numbers<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes.part(from: 3) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf8(bytes.part(from: 2), .utf16LittleEndian) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf8(bytes.part(from: 2), .utf16BigEndian) }
    return bytes
  }

  /// Unchanged on a machine that cannot convert them, and as its beginning if the output is too large.
  private static func utf8(_ bytes: Numbers<UInt8>, _ charset: Charset) -> Numbers<UInt8> {
    (try? charset.utf8(bytes)) ?? bytes
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

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Array("€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ".unicodeScalars)[Int(byte) - 0x80]
  }
}
