/// Finds the tags of a source, one after the other, and follows its set-delimiter tags.
struct TagScanner {
  private let source: Source
  private var position = 0
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)

  init(_ source: Source) {
    self.source = source
  }

  mutating func next() throws(TemplateError) -> TemplateTag? {
    guard let start = firstIndex(of: opening, from: position) else { return nil }
    let sigilAt = start + opening.count
    let sigil = sigilAt < source.bytes.count ? source.bytes[sigilAt] : nil
    let kind = kind(of: sigil)
    let contentStart = kind == .value ? sigilAt : sigilAt + 1
    let terminator =
      switch sigil {
      case UInt8(ascii: "{"): [UInt8(ascii: "}")] + closing
      case UInt8(ascii: "="): [UInt8(ascii: "=")] + closing
      default: closing
      }
    guard let contentEnd = firstIndex(of: terminator, from: contentStart) else {
      throw source.error(at: start, "this tag has no closing \(String(decoding: terminator, as: UTF8.self))")
    }
    let range = start..<contentEnd + terminator.count
    position = range.upperBound
    let words = source.bytes[contentStart..<contentEnd].split(whereSeparator: isSpace)
    switch kind {
    case .comment: return TemplateTag(kind: kind, name: "", range: range)
    case .delimiters:
      guard words.count == 2, !words.joined().contains(UInt8(ascii: "=")) else {
        throw source.error(at: start, "delimiters are set by two words without =, as in {{=<% %>=}}")
      }
      opening = Array(words[0])
      closing = Array(words[1])
      return TemplateTag(kind: kind, name: "", range: range)
    default:
      guard let name = words.first else { throw source.error(at: start, "this tag has no name") }
      guard words.count == 1 else { throw source.error(at: start, "a name cannot hold spaces") }
      return TemplateTag(kind: kind, name: String(decoding: name, as: UTF8.self), range: range)
    }
  }

  private func kind(of sigil: UInt8?) -> TemplateTag.Kind {
    switch sigil {
    case UInt8(ascii: "{"), UInt8(ascii: "&"): .html
    case UInt8(ascii: "#"): .section
    case UInt8(ascii: "^"): .inverted
    case UInt8(ascii: "/"): .close
    case UInt8(ascii: "!"): .comment
    case UInt8(ascii: "="): .delimiters
    case UInt8(ascii: ">"): .partial
    case UInt8(ascii: "<"): .parent
    case UInt8(ascii: "$"): .block
    default: .value
    }
  }

  private func firstIndex(of pattern: [UInt8], from start: Int) -> Int? {
    let bytes = source.bytes
    var index = start
    while index + pattern.count <= bytes.count {
      if bytes[index] == pattern[0], bytes[index..<index + pattern.count].elementsEqual(pattern) {
        return index
      }
      index += 1
    }
    return nil
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}
