import HTTPServer

/// Answers with the page of all shows, and with what a text finds in them.
enum ShelfHandler {
  static func page(_ visit: Visit, _ shelf: Shelf) -> Answer {
    let text = visit.state.text
    // Several searches take longer than one.
    return text.isEmpty ? .now(response(visit, shelf, "")) : .computed { response(visit, shelf, text) }
  }

  /// Not kept: it changes whenever one of the shows does.
  private static func response(_ visit: Visit, _ shelf: Shelf, _ text: String) -> Response {
    visit.response(visit.page(visit.context.templates.shelf, ShelfPage(visit, shelf.shows, text)))
  }
}
