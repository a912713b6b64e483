import Catalogs
import Records
import Text

/// The title and the description of an entry, from its `Text` and `Result`.
struct DuckDuckGoTexts {
  let title: FeedText
  let description: FeedText

  /// Nil if neither holds a title.
  init?(text: String?, result: String?) {
    let text = (text ?? "").trimmed
    let markup = result.map { Array($0.utf8) } ?? []
    let anchor = MarkupAnchor(firstIn: markup)
    let halves = Self.halves(of: text)
    // Markup is sent for emphasis, which may begin in one half and end in the other.
    let isMarkup = MarkupText.isMarkup(text)
    func half(_ text: String) -> FeedText { isMarkup ? .markup(UntrustedHTML(text)) : .plain(text) }
    func words(_ text: String) -> String { isMarkup ? MarkupText.plain(text) : text }
    // The text behind the words of the link where no hyphen separates them.
    let remainder = anchor?.remainder(of: words(text), in: markup)
      .flatMap { $0 == halves.map { words($0.description) } ? nil : $0 }

    if let halves, remainder == nil {
      title = half(halves.title)
    } else if let anchor, anchor.hasText(in: markup) {
      title = .markup(UntrustedHTML(bytes: Array(markup[anchor.content])))
    } else if !text.isEmpty {
      title = half(text)
    } else {
      return nil
    }

    let rest = anchor?.rest(of: markup, isTitle: remainder != nil) ?? markup[...]
    if !rest.isEmpty {
      description = .markup(UntrustedHTML(bytes: Array(rest)))
    } else {
      description = remainder.map { .plain($0) } ?? half(halves?.description ?? "")
    }
  }

  /// The two sides of the first hyphen between spaces; nil if there is none, or no title before it.
  private static func halves(of text: String) -> (title: String, description: String)? {
    let scalars = text.unicodeScalars
    var spaces = 0
    for index in scalars.indices {
      switch (spaces, scalars[index]) {
      case (2, " "):
        let title = String(scalars[..<index].dropLast(2)).trimmed
        guard !title.isEmpty else { return nil }
        return (title, String(scalars[scalars.index(after: index)...]).trimmed)
      case (1, "-"): spaces = 2
      case (_, " "): spaces = 1
      default: spaces = 0
      }
    }
    return nil
  }
}

/// The first `<a>` element in a piece of markup, found in one pass.
///
/// Decides where a title ends, never what is safe.
struct MarkupAnchor {
  /// The bytes between its tags.
  let content: Range<Int>
  /// From the first byte of its start tag to the last of its end tag.
  let element: Range<Int>

  /// Nil without a closed `<a>` element.
  init?(firstIn markup: [UInt8]) {
    var (start, rest): (Range<Int>?, ArraySlice<UInt8>) = (nil, markup[...])
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      guard let tag = MarkupText.tag(markup[open...]) else {
        rest = markup[(open + 1)...]
        continue
      }
      if start == nil, tag.name == "a", !tag.isEnd {
        start = open..<tag.end
      } else if let start, tag.name == "a", tag.isEnd {
        (content, element) = (start.upperBound..<open, start.lowerBound..<tag.end)
        return
      }
      rest = markup[tag.end...]
    }
    return nil
  }

  /// Whether it contains text beside tags and white space.
  func hasText(in markup: [UInt8]) -> Bool { text(in: markup).contains { $0 > 0x20 } }

  /// The bytes between its tags, without the tags of other elements.
  private func text(in markup: [UInt8]) -> [UInt8] {
    var (text, rest): ([UInt8], ArraySlice<UInt8>) = ([], markup[content])
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let tag = MarkupText.tag(rest) {
        rest = rest[tag.end...]
      } else {
        text.append(byte)
        rest.removeFirst()
      }
    }
    return text
  }

  /// The markup behind the element and the separator after it; all of it if the element is part of a sentence.
  ///
  /// It is part of a sentence if text precedes it, or if a letter follows it directly.
  /// - Parameter isTitle: whether the element is known to be the title, even if a letter follows.
  func rest(of markup: [UInt8], isTitle: Bool) -> ArraySlice<UInt8> {
    guard markup[..<element.lowerBound].allSatisfy(Self.isSpace) else { return markup[...] }
    var rest = markup[element.upperBound...]
    if !isTitle, let next = rest.first, next >= 0x80 || Self.isLetter(next) { return markup[...] }
    rest = rest.drop(while: Self.isSpace)
    while rest.first == UInt8(ascii: "<"), let tag = MarkupText.tag(rest), tag.name == "br" {
      rest = rest[tag.end...].drop(while: Self.isSpace)
    }
    for separator in ["-", "\u{2013}", "\u{2014}", ","] where rest.starts(with: "\(separator) ".utf8) {
      rest = rest.dropFirst(separator.utf8.count).drop(while: Self.isSpace)
      break
    }
    return rest
  }

  /// The text after the words of this link and a separator; nil if it does not begin with them, or ends there.
  ///
  /// Only letters and digits are compared; a link with character references has no remainder.
  func remainder(of text: String, in markup: [UInt8]) -> String? {
    let isWord = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    let letters = String(decoding: self.text(in: markup), as: UTF8.self).unicodeScalars.filter(isWord)
    var rest = text.unicodeScalars[...]
    for letter in letters {
      rest = rest.drop { !isWord($0) }
      guard rest.popFirst() == letter else { return nil }
    }
    guard !letters.isEmpty, let next = rest.first, !isWord(next), rest.contains(where: isWord) else {
      return nil
    }
    return String(
      rest.drop { $0.properties.isWhitespace || ["-", "\u{2013}", "\u{2014}", ","].contains($0) })
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
