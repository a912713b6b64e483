import Catalogs
import Configuration
import HTTPServer

/// What a show without entries answers: its start page, completions, and the way to the results.
struct SearchAnswers: Sendable {
  let search: WebSearch
  let pages: CatalogPages

  /// The start page; with a text the way to its results, or the page that frames them.
  func page(_ state: ListState, for key: PageCache.Key, to request: Request) -> Response {
    let pages = pages.inLanguage(key.language)
    let address = search.results.address(state.text)
    // Where a text is empty in the eyes of the service, there is nothing to search for.
    let isBlank = address == search.results.address("")
    guard isBlank || search.results.isFramed else {
      return Response(status: 303, headers: [("Location", address), ("Cache-Control", "no-store")])
    }
    let text = isBlank ? "" : state.text
    let name = pages.show.name
    let page = SearchPage(
      chrome: pages.chrome(title: isBlank ? name : "\(text) – \(name)"), action: pages.addresses.list(),
      suggestions: pages.addresses.suggestions(), fault: pages.language.text(.noSuggestions),
      searchText: text,
      frame: isBlank
        ? nil : SearchPage.Frame(title: pages.language.text(.resultsFor, ["text": text]), address: address))
    return ReadyPage(
      type: .html, body: pages.templates.search.render(page).bytes, isGzipped: key.isGzipped,
      vary: Edition.varyByLanguage,
      headers: [("Content-Security-Policy", policy)]
    ).response(to: request)
  }

  /// Completions of a text. Blocks for as long as the service may take.
  ///
  /// An outside service that fails is no fault of the request: there are no completions then, and a
  /// sentence that says so in a fifth place, where other clients look for nothing.
  func completions(_ state: ListState, for visitor: String, in origin: Origin) -> Response {
    var completions: [Completion] = []
    var note: String?
    do throws(SuggestionFault) {
      completions = try search.suggestions(state.text, visitor).map { suggestion in
        Completion(
          text: suggestion.text, description: suggestion.description ?? "",
          address: results(for: suggestion.text, state, in: origin))
      }
    } catch {
      note = error.description
    }
    // What somebody types is kept by no browser and no proxy.
    return Response(
      status: 200,
      headers: [("Content-Type", MediaType.suggestions.rawValue), ("Cache-Control", "no-store")],
      body: SuggestionsJSON.bytes(
        query: state.text, completions: completions, more: note.map { ("note", $0) }))
  }

  /// Where choosing a completion leads: a framed page stays under the field.
  private func results(for text: String, _ state: ListState, in origin: Origin) -> String {
    guard search.results.isFramed else { return search.results.address(text) }
    return origin.text + pages.addresses.list(state.with(\.text, text))
  }

  /// The form's way leads to another host in the end, and so does the frame.
  private var policy: String {
    Site.contentPolicy(
      formTargets: [search.results.origin], frames: search.results.isFramed ? [search.results.origin] : [])
  }
}
