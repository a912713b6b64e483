internal import Glibc

/// The reason why a text cannot be converted.
public enum ConversionFault: Error {
  /// This machine does not know the charset.
  case unknown
  case tooLarge
}

extension Numbers<UInt8> {
  /// Converts a text to UTF-8 in pieces; an invalid byte becomes U+FFFD.
  /// - Parameters:
  ///   - charset: a name that glibc knows.
  ///   - limit: bytes of the result.
  public func utf8(from charset: String, limit: Int) throws(ConversionFault) -> Numbers<UInt8> {
    guard let converter = iconv_open("UTF-8", charset), converter != iconv_t(bitPattern: -1) else {
      throw .unknown
    }
    defer { iconv_close(converter) }
    var output = NumberWriter<UInt8>(capacity: count)
    let isWhole = withUnsafeBytes { Self.convert($0, converter, to: &output, limit) }
    guard isWhole else { throw .tooLarge }
    return output.numbers()
  }

  /// Bytes that are converted at once.
  private static var pieceSize: Int { 16 << 10 }

  /// False if the output is too large.
  private static func convert(
    _ bytes: UnsafeRawBufferPointer, _ converter: iconv_t, to output: inout NumberWriter<UInt8>, _ limit: Int
  ) -> Bool {
    // Never written to.
    var input = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    var rest = bytes.count
    var piece = [CChar](repeating: 0, count: pieceSize)
    while rest > 0 {
      let (result, fault) = piece.withUnsafeMutableBufferPointer { piece in
        var (end, room) = (piece.baseAddress, piece.count)
        let result = iconv(converter, &input, &rest, &end, &room)
        let fault = errno
        output.append(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(piece)[..<(piece.count - room)]))
        return (result, fault)
      }
      if result == -1, fault != E2BIG {
        output.append("\u{FFFD}".utf8)
        input = input.map { $0 + 1 }
        rest -= 1
      }
      guard output.count <= limit else { return false }
    }
    return true
  }
}
