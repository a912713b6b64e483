@_spi(TrustedMarkup) import Text
import Search

/// Puts the hits of a search between `<mark>` and `</mark>`, in text only.
enum Highlighting {
  /// A plain text as HTML, with its hits highlighted.
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
  /// A hit may run across inline elements; each stretch of text in it is highlighted on its own, so that
  /// no highlight crosses a tag. A block element or line break ends every hit.
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
