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
    switch sigil {
    case "!": throw source.error(at: start, "comments are not supported: remove {{!")
    case "=": throw source.error(at: start, "delimiters cannot be set: remove {{=")
    case "&": throw source.error(at: start, "{{&name}} is not supported: use {{{name}}}")
    default: break
    }
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
