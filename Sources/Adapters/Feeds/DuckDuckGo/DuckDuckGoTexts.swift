import Catalogs
import Text

/// The title and the description, from `Text` and `Result` of an entry.
struct DuckDuckGoTexts {
  let title: FeedText
  let description: FeedText

  /// Nil if neither holds a title.
  init?(text: String?, result: String?) {
    let text = Self.trimmed(text ?? "")
    let markup = result.map { Array($0.utf8) } ?? []
    let anchor = MarkupAnchor(firstIn: markup)
    let halves = Self.halves(of: text)
    // What follows the words of the link where no hyphen parts them.
    let remainder = anchor?.remainder(of: text, in: markup).flatMap { $0 == halves?.description ? nil : $0 }

    if let halves, remainder == nil {
      title = .plain(halves.title)
    } else if let anchor, anchor.hasText(in: markup) {
      title = .markup(UntrustedHTML(bytes: Array(markup[anchor.content])))
    } else if !text.isEmpty {
      title = .plain(text)
    } else {
      return nil
    }

    let rest = anchor?.rest(of: markup, isTitle: remainder != nil) ?? markup[...]
    if !rest.isEmpty {
      description = .markup(UntrustedHTML(bytes: Array(rest)))
    } else {
      description = .plain(remainder ?? halves?.description ?? "")
    }
  }

  /// The two sides of the first hyphen between spaces; nil if there is none, or no title before it.
  private static func halves(of text: String) -> (title: String, description: String)? {
    let scalars = text.unicodeScalars
    var spaces = 0
    for index in scalars.indices {
      switch (spaces, scalars[index]) {
      case (2, " "):
        let title = trimmed(String(scalars[..<index].dropLast(2)))
        guard !title.isEmpty else { return nil }
        return (title, trimmed(String(scalars[scalars.index(after: index)...])))
      case (1, "-"): spaces = 2
      case (_, " "): spaces = 1
      default: spaces = 0
      }
    }
    return nil
  }

  private static func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}

/// The first `<a>` element of a piece of markup.
///
/// Found by reading tags only, in one pass: this decides where a title ends, not what is safe.
struct MarkupAnchor {
  /// What stands between its tags.
  let content: Range<Int>
  /// From the first byte of its start tag to the last of its end tag.
  let element: Range<Int>

  /// Nil if there is none, or if it is not closed.
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

  /// Whether anything but tags and space stands inside.
  func hasText(in markup: [UInt8]) -> Bool {
    var position = content.lowerBound
    while position < content.upperBound {
      if Self.isTag(markup, position), let end = Self.endOfTag(markup, position) {
        position = end
      } else if markup[position] > 0x20 {
        return true
      } else {
        position += 1
      }
    }
    return false
  }

  /// The markup without the element and the separator after it, if it comes first and alone.
  ///
  /// All of the markup where something stands before the element, or a letter follows it at once and it is not
  /// known to be the title: then it is part of a sentence.
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

  /// What a text says after the words of this link, without a separator before it; nil if it does not begin with
  /// them or says nothing more.
  ///
  /// Letters and digits alone are compared; a link that spells some of them as character references has no
  /// remainder.
  func remainder(of text: String, in markup: [UInt8]) -> String? {
    var words: [UInt8] = []
    var position = content.lowerBound
    while position < content.upperBound {
      if Self.isTag(markup, position), let end = Self.endOfTag(markup, position) {
        position = end
      } else {
        words.append(markup[position])
        position += 1
      }
    }
    let isWord = { (scalar: Unicode.Scalar) in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }
    let letters = String(decoding: words, as: UTF8.self).unicodeScalars.filter(isWord)
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

  /// Whether a tag or comment opens here, and not just a sign for "less than".
  private static func isTag(_ markup: [UInt8], _ position: Int) -> Bool {
    guard markup[position] == UInt8(ascii: "<"), position + 1 < markup.count else { return false }
    return isLetter(markup[position + 1]) || "/!?".utf8.contains(markup[position + 1])
  }

  /// The name of the tag that opens here, in lower case and with the slash of an end tag; of other tags
  /// than those looked for, only so much as tells them apart.
  private static func name(_ markup: [UInt8], _ open: Int) -> String {
    let name = markup[(open + 1)...].prefix(3)
    let end = name.dropFirst().firstIndex {
      isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">")
    }
    return String(decoding: name[..<(end ?? name.endIndex)], as: UTF8.self).lowercased()
  }

  /// The position after the tag or comment that opens here; nil if it does not end.
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
