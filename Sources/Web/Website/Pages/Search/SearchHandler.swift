import Configuration
import HTTPServer

/// Answers for a show without entries, which searches the world outside.
enum SearchHandler {
  /// Bytes of what is searched for: no page repeats it in rows, and whole sentences are looked up as well.
  static let textLimit = 1_000

  /// The start page; with a text the way to its results, or the page that frames them.
  static func page(_ visit: Visit, _ search: WebSearch) -> Reply {
    let results = search.results
    let address = results.address(visit.state.text)
    // Where a text is empty in the eyes of the service, there is nothing to search for.
    let isBlank = address == results.address("")
    guard isBlank || results.isFramed else { return .redirect(to: address) }
    let page = SearchPage(
      context: visit.context, chrome: visit.context.chrome(title: isBlank ? nil : visit.state.text),
      searchText: isBlank ? "" : visit.state.text, frame: isBlank ? nil : address)
    // The form's way leads to another host in the end, and so does the frame.
    let policy = visit.context.assets.policy.text(
      formTargets: [results.origin], frames: results.isFramed ? [results.origin] : [])
    return .page(
      visit.context.templates.search, page, effort: .usual, headers: [("Content-Security-Policy", policy)],
      isCacheable: false)
  }

  /// Completions of a text, from a worker thread: the service may take its time.
  ///
  /// If the outside service fails, the request still succeeds: there are no completions, and a sentence in a
  /// fifth place, which other clients ignore, says so.
  static func completions(_ visit: Visit, _ search: WebSearch) -> Reply {
    .later {
      var completions: [Completion] = []
      var note: String?
      do throws(SuggestionFault) {
        completions = try search.suggestions(visit.state.text, visit.peer).map { suggestion in
          Completion(
            text: suggestion.text, description: suggestion.description ?? "",
            address: address(of: suggestion.text, visit, search))
        }
      } catch {
        note = error.description
      }
      // What somebody types is kept by no browser and no proxy.
      return .response(
        Response(
          status: 200,
          headers: [("Content-Type", MediaType.suggestions.rawValue), ("Cache-Control", "no-store")],
          body: SuggestionsJSON.bytes(
            query: visit.typed, completions: completions, more: note.map { ("note", $0) })))
    }
  }

  /// Where choosing a completion leads: a framed page stays under the field.
  private static func address(of text: String, _ visit: Visit, _ search: WebSearch) -> String {
    guard search.results.isFramed else { return search.results.address(text) }
    return visit.origin.text + visit.addresses.list(visit.state.with(\.text, text))
  }
}
