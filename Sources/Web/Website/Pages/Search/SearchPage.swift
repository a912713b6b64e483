import Configuration
import HTTPServer
import Templates

/// Answers of a show without entries, which searches an external service.
enum SearchHandler {
  /// Bytes of a search text: more than in a list, whose rows repeat it, because visitors search for whole
  /// sentences.
  static let textLimit = 1_000

  /// The start page; with a text, a redirect to its results or the page that frames them.
  static func page(_ visit: Visit, _ search: WebSearch) -> Reply {
    let results = search.results
    let address = results.address(visit.state.text)
    // The service may ignore all characters of a text.
    let isBlank = address == results.address("")
    let isFramed = isFramed(results, for: visit)
    guard isBlank || isFramed == true else { return .redirect(to: address) }
    let page = SearchPage(
      context: visit.context, chrome: visit.context.chrome(title: isBlank ? nil : visit.state.text),
      searchText: isBlank ? "" : visit.state.text, frame: isBlank ? nil : address,
      host: DetailPane.host(of: results.origin) ?? results.origin, isFramed: isFramed)
    // The form redirects to another host. Links in the frame lead to any: a policy of its host would block them.
    let headers = visit.context.assets.pageHeaders(
      in: visit.addresses, formTargets: [results.origin], frames: isBlank ? [] : ["http:", "https:"])
    return .page(
      visit.context.templates.search, page, effort: .usual, headers: headers, isCacheable: false)
  }

  /// Whether results are framed; nil if their service did not answer. Browsers load no http in a page of https.
  private static func isFramed(_ results: WebSearch.Results, for visit: Visit) -> Bool? {
    results.isFramed().map { $0 && !(visit.sender.isSecure && results.origin.hasPrefix("http:")) }
  }

  /// Completions of a text; if the service fails, none, and a note in a fifth member.
  static func completions(_ visit: Visit, _ search: WebSearch) -> Reply {
    .later {
      var completions: [Completion] = []
      var note: String?
      do throws(SuggestionFault) {
        completions = try search.suggestions(visit.state.text, visit.sender.peer).map { suggestion in
          Completion(
            text: suggestion.text, description: suggestion.description ?? "",
            address: address(of: suggestion.text, visit, search))
        }
      } catch {
        note = error.description
      }
      // Neither browsers nor proxies may store what a visitor types.
      return .response(
        Response(
          status: 200,
          headers: [("Content-Type", MediaType.suggestions.rawValue), ("Cache-Control", "no-store")],
          body: SuggestionsJSON.bytes(
            query: visit.typed, completions: completions, more: note.map { ("note", $0) })))
    }
  }

  /// The address of a completion: that of this page if it frames the results.
  private static func address(of text: String, _ visit: Visit, _ search: WebSearch) -> String {
    guard isFramed(search.results, for: visit) == true else { return search.results.address(text) }
    return visit.origin.text + visit.addresses.list(visit.state.with(\.text, text))
  }
}

/// The page of a show that searches an external service: a field, and the results if they may be framed.
struct SearchPage: Renderable {
  let context: PageContext
  let chrome: Chrome
  let searchText: String
  /// Address of the framed results, on another host; nil at the start.
  let frame: String?
  /// The host of the results.
  let host: String
  /// Nil if that did not answer.
  let isFramed: Bool?

  static let fields: [Field<Self>] = [
    .object("chrome") { $0.chrome },
    .text("action") { $0.context.addresses.list() },
    .text("clear") { $0.context.addresses.list() },
    // For the script: the address of completions, and the message if it fails.
    .text("suggestions") { $0.context.addresses.suggestions() },
    .text("fault") { $0.context.language.text(.noSuggestions) },
    .text("searchText") { $0.searchText },
    .flag("isSearch") { !$0.searchText.isEmpty },
    .list("kept") { _ in [HiddenField]() },
    // The name of the show is the word in the field, in this or another language.
    .flag("isNamedSearch") { page in
      page.context.assets.languages.all.contains { $0.words["search"]?.filled([:]) == page.context.showName }
    },
    .optionalText("frame") { $0.frame },
    .text("elsewhere") { page in
      page.context.language.text(
        page.frame != nil ? .openResults : page.isFramed == nil ? .resultsSilent : .resultsElsewhere,
        ["host": page.host])
    },
    .flag("isElsewhere") { $0.isFramed != true },
    .text("frameTitle") { $0.context.language.text(.resultsFor, ["text": $0.searchText]) },
  ]
}
