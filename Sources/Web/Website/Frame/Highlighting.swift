import Search
@_spi(TrustedMarkup) import Text

/// Encloses the hits of a search in `<mark>`, in text only.
enum Highlighting {
  static func highlight(_ text: String, _ query: SearchQuery) -> SafeHTML {
    let hits = query.hits(in: text)
    guard !hits.isEmpty else { return SafeHTML(escaping: text) }
    var highlighted: [UInt8] = []
    let bytes = Array(text.utf8)
    var start = 0
    bytes.withUnsafeBufferPointer { bytes in
      for hit in hits {
        highlighted.appendEscaped(UnsafeBufferPointer(rebasing: bytes[start..<hit.lowerBound]))
        highlighted += open
        highlighted.appendEscaped(UnsafeBufferPointer(rebasing: bytes[hit]))
        highlighted += close
        start = hit.upperBound
      }
      highlighted.appendEscaped(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    return SafeHTML(trusted: highlighted)
  }

  /// Sanitized HTML with the hits in its text highlighted.
  ///
  /// A hit may span inline elements; each stretch of its text has a highlight of its own, so that no
  /// highlight crosses a tag. Block elements and line breaks end a hit.
  static func highlight(_ html: SafeHTML, _ query: SearchQuery) -> SafeHTML {
    let stretches = TextStretches(html)
    let hits = query.hits(in: String(decoding: stretches.text, as: UTF8.self), field: .description)
    guard !hits.isEmpty else { return html }
    var highlighted: [UInt8] = []
    highlighted.reserveCapacity(html.bytes.count + hits.count * (open.count + close.count))
    var written = 0
    var next = 0
    for stretch in stretches.all {
      while next < hits.count, hits[next].upperBound <= stretch.text.lowerBound { next += 1 }
      var index = next
      while index < hits.count, hits[index].lowerBound < stretch.text.upperBound {
        let hit = hits[index].clamped(to: stretch.text)
        let start = stretches.position(ofText: hit.lowerBound, in: stretch)
        let end = stretches.position(ofText: hit.upperBound, in: stretch)
        highlighted += html.bytes[written..<start]
        highlighted += open
        highlighted += html.bytes[start..<end]
        highlighted += close
        written = end
        index += 1
      }
    }
    highlighted += html.bytes[written...]
    return SafeHTML(trusted: highlighted)
  }

  private static let open = Array("<mark>".utf8)
  private static let close = Array("</mark>".utf8)
}

/// The text of sanitized HTML, with the position of each of its bytes in the markup.
///
/// Relies on the sanitizer: it writes `>` in attributes only as a reference or in quotes, and removes
/// comments.
struct TextStretches {
  /// A run of text between two tags.
  struct Stretch {
    /// Range in ``TextStretches/text``.
    let text: Range<Int>
    /// Position in the markup after the last byte.
    let end: Int
  }

  /// Decoded text as UTF-8, with a newline at block elements and line breaks.
  private(set) var text: [UInt8] = []
  private(set) var all: [Stretch] = []
  /// Position in the markup of each byte of the text.
  private var positions: [Int] = []

  init(_ html: SafeHTML) {
    let bytes = html.bytes
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") {
        let end = SafeHTML.end(of: bytes[index...])
        if !Self.isInline(bytes[(index + 1)..<end]) {
          text.append(UInt8(ascii: "\n"))
          positions.append(index)
        }
        index = end
      } else {
        index = readStretch(bytes, from: index)
      }
    }
  }

  func position(ofText offset: Int, in stretch: Stretch) -> Int {
    offset == stretch.text.upperBound ? stretch.end : positions[offset]
  }

  private mutating func readStretch(_ bytes: [UInt8], from start: Int) -> Int {
    let textStart = text.count
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      let (decoded, length) = Self.character(bytes, at: index)
      for byte in decoded {
        text.append(byte)
        positions.append(index)
      }
      index += length
    }
    all.append(Stretch(text: textStart..<text.count, end: index))
    return index
  }

  /// The byte at an index, or the decoded reference.
  private static func character(_ bytes: [UInt8], at index: Int) -> (decoded: [UInt8], length: Int) {
    guard bytes[index] == UInt8(ascii: "&") else { return ([bytes[index]], 1) }
    for (reference, decoded) in references where bytes[index...].starts(with: reference) {
      return (decoded, reference.count)
    }
    return ([bytes[index]], 1)
  }

  /// References that escaping and the sanitizer write.
  private static let references: [(reference: [UInt8], decoded: [UInt8])] = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{A0}"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  private static func isInline(_ tag: ArraySlice<UInt8>) -> Bool {
    let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">")
    }
    return inlineNames.contains(Array(name))
  }

  private static let inlineNames: Set<[UInt8]> = Set(
    ["a", "b", "code", "em", "i", "s", "small", "span", "strong", "sub", "sup", "u"].map { Array($0.utf8) })
}
