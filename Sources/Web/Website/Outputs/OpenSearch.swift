import Catalogs
import Configuration
import HTTPServer
import JSON
import Text

/// The OpenSearch description, for browsers that add the show as a search engine.
enum OpenSearchHandler {
  static func description(_ visit: Visit) -> Reply {
    let (context, name) = (visit.context, visit.context.show.name)
    let sentence =
      visit.edition.search == nil
      ? visit.language.text(.searchAmong, ["nouns": context.noun.many, "name": name])
      : visit.language.text(.searchWithSuggestions, ["name": name])
    let body = OpenSearchDescription.xml(
      context.show, visit.addresses, icon: context.emblem.drawing, description: sentence, in: visit.origin)
    return .page(.openSearch, body)
  }
}

/// An OpenSearch 1.1 description.
enum OpenSearchDescription {
  /// Limits of the format for the two names, in characters.
  private static let shortLimit = 16
  private static let longLimit = 48

  /// - Parameter description: one sentence.
  static func xml(
    _ show: Show, _ addresses: Addresses, icon: String, description: String, in origin: Origin
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func write(_ markup: String) { bytes += markup.utf8 }
    func element(_ name: String, _ text: String) {
      write("<\(name)>")
      bytes.appendEscaped(text)
      write("</\(name)>\n")
    }
    func url(_ type: String, _ path: String) {
      write("<Url type=\"\(type)\" template=\"")
      bytes.appendEscaped("\(origin.text)\(path)?q={searchTerms}")
      write("\"/>\n")
    }
    write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    write("<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n")
    element("ShortName", String(show.shortName.prefix(shortLimit)))
    element("LongName", String(show.name.prefix(longLimit)))
    element("Description", description)
    element("InputEncoding", "UTF-8")
    write("<Image width=\"16\" height=\"16\" type=\"image/svg+xml\">")
    bytes.appendEscaped(origin.text + icon)
    write("</Image>\n")
    url("text/html", addresses.list())
    url("application/x-suggestions+json", addresses.suggestions())
    write("</OpenSearchDescription>\n")
    return bytes
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

/// Completions in the format of the OpenSearch suggestions extension: an array of the query, the completions, their
/// descriptions and their addresses.
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
