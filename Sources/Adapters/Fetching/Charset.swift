import Glibc

extension Fetched {
  /// The body in UTF-8: converted if the media type names another character set that this machine knows.
  public var text: [UInt8] {
    guard let charset, charset != "utf-8" else { return body }
    return Self.converted(body, from: charset) ?? body
  }

  /// The parameter of the media type, in lower case; nil without one that could be a name.
  private var charset: String? {
    for parameter in (header("content-type") ?? "").split(separator: ";").dropFirst() {
      let parts = parameter.lowercased().split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }) == "charset" else { continue }
      let name = parts[1].filter { $0 != " " && $0 != "\"" }
      let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      return isName && (1...40).contains(name.utf8.count) ? name : nil
    }
    return nil
  }

  /// Nil if the character set is not known or the bytes are not text in it.
  private static func converted(_ bytes: [UInt8], from charset: String) -> [UInt8]? {
    guard let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // No character of a set with one or two bytes each takes more than three in UTF-8.
    var output = [CChar](repeating: 0, count: 3 * bytes.count)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, left) = (input.baseAddress, input.count)
        var (to, room) = (output.baseAddress, output.count)
        return iconv(converter, &from, &left, &to, &room) == -1 ? nil : output.count - room
      }
    }
    return count.map { output[..<$0].map { UInt8(bitPattern: $0) } }
  }
}
