import Templates
import Text

/// The list with its filters, order and pages.
struct ListPane: Renderable {
  let list: ShownList
  let rows: [Row]
  let summary: String
  private let jumps: [Link]
  private let facets: [FacetMenu]
  private let sorting: SortMenu?
  private let query: SafeHTML
  private let starQuery: SafeHTML
  /// A note that favorites are missing, or on the age of old data.
  private let note: String?

  init(_ list: ShownList) {
    self.list = list
    rows = list.rows
    summary = list.summary
    jumps = list.jumps
    let isCopy = list.context.addresses.venue == .copy
    facets = isCopy ? [] : list.facets
    sorting = isCopy ? nil : SortMenu(list)
    query = SafeHTML(escaping: list.context.addresses.entryQuery(list.state))
    starQuery = list.favorites != nil ? list.starQuery(from: list.starPage) : .empty
    note =
      list.isWithoutFavorites
      ? list.context.language.text(.withoutFavorites)
      : list.chosen != nil ? nil : list.note
  }

  var awaitsPictures: Bool { rows.contains { $0.thumbnail.isAwaited } }

  private var context: PageContext { list.context }
  private var state: ListState { list.state }

  private var kept: [HiddenField] {
    // A search begins in all sections.
    let tab = list.tab.map { [("tab", $0)] } ?? []
    let others = state.with(\.text, "").with(\.section, nil).with(\.page, 1).pairs
    return (tab + others + context.addresses.kept).map { HiddenField(name: $0, value: $1) }
  }

  /// The address of a view, which the browser remembers; a copy has one page for its first view.
  private func address(of view: ListState.View) -> String {
    let isFirst = context.addresses.venue == .copy && view == context.looks.view
    let state = state.with(\.view, isFirst ? nil : view)
    guard let chosen = list.chosen, view != .table, context.addresses.venue != .copy else {
      return context.addresses.list(state)
    }
    return context.addresses.entry(context.catalog.entries[chosen].id, state)
  }

  static let fields: [Field<Self>] = [
    // For assistive technology: "Characters".
    .text("label") { $0.context.noun.many.prefix(1).uppercased() + $0.context.noun.many.dropFirst() },
    .object("chrome") { $0.context.chrome(title: $0.list.title) },
    .text("summary") { $0.summary },
    // Whether everything is shown, so that the placeholder of the field has the count.
    .flag("isWhole") { !$0.list.isSearch && $0.state.filters.isEmpty && !$0.state.isFavoritesOnly },
    .text("searchText") { $0.list.isSearch ? $0.list.query.search.shown : "" },
    .text("searchHint") { pane in
      let (language, count) = (pane.context.language, pane.context.catalog.entries.count)
      // Nobody searches among one film or none.
      return language.text(
        .searchCounted, count: max(count, 1), ["all": language.counted(count, pane.context.noun)])
    },
    .text("action") { $0.context.addresses.list() },
    .flag("isSearch") { $0.list.isSearch },
    .text("clear") {
      $0.context.addresses.list($0.state.with(\.text, "").with(\.section, $0.list.tab).with(\.page, 1))
    },
    .text("heading") { $0.list.heading ?? $0.context.showName },
    .flag("isSection") { $0.list.heading != nil },
    .text("pageTitle") { $0.context.chrome(title: $0.list.title).title },
    .list("kept") { $0.kept },
    .flag("isWithoutFilters") {
      $0.context.addresses.venue == .copy && !$0.context.catalog.facetFields.isEmpty
    },
    .flag("isTable") { $0.list.isTable },
    .list("columns") { $0.list.columns },
    .flag("hasTable") { $0.context.hasTable },
    .text("asTable") { $0.address(of: .table) },
    .flag("isGrid") { $0.context.view(of: $0.state) == .grid },
    .flag("isStories") { $0.context.looks.rows == .stories },
    .flag("isTitles") { $0.context.looks.rows == .titles },
    .flag("hasFaces") { $0.context.looks.hasFaces },
    .text("asList") { $0.address(of: .list) },
    // Address of a random result; nil without a choice.
    .optionalText("random") {
      $0.list.results.total > 1 && $0.context.addresses.venue != .copy
        ? $0.context.addresses[.random] + $0.context.addresses.query($0.state.with(\.page, 1)) : nil
    },
    // A kiosk always shows tiles, which are legible from afar.
    .flag("hasViews") { $0.context.addresses.venue != .kiosk },
    .text("asGrid") { $0.address(of: .grid) },
    .list("tabs") { $0.list.tabs },
    .flag("hasTabs") { !$0.context.catalog.sections.isEmpty },
    // Whether the tabs are the main navigation, and so lie under the thumb.
    .flag("isTabBar") { $0.context.leadsWithSections },
    .list("facets") { $0.facets },
    .object("sorting") { $0.sorting },
    .flag("isFiltered") { !$0.state.filters.isEmpty },
    .text("withoutFilters") { $0.list.address(\.filters, []) },
    .list("jumps") { $0.jumps },
    .flag("hasJumps") { !$0.jumps.isEmpty },
    .html("query") { $0.query },
    .flag("hasStars") { $0.list.favorites != nil },
    .html("starQuery") { $0.starQuery },
    // Address of the whole list, if only favorites are shown.
    .optionalText("allInstead") {
      $0.state.isFavoritesOnly ? $0.context.addresses.list($0.state.ofEveryone.with(\.page, 1)) : nil
    },
    .list("rows") { $0.rows },
    .flag("hasLetters") { $0.rows.contains { !$0.letter.isEmpty } },
    .flag("hasRows") { !$0.rows.isEmpty },
    .flag("hasNothing") { $0.rows.isEmpty },
    // The map of the list, for the script; nil for a show without coordinates.
    .optionalText("mapOfThese") { $0.list.map },
    .object("pager") { $0.list.pager },
    .optionalText("note") { $0.note },
    .optionalText("dataDate") { $0.list.dataDate },
    .optionalText("credit") { $0.list.credit?.text },
    .flag("isCreditOfShow") { $0.list.credit?.isOfShow == true },
    .optionalText("creditAddress") { $0.list.credit?.link },
  ]
}

/// A hidden member of a form.
struct HiddenField: Renderable {
  let name: String
  let value: String

  static let fields: [Field<Self>] = [.text("name") { $0.name }, .text("value") { $0.value }]
}
