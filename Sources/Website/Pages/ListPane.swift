import HTML
import Templating

/// The list with everything that steers it.
struct ListPane: Sendable {
  /// What the list holds, for assistive technology: "Characters".
  let label: String
  /// "43 characters", "3 of 43 characters match “mar”".
  let summary: String
  let searchText: String
  let isSearch: Bool
  let action: String
  /// Address of the list without the search.
  let clear: String
  /// Where completions come from, for the script.
  let suggestions: String
  /// Query members that a search keeps.
  let kept: [HiddenField]
  let isGrid: Bool
  /// Whether rows have pictures and the first lines of their descriptions.
  let isStories: Bool
  let asList: String
  let asGrid: String
  let tabs: [Tab]
  /// Whether the tabs are the way through the show, and so lie under the thumb.
  let isTabBar: Bool
  /// Letters to jump to; empty for a list on one page.
  let jumps: [Jump]
  /// Query that keeps the list as it is, for the addresses of its rows.
  let query: SafeHTML
  /// What the stars of the rows add to their addresses; nil where no favorites are kept.
  let starQuery: SafeHTML?
  /// Address of the whole list where only favorites are shown.
  let allInstead: String?
  let rows: [Row]
  /// Favorites whose entries the feed has no more.
  let gone: [FavoriteRow]
  /// Size that a picture's place is reserved with, in pixels.
  let tileWidth: Int
  let tileHeight: Int
  let pager: Pager?
  /// How old the data is, when it is old.
  let note: String?
  let credit: Credit?
  /// Address of the way here for another device.
  let connect: String

  struct Credit: Sendable {
    let text: String
    let address: String
  }
}

/// A member of a form that nobody sees.
struct HiddenField: Sendable {
  let name: String
  let value: String
}

/// A section's tab.
struct Tab: Sendable {
  let title: String
  let address: String
  let isCurrent: Bool
}

/// A letter and the first row that begins with it.
struct Jump: Sendable {
  let letter: String
  let address: String
}

/// Links to the pages before and after this one.
struct Pager: Sendable {
  let label: String
  /// The page that the rows above begin with, and how many stand on each, for the script.
  let first: Int
  let size: Int
  let previous: String?
  let next: String?
}

extension ListPane: Renderable {
  static let fields: [Field<ListPane>] = [
    .text("label") { $0.label },
    .text("summary") { $0.summary },
    .text("searchText") { $0.searchText },
    .text("action") { $0.action },
    .flag("isSearch") { $0.isSearch },
    .text("clear") { $0.clear },
    .text("suggestions") { $0.suggestions },
    .list("kept") { $0.kept },
    .flag("isGrid") { $0.isGrid },
    .flag("isStories") { $0.isStories },
    .text("asList") { $0.asList },
    .text("asGrid") { $0.asGrid },
    .flag("hasTabs") { !$0.tabs.isEmpty },
    .list("tabs") { $0.tabs },
    .flag("isTabBar") { $0.isTabBar },
    .flag("hasJumps") { !$0.jumps.isEmpty },
    .list("jumps") { $0.jumps },
    .html("query") { $0.query },
    .flag("hasStars") { $0.starQuery != nil },
    .html("starQuery") { $0.starQuery ?? .empty },
    .optionalText("allInstead") { $0.allInstead },
    .flag("hasGone") { !$0.gone.isEmpty },
    .list("gone") { $0.gone },
    .flag("hasNothing") { $0.rows.isEmpty && $0.gone.isEmpty },
    .flag("hasRows") { !$0.rows.isEmpty },
    .list("rows") { $0.rows },
    .integer("tileWidth") { $0.tileWidth },
    .integer("tileHeight") { $0.tileHeight },
    .object("pager") { $0.pager },
    .optionalText("note") { $0.note },
    .object("credit") { $0.credit },
    .text("connect") { $0.connect },
  ]
}

extension ListPane.Credit: Renderable {
  static let fields: [Field<ListPane.Credit>] = [
    .text("creditText") { $0.text },
    .text("creditAddress") { $0.address },
  ]
}

extension HiddenField: Renderable {
  static let fields: [Field<HiddenField>] = [.text("name") { $0.name }, .text("value") { $0.value }]
}

extension Tab: Renderable {
  static let fields: [Field<Tab>] = [
    .text("tabTitle") { $0.title },
    .text("tabAddress") { $0.address },
    .flag("isCurrentTab") { $0.isCurrent },
  ]
}

extension Jump: Renderable {
  static let fields: [Field<Jump>] = [
    .text("jumpLetter") { $0.letter },
    .text("jumpAddress") { $0.address },
  ]
}

extension Pager: Renderable {
  static let fields: [Field<Pager>] = [
    .text("pageLabel") { $0.label },
    .integer("firstPage") { $0.first },
    .integer("pageSize") { $0.size },
    .optionalText("previous") { $0.previous },
    .optionalText("next") { $0.next },
  ]
}
