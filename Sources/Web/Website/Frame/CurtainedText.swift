import Catalogs
@_spi(TrustedMarkup) import Text

/// Sanitized HTML in two parts: what is open, and what a curtain covers.
struct CurtainedText {
  let open: SafeHTML
  let covered: SafeHTML

  init(_ html: SafeHTML, _ part: CoveredText) {
    guard let stretches = part == .rest ? TextStretches(html) : nil,
      let end = FirstSentence.end(of: String(decoding: stretches.text, as: UTF8.self)),
      let stretch = stretches.all.first(where: { $0.text.upperBound >= end })
    else {
      (open, covered) = part == .none ? (html, .empty) : (.empty, html)
      return
    }
    let cut = stretches.position(ofText: end, in: stretch)
    let bytes = html.bytes
    // The start tags of the elements around the cut.
    var around: [ArraySlice<UInt8>] = []
    var index = 0
    while let start = bytes[index..<cut].firstIndex(of: UInt8(ascii: "<")) {
      index = SafeHTML.end(of: bytes[start...])
      let tag = bytes[start..<index]
      if tag.starts(with: "</".utf8) { _ = around.popLast() }
      if !tag.starts(with: "</".utf8), !tag.elementsEqual("<br>".utf8) { around.append(tag) }
    }
    let ends = around.reversed().flatMap { tag in
      "</".utf8 + tag.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: ">") } + ">".utf8
    }
    // Elements that end here do not begin again, nor does the rest with a line break.
    var rest = bytes[cut...]
    while let first = rest.first {
      let isEnd = rest.starts(with: "</".utf8)
      guard isEnd || rest.starts(with: "<br>".utf8) || first <= UInt8(ascii: " ") else { break }
      if isEnd { _ = around.popLast() }
      rest = first == UInt8(ascii: "<") ? rest[SafeHTML.end(of: rest)...] : rest.dropFirst()
    }
    open = SafeHTML(trusted: bytes[..<cut] + ends)
    covered = SafeHTML(trusted: around.flatMap { $0 } + rest)
  }
}
