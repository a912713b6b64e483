/// One tag as it stands in the source, before anything is matched or resolved.
struct TemplateTag: Sendable {
  enum Kind: Character, Sendable {
    case value = " "
    case html = "{"
    case section = "#"
    case inverted = "^"
    case close = "/"
    case partial = ">"
    case parent = "<"
    case block = "$"
  }

  let kind: Kind
  let name: String
  /// The tag as it is written.
  let description: String
  /// From the opening braces to after the closing ones.
  let range: Range<Int>

  var start: Int { range.lowerBound }
}

/// Finds the tags of a source, one after the other.
struct TagScanner {
  private let source: Source
  /// After the last tag that was found.
  private(set) var position = 0

  init(_ source: Source) {
    self.source = source
  }

  mutating func next() throws(TemplateError) -> TemplateTag? {
    guard let start = find(UInt8(ascii: "{"), times: 2, from: position) else { return nil }
    let sigil = source.bytes[(start + 2)...].first.map { Character(Unicode.Scalar($0)) } ?? " "
    let kind = TemplateTag.Kind(rawValue: sigil) ?? .value
    let contentStart = kind == .value ? start + 2 : start + 3
    let braces = kind == .html ? 3 : 2
    guard let end = find(UInt8(ascii: "}"), times: braces, from: contentStart) else {
      throw source.error(at: start, "this tag has no closing \(String(repeating: "}", count: braces))")
    }
    position = end + braces
    let words = source.bytes[contentStart..<end].split { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let name = words.first else { throw source.error(at: start, "this tag has no name") }
    guard words.count == 1 else { throw source.error(at: start, "a name cannot hold spaces") }
    return TemplateTag(
      kind: kind, name: String(decoding: name, as: UTF8.self),
      description: String(decoding: source.bytes[start..<position], as: UTF8.self), range: start..<position)
  }

  private func find(_ brace: UInt8, times: Int, from start: Int) -> Int? {
    var index = start
    while index + times <= source.bytes.count {
      if source.bytes[index..<index + times].allSatisfy({ $0 == brace }) { return index }
      index += 1
    }
    return nil
  }
}

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
