import Catalogs
import HTTPServer
import JSON
import Text

/// The OpenSearch 1.1 description, for browsers that add the show as a search engine.
enum OpenSearchHandler {
  /// Limits of the format for the two names, in characters.
  private static let (shortLimit, longLimit) = (16, 48)

  static func description(_ visit: Visit) -> Reply {
    let (context, show, origin) = (visit.context, visit.context.show, visit.origin.text)
    let description =
      visit.edition.search == nil
      ? visit.language.text(.searchAmong, ["nouns": context.noun.many, "name": show.name])
      : visit.language.text(.searchWithSuggestions, ["name": show.name])
    var bytes: [UInt8] = []
    func write(_ start: String, _ text: String, _ end: String) {
      bytes += start.utf8
      bytes.appendEscaped(text)
      bytes += "\(end)\n".utf8
    }
    func element(_ name: String, _ text: String) { write("<\(name)>", text, "</\(name)>") }
    func url(_ type: String, _ path: String) {
      write("<Url type=\"\(type)\" template=\"", "\(origin)\(path)?q={searchTerms}", "\"/>")
    }
    write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "", "")
    write("<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">", "", "")
    element("ShortName", String(show.shortName.prefix(shortLimit)))
    element("LongName", String(show.name.prefix(longLimit)))
    element("Description", description)
    element("InputEncoding", "UTF-8")
    write(
      "<Image width=\"16\" height=\"16\" type=\"image/svg+xml\">", origin + context.emblem.drawing, "</Image>"
    )
    url("text/html", visit.addresses.list())
    url("application/x-suggestions+json", visit.addresses.suggestions())
    write("</OpenSearchDescription>", "", "")
    return .page(.openSearch, bytes)
  }
}

/// Completions of a search text.
enum SuggestionsHandler {
  private static let limit = 10
  /// Most characters of a description beside a title.
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
        description: entry.neutralSubtitle ?? Wording.beginning(of: entry.text, limit: descriptionLimit),
        address: origin.text + visit.addresses.entry(entry.id, state))
    }
    let body = SuggestionsJSON.bytes(
      query: visit.typed, completions: completions, more: found.correctedTo.map { ("meant", $0) })
    return .page(.suggestions, body, effort: .quick)
  }
}

/// Completions in the format of the OpenSearch suggestions extension: an array of the query, the completions,
/// their descriptions and their addresses.
enum SuggestionsJSON {
  /// - Parameters:
  ///   - query: the unchanged text, by which clients recognise late answers.
  ///   - more: a member of an object in fifth position, which other clients ignore: a correction or a note.
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
      if let more {
        writer.object { writer in
          writer.key(more.name)
          writer.string(more.text)
        }
      }
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
