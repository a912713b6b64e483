import HTTPServer

/// Answers with the page of all shows, and with what a text finds in them.
enum ShelfHandler {
  static func page(_ visit: Visit, _ shelf: Shelf) -> Reply {
    let text = visit.state.text
    // Several searches take longer than one.
    return text.isEmpty ? page(visit, shelf, "") : .computed { page(visit, shelf, text) }
  }

  /// Not kept: it changes whenever one of the shows does.
  private static func page(_ visit: Visit, _ shelf: Shelf, _ text: String) -> Reply {
    .page(visit.context.templates.shelf, ShelfPage(visit, shelf.shows, text), isCacheable: false)
  }
}
