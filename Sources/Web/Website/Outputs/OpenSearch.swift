import HTTPServer
import JSON
import Text

/// The OpenSearch 1.1 description, for browsers that add the show as a search engine.
enum OpenSearchHandler {
  private static let (shortLimit, longLimit) = (16, 48)

  static func description(_ visit: Visit) -> Reply {
    let (context, show, origin) = (visit.context, visit.context.show, visit.origin.text)
    let sentence =
      visit.edition.search == nil
      ? context.language.text(.searchAmong, ["nouns": context.noun.many, "name": show.name])
      : context.language.text(.searchWithSuggestions, ["name": show.name])
    func url(_ type: String, _ path: String) -> String {
      let template = SafeHTML(escaping: "\(origin)\(path)?q={searchTerms}")
      return "<Url type=\"\(type)\" template=\"\(template)\"/>"
    }
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
      <ShortName>\(SafeHTML(escaping: String(show.shortName.prefix(shortLimit))))</ShortName>
      <LongName>\(SafeHTML(escaping: String(show.name.prefix(longLimit))))</LongName>
      <Description>\(SafeHTML(escaping: sentence))</Description>
      <InputEncoding>UTF-8</InputEncoding>
      <Image width="16" height="16" type="image/svg+xml">\(SafeHTML(escaping: origin + context.shown.emblem.drawing))</Image>
      \(url("text/html", context.addresses.list()))
      \(url("application/x-suggestions+json", context.addresses.suggestions()))
      </OpenSearchDescription>

      """
    return .page(.openSearch, Array(xml.utf8))
  }
}

/// Completions of a search text.
enum SuggestionsHandler {
  private static let limit = 10
  private static let descriptionLimit = 100

  /// Matching titles, and the correction of a slip. Addresses are absolute and keep the state of the list.
  static func suggestions(_ visit: Visit) -> Reply {
    if let search = visit.edition.search { return SearchHandler.completions(visit, search) }
    let (state, catalog, origin) = (visit.state, visit.context.catalog, visit.origin)
    let found = catalog.findings(suggestedFor: visit.context.query(of: state).search, limit: limit)
    let completions = found.results.page(from: 0, limit: limit).map { position in
      let entry = catalog.entries[position]
      let state = state.with(\.text, entry.title).with(\.page, 1)
      return Completion(
        text: entry.title,
        description: visit.context.subtitle(of: entry)
          ?? Wording.beginning(of: entry.text, limit: descriptionLimit),
        address: origin.text + visit.addresses.entry(entry.id, state))
    }
    let body = SuggestionsJSON.bytes(
      query: visit.typed, completions: completions, more: found.correctedTo.map { ("meant", $0) })
    return .page(.suggestions, body, effort: .quick)
  }
}

/// Completions as OpenSearch suggestions: an array of the query, texts, descriptions and addresses.
enum SuggestionsJSON {
  /// - Parameter more: a member of an object in fifth position, which other clients ignore.
  static func bytes(
    query: String, completions: [Completion], more: (name: String, text: String)? = nil
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      writer.string(query)
      for part in [\Completion.text, \.description, \.address] {
        writer.array { writer in
          for completion in completions { writer.string(completion[keyPath: part]) }
        }
      }
      if let more { JSONOutline.members([(more.name, .text(more.text))]).write(to: &writer) }
    }
    return writer.bytes
  }
}

/// A suggestion for a search text.
struct Completion: Sendable, Hashable {
  let text: String
  /// Distinguishes suggestions of the same text; may be empty.
  let description: String
  /// Target of the suggestion; may be empty.
  let address: String
}
