import Glibc

/// Converts texts of tests with iconv.
enum TestConverter {
  /// The bytes of a text in a charset; nil if it cannot be converted.
  static func bytes(_ text: String, _ charset: String) -> [UInt8]? {
    guard let converter = iconv_open(charset, "UTF-8"), converter != iconv_t(bitPattern: -1) else {
      return nil
    }
    defer { iconv_close(converter) }
    var input = Array(text.utf8CString.dropLast())
    var output = [CChar](repeating: 0, count: input.count * 4)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (start, rest, end, room) = (input.baseAddress, input.count, output.baseAddress, output.count)
        guard iconv(converter, &start, &rest, &end, &room) != -1 else { return nil }
        return output.prefix(output.count - room).map { UInt8(bitPattern: $0) }
      }
    }
  }
}
