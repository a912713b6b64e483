import Templating

/// What a visitor sees instead of a page: one plain sentence and the way home.
struct ErrorPage: Sendable {
  let chrome: Chrome
  let heading: String
  let sentence: String

  /// Heading and sentence for a status.
  static func words(for status: Int) -> (heading: String, sentence: String) {
    switch status {
    case 400: ("That was not understood", "The request does not make sense to this server.")
    case 403: ("Not from here", "Favorites change only when a star on these pages is pressed.")
    case 404: ("Nothing here", "There is no page at this address. Perhaps it has moved on to another show.")
    case 405: ("That does not work here", "This address only shows something; it takes nothing.")
    case 415: ("That was not understood", "This server does not take data of this kind here.")
    case 413, 414, 431: ("Too much at once", "The request is larger than this server takes.")
    case 421: ("Not under this name", "This server does not go by the name that it was asked under.")
    case 503: ("Just a moment", "The server is busy. Please try again in a few seconds.")
    case 507: ("No room left", "The favorite was not saved: the server's disk is full.")
    default: ("Something went wrong", "The fault is on this side. Please try again later.")
    }
  }
}

extension ErrorPage: Renderable {
  static let fields: [Field<ErrorPage>] = [
    .object("chrome") { $0.chrome },
    .text("heading") { $0.heading },
    .text("sentence") { $0.sentence },
  ]
}
