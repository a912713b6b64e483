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
    let isMarkup = RecordEntries.isMarkup(text)
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
    var start: Range<Int>?
    var position = 0
    while let open = markup[position...].firstIndex(of: UInt8(ascii: "<")) {
      guard Self.isTag(markup, open) else {
        position = open + 1
        continue
      }
      guard let end = Self.endOfTag(markup, open) else { return nil }
      let name = Self.name(markup, open)
      if start == nil, name == "a" {
        start = open..<end
      } else if let start, name == "/a" {
        content = start.upperBound..<open
        element = start.lowerBound..<end
        return
      }
      position = end
    }
    return nil
  }

  /// Whether it contains text beside tags and white space.
  func hasText(in markup: [UInt8]) -> Bool { text(in: markup).contains { $0 > 0x20 } }

  /// The bytes between its tags, without the tags of other elements.
  private func text(in markup: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var position = content.lowerBound
    while position < content.upperBound {
      if Self.isTag(markup, position), let end = Self.endOfTag(markup, position) {
        position = end
      } else {
        text.append(markup[position])
        position += 1
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
    while rest.first == UInt8(ascii: "<"), Self.name(markup, rest.startIndex) == "br",
      let end = Self.endOfTag(markup, rest.startIndex)
    {
      rest = markup[end...].drop(while: Self.isSpace)
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

  /// Whether a tag or comment opens here, not just a "less than" sign.
  private static func isTag(_ markup: [UInt8], _ position: Int) -> Bool {
    guard markup[position] == UInt8(ascii: "<"), position + 1 < markup.count else { return false }
    return isLetter(markup[position + 1]) || "/!?".utf8.contains(markup[position + 1])
  }

  /// The first letters of the tag's name, in lower case and with the slash of an end tag.
  private static func name(_ markup: [UInt8], _ open: Int) -> String {
    let name = markup[(open + 1)...].prefix(3)
    let end = name.dropFirst().firstIndex {
      isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">")
    }
    return String(decoding: name[..<(end ?? name.endIndex)], as: UTF8.self).lowercased()
  }

  /// The position after the tag or comment that opens here; nil if it is not closed.
  private static func endOfTag(_ markup: [UInt8], _ open: Int) -> Int? {
    if markup[open...].starts(with: "<!--".utf8) {
      var hyphens = 0
      for index in markup[(open + 4)...].indices {
        if markup[index] == UInt8(ascii: ">"), hyphens >= 2 { return index + 1 }
        hyphens = markup[index] == UInt8(ascii: "-") ? hyphens + 1 : 0
      }
      return nil
    }
    var quote: UInt8?
    var isValue = false
    for index in markup[(open + 1)...].indices {
      let byte = markup[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      } else if isValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
        isValue = false
      } else if !isSpace(byte) {
        // A quotation mark delimits a value only right after the equals sign.
        isValue = byte == UInt8(ascii: "=")
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
