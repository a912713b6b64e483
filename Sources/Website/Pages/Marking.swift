@_spi(TrustedMarkup) import HTML
import Search

/// Puts the hits of a search between `<mark>` and `</mark>`, in text only.
enum Marking {
  /// A plain text as HTML, with its hits marked.
  static func mark(_ text: String, _ query: SearchQuery) -> SafeHTML {
    let hits = query.hits(in: text)
    guard !hits.isEmpty else { return SafeHTML(escaping: text) }
    var marked: [UInt8] = []
    let bytes = Array(text.utf8)
    var start = 0
    bytes.withUnsafeBufferPointer { bytes in
      for hit in hits {
        marked.appendEscaped(UnsafeBufferPointer(rebasing: bytes[start..<hit.lowerBound]))
        marked += open
        marked.appendEscaped(UnsafeBufferPointer(rebasing: bytes[hit]))
        marked += close
        start = hit.upperBound
      }
      marked.appendEscaped(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    return SafeHTML(trusted: marked)
  }

  /// Sanitized HTML with the hits in its text marked.
  ///
  /// A hit may run across inline elements; each stretch of text in it is marked on its own, so that
  /// no mark crosses a tag. A block element or line break ends every hit.
  static func mark(_ html: SafeHTML, _ query: SearchQuery) -> SafeHTML {
    let stretches = TextStretches(html)
    let hits = query.hits(in: String(decoding: stretches.text, as: UTF8.self), field: .description)
    guard !hits.isEmpty else { return html }
    var marked: [UInt8] = []
    marked.reserveCapacity(html.bytes.count + hits.count * (open.count + close.count))
    var written = 0
    var next = 0
    for stretch in stretches.all {
      while next < hits.count, hits[next].upperBound <= stretch.text.lowerBound { next += 1 }
      var index = next
      while index < hits.count, hits[index].lowerBound < stretch.text.upperBound {
        let hit = hits[index].clamped(to: stretch.text)
        let start = stretches.position(ofText: hit.lowerBound, in: stretch)
        let end = stretches.position(ofText: hit.upperBound, in: stretch)
        marked += html.bytes[written..<start]
        marked += open
        marked += html.bytes[start..<end]
        marked += close
        written = end
        index += 1
      }
    }
    marked += html.bytes[written...]
    return SafeHTML(trusted: marked)
  }

  private static let open = Array("<mark>".utf8)
  private static let close = Array("</mark>".utf8)
}
