public import HTML
import Search

/// Makes the catalog of a show from what its feed said.
public struct CatalogBuilder: Sendable {
  /// What the sanitizer makes of markup: HTML for the page and plain text.
  public typealias Sanitize = @Sendable (UntrustedHTML) -> (html: SafeHTML, text: String)

  private let strippedSuffix: String?
  private let sanitize: Sanitize

  public init(strippedSuffix: String?, sanitize: @escaping Sanitize) {
    self.strippedSuffix = strippedSuffix
    self.sanitize = sanitize
  }

  /// Builds the catalog. Entries left without a title, and repeated keys, do not enter it.
  public func catalog(of content: FeedContent) -> Catalog {
    let sectionPositions = Dictionary(
      content.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var taken: Set<String> = []
    var sorted: [(folded: [UInt8], entry: Entry)] = []
    sorted.reserveCapacity(content.entries.count)
    for entry in content.entries {
      let title = title(of: entry)
      guard !title.isEmpty else { continue }
      var id = Slug.id(key: entry.key, title: title)
      if !taken.insert(id).inserted {
        id = Slug.join(id, Slug.hash(entry.key))
        guard taken.insert(id).inserted else { continue }
      }
      let (html, text) = description(of: entry)
      let sections = Set(entry.sections.compactMap { sectionPositions[$0] }).sorted()
      sorted.append(
        (
          Folding.fold(title),
          Entry(
            id: id, title: title, subtitle: entry.subtitle, description: html, text: text,
            picture: entry.picture, link: entry.link, sections: sections, coordinate: entry.coordinate)
        ))
    }
    sorted.sort { first, second in
      if first.folded != second.folded {
        return first.folded.lexicographicallyPrecedes(second.folded)
      }
      return (first.entry.title, first.entry.id) < (second.entry.title, second.entry.id)
    }
    return Catalog(entries: sorted.map(\.entry), sections: content.sections)
  }

  private func title(of entry: FeedEntry) -> String {
    let whole =
      switch entry.title {
      case .plain(let text): Self.oneLine(text)
      case .markup(let markup): Self.oneLine(sanitize(markup).text)
      }
    guard let suffix = strippedSuffix, whole.hasSuffix(suffix), whole.count > suffix.count else {
      return whole
    }
    return Self.oneLine(String(whole.dropLast(suffix.count)))
  }

  private func description(of entry: FeedEntry) -> (html: SafeHTML, text: String) {
    switch entry.description {
    case .plain(let text):
      let line = Self.oneLine(text)
      return (SafeHTML(escaping: line), line)
    case .markup(let markup): return sanitize(markup)
    }
  }

  /// The text without control characters, with single spaces and none at its ends.
  static func oneLine(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        pendingSpace = true
      } else {
        if pendingSpace, !scalars.isEmpty { scalars.append(" ") }
        pendingSpace = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
