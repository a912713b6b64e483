/// A fault in a template, found when it was loaded; a loaded template renders without any.
public struct TemplateError: Error, Equatable, CustomStringConvertible {
  /// The template's name and `.mustache`.
  public let file: String
  /// Counts from 1.
  public let line: Int
  /// Counts characters from 1; where the tag begins.
  public let column: Int
  public let message: String

  public var description: String { "\(file):\(line):\(column): \(message)" }
}

/// The text of one template, and the lines around places in it.
struct Source: Sendable {
  let name: String
  let bytes: [UInt8]

  func error(at offset: Int, _ message: String) -> TemplateError {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    return TemplateError(
      file: "\(name).mustache",
      line: before.count { $0 == Self.newline } + 1,
      column: String(decoding: bytes[lineStart..<offset], as: UTF8.self).count + 1,
      message: message)
  }

  func isLineStart(_ offset: Int) -> Bool { offset == 0 || bytes[offset - 1] == Self.newline }

  /// Whether only blanks, and at least one, stand before it on its line.
  func isIndented(_ offset: Int) -> Bool {
    let blanks = bytes[..<offset].reversed().prefix(while: Self.isBlank).count
    return blanks > 0 && isLineStart(offset - blanks)
  }

  /// The line's ending, if only blanks stand between the offset and it.
  ///
  /// An ending is `\n`, `\r\n` or the end of the source, which is empty.
  func blankLineEnding(after offset: Int) -> Range<Int>? {
    let rest = bytes[offset...].drop(while: Self.isBlank)
    if rest.isEmpty { return rest.startIndex..<rest.startIndex }
    let length = rest.starts(with: "\r\n".utf8) ? 2 : 1
    return length == 2 || rest.first == Self.newline ? rest.startIndex..<rest.startIndex + length : nil
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static let newline = UInt8(ascii: "\n")
}
