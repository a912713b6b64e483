import Templating

/// The page of a show that searches the world outside: a field, and the results where they may be framed.
struct SearchPage: Sendable {
  let chrome: Chrome
  let action: String
  /// Where completions come from, for the script.
  let suggestions: String
  /// What the visitor is told, in place of completions, when there are none to be had.
  let fault: String
  /// What was searched for; empty at the start.
  let searchText: String
  /// The results, under the field; nil at the start.
  let frame: Frame?

  struct Frame: Sendable {
    let title: String
    /// On another host.
    let address: String
  }
}

extension SearchPage: Renderable {
  static let fields: [Field<SearchPage>] = [
    .object("chrome") { $0.chrome },
    .text("action") { $0.action },
    .text("clear") { $0.chrome.home },
    .text("suggestions") { $0.suggestions },
    .text("fault") { $0.fault },
    .text("searchText") { $0.searchText },
    .flag("isSearch") { !$0.searchText.isEmpty },
    .list("kept") { _ in [HiddenField]() },
    .object("frame") { $0.frame },
  ]
}

extension SearchPage.Frame: Renderable {
  static let fields: [Field<SearchPage.Frame>] = [
    .text("frameTitle") { $0.title },
    .text("frameAddress") { $0.address },
  ]
}
