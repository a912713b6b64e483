extension [UInt8] {
  /// Appends text so that it stays text, in element content and in quoted attribute values.
  ///
  /// `&`, `<`, `>`, `"` and `'` become references, all else is copied in runs. A NUL, which no
  /// HTML document may hold, becomes U+FFFD.
  public mutating func appendEscaped(_ text: String) {
    let appended: Void? = text.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    if appended == nil {
      var native = text
      native.makeContiguousUTF8()
      native.utf8.withContiguousStorageIfAvailable { appendEscaped($0) }
    }
  }

  /// Appends UTF-8 bytes as ``appendEscaped(_:)-(String)`` does.
  public mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices {
      guard let reference = Self.reference(for: text[index]) else { continue }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      append(contentsOf: reference)
      start = index + 1
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static func reference(for byte: UInt8) -> StaticString? {
    guard byte <= 0x3E else { return nil }
    switch byte {
    case UInt8(ascii: "&"): return "&amp;"
    case UInt8(ascii: "<"): return "&lt;"
    case UInt8(ascii: ">"): return "&gt;"
    case UInt8(ascii: "\""): return "&quot;"
    case UInt8(ascii: "'"): return "&#39;"
    case 0: return "\u{FFFD}"
    default: return nil
    }
  }

  private mutating func append(contentsOf reference: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: reference.utf8Start, count: reference.utf8CodeUnitCount))
  }

}
