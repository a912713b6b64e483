import Templates

/// The page of a show that searches the world outside: a field, and the results where they may be framed.
struct SearchPage: Sendable {
  let context: PageContext
  let chrome: Chrome
  /// What was searched for; empty at the start.
  let searchText: String
  /// Address of the results under the field, on another host; nil at the start.
  let frame: String?

  struct Frame: Sendable {
    let title: String
    let address: String
  }
}

extension SearchPage: Renderable {
  static let fields: [Field<SearchPage>] = [
    .object("chrome") { $0.chrome },
    .text("action") { $0.context.addresses.list() },
    .text("clear") { $0.context.addresses.list() },
    // Where completions come from, for the script, and what it says when there are none.
    .text("suggestions") { $0.context.addresses.suggestions() },
    .text("fault") { $0.context.language.text(.noSuggestions) },
    .text("searchText") { $0.searchText },
    .flag("isSearch") { !$0.searchText.isEmpty },
    .list("kept") { _ in [HiddenField]() },
    .object("frame") { page in
      page.frame.map {
        Frame(title: page.context.language.text(.resultsFor, ["text": page.searchText]), address: $0)
      }
    },
  ]
}

extension SearchPage.Frame: Renderable {
  static let fields: [Field<SearchPage.Frame>] = [
    .text("frameTitle") { $0.title },
    .text("frameAddress") { $0.address },
  ]
}
