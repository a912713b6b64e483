/// The text of one template, and what can be asked about places in it.
struct Source: Sendable {
  let name: String
  let bytes: [UInt8]

  var file: String { "\(name).mustache" }

  func error(at offset: Int, _ message: String) -> TemplateError {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return TemplateError(
      file: file,
      line: before.count { $0 == newline } + 1,
      column: String(decoding: bytes[lineStart..<offset], as: UTF8.self).count + 1,
      message: message)
  }

  func isLineStart(_ offset: Int) -> Bool {
    offset == 0 || bytes[offset - 1] == newline
  }

  /// Where the line begins, if nothing but blanks stands between there and the offset.
  func blankLineStart(before offset: Int) -> Int? {
    var start = offset
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    return isLineStart(start) ? start : nil
  }

  /// Where the line's ending begins and ends, if nothing but blanks stands between the offset and it.
  ///
  /// An ending is `\n`, `\r\n` or the end of the source, which is empty.
  func blankLineEnding(after offset: Int) -> Range<Int>? {
    let end = blanks(from: offset, to: bytes.count).upperBound
    if end == bytes.count { return end..<end }
    if bytes[end] == newline { return end..<end + 1 }
    let isPair = bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count && bytes[end + 1] == newline
    return isPair ? end..<end + 2 : nil
  }

  func blanks(from start: Int, to limit: Int) -> Range<Int> {
    var end = start
    while end < limit, isBlank(bytes[end]) { end += 1 }
    return start..<end
  }

  /// After the line's end, or the limit if that comes first.
  func nextLine(from start: Int, to limit: Int) -> Int {
    bytes[start..<limit].firstIndex(of: newline).map { $0 + 1 } ?? limit
  }

  private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }
}
