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
