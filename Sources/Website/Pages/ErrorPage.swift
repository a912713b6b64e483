import Templating

/// What a visitor sees instead of a page: one plain sentence and the way home.
struct ErrorPage: Sendable {
  let chrome: Chrome
  let heading: String
  let sentence: String
}

extension ErrorPage: Renderable {
  static let fields: [Field<ErrorPage>] = [
    .object("chrome") { $0.chrome },
    .text("heading") { $0.heading },
    .text("sentence") { $0.sentence },
  ]
}
