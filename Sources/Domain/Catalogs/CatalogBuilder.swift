public import Search
import System
public import Text

/// Builds the catalog of a show from its feed's content.
public struct CatalogBuilder: Sendable {
  /// Sanitizes markup: HTML for the page, and its plain text.
  public typealias Sanitize = @Sendable (UntrustedHTML) -> (html: SafeHTML, text: String)

  /// Entries between two reports of progress.
  static let stride = 1_000
  /// Bytes of a title, an alternative title and a subtitle, each: a page repeats them several times.
  static let lineLimit = 1_000
  /// Bytes of a plain description, as of one in HTML: each search reads it to mark hits.
  static let descriptionLimit = 65_536

  private let strippedSuffix: String?
  private let match: SearchMatch
  private let sanitize: Sanitize

  /// - Parameter match: the kind of search that the catalog answers fast.
  public init(strippedSuffix: String?, match: SearchMatch = .contains, sanitize: @escaping Sanitize) {
    (self.strippedSuffix, self.match, self.sanitize) = (strippedSuffix, match, sanitize)
  }

  /// Builds the catalog, with ids that depend on the list alone. Entries without a title are left out; a repeated
  /// identity adds its sections to the first entry with it.
  public func catalog(of content: FeedContent) -> Catalog { build(content, nil).catalog }

  /// Builds the catalog of entries that keep their known ids, and records new ones.
  public func catalog(of content: FeedContent, keeping known: inout KnownIDs) -> Catalog {
    let (catalog, updated) = build(content, known)
    known = updated ?? known
    return catalog
  }

  private func build(_ content: FeedContent, _ known: KnownIDs?) -> (catalog: Catalog, known: KnownIDs?) {
    if known?.joinsTitles != true, let plain = content.entries.plain, content.sections.isEmpty,
      content.facts.isEmpty, strippedSuffix == nil, content.order == .title
    {
      let draft = PlainDraft(plain) { entry in
        (title: title(of: entry), sortTitle: Self.line(entry.sortTitle ?? ""))
      }
      return (draft.catalog(answering: match), nil)
    }
    var draft = CatalogDraft(
      sections: content.sections, facts: content.facts, count: content.entries.count, keeping: known)
    let work = LongWork("building the list", of: content.entries.count, in: .things("entries"))
    for (number, entry) in content.entries.enumerated() {
      if number % Self.stride == 0 { work.reach(number) }
      guard let place = draft.place(of: entry.identity) ?? append(entry, to: &draft) else { continue }
      draft.enter(place, entry.sections)
    }
    return draft.catalog(content.order, answering: match)
  }

  private func append(_ entry: FeedEntry, to draft: inout CatalogDraft) -> Int? {
    let title = title(of: entry)
    guard !title.isEmpty else {
      draft.untitled += 1
      return nil
    }
    let (html, text) = description(of: entry)
    let detail = EntryDetail(
      alternativeTitle: entry.alternativeTitle.map(Self.line).flatMap { $0.isEmpty ? nil : $0 },
      subtitle: entry.subtitle.map { Self.cut($0) }, description: html, text: text, picture: entry.picture,
      link: entry.link, facts: entry.facts)
    return draft.append(
      entry, title: title, sortTitle: entry.sortTitle.map(Self.line), detail: detail,
      values: entry.values.map(Self.values))
  }

  /// Puts each value on one line.
  private static func values(_ text: String) -> String {
    if isOneLine(text) { return text }
    return text.split(separator: FeedEntry.valueSeparator).map { oneLine(String($0)) }
      .filter { !$0.isEmpty }.joined(separator: String(FeedEntry.valueSeparator))
  }

  private func title(of entry: FeedEntry) -> String {
    let whole =
      switch entry.title {
      case .plain(let text): Self.line(text)
      case .markup(let markup): Self.line(sanitize(markup).text)
      }
    guard let suffix = strippedSuffix, whole.hasSuffix(suffix), whole.count > suffix.count else {
      return whole
    }
    return Self.oneLine(String(whole.dropLast(suffix.count)))
  }

  private func description(of entry: FeedEntry) -> (html: SafeHTML, text: String) {
    switch entry.description {
    case .plain(let text):
      let line = Self.oneLine(Self.cut(text, to: Self.descriptionLimit))
      return (SafeHTML(escaping: line), line)
    case .markup(let markup): return sanitize(markup)
    }
  }

  private static func line(_ text: String) -> String { oneLine(cut(text)) }

  /// Cuts a long text at the end of a scalar.
  private static func cut(_ text: String, to limit: Int = lineLimit) -> String {
    guard text.utf8.count > limit else { return text }
    // Slicing inside a scalar rounds down to its beginning.
    return String(text.unicodeScalars[..<text.utf8.index(text.startIndex, offsetBy: limit)]) + "…"
  }

  /// Removes control characters, and spaces that are repeated or at an end.
  private static func oneLine(_ text: String) -> String {
    if isOneLine(text) { return text }
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    for scalar in text.unicodeScalars {
      if scalar.isBlank {
        pendingSpace = true
      } else {
        if pendingSpace, !scalars.isEmpty { scalars.append(" ") }
        pendingSpace = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// Whether a text is one line of ASCII already, as most are.
  private static func isOneLine(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var previous = UInt8(ascii: " ")
      for byte in bytes {
        guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
        previous = byte
      }
      return previous != 0x20 || bytes.isEmpty
    } ?? false
  }
}

extension Unicode.Scalar {
  /// Whether it is white space or a control character.
  package var isBlank: Bool {
    switch value {
    case 0x21..<0x7F, 0xA1..<0x1680: false
    case ...0xA0: true
    // Looking up properties takes ten times as long as a comparison.
    default: properties.isWhitespace || properties.generalCategory == .control
    }
  }
}
