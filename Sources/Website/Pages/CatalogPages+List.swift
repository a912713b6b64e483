import Catalogs
import Favorites
import HTML
import Search

extension CatalogPages {
  /// The list and the number of its page.
  func pane(
    _ state: ListState, _ query: Query, _ results: Results, chosen: Int?, isOld: Bool, marks: FavoriteList?
  ) -> (pane: ListPane, page: Int) {
    let paging = Paging(total: results.total, page: state.page, chosen: chosen.flatMap(results.rank(of:)))
    let state = state.with(\.page, paging.page)
    let positions = results.page(from: paging.ranks.lowerBound, limit: paging.ranks.count)
    let isSearch = !query.search.isEmpty
    let gone = gone(state, query.search, marks)
    let pane = ListPane(
      label: Wording.capitalized(noun.many),
      summary: summary(results.total + gone.count, query.search, state, marks),
      searchText: isSearch ? query.search.shown : "", isSearch: isSearch, action: addresses.list(),
      clear: addresses.list(state.with(\.text, "").with(\.page, 1)), suggestions: addresses.suggestions(),
      kept: kept(state), isGrid: state.view == .grid,
      isStories: show.looks.rows == .stories,
      asList: addresses.list(state.with(\.view, .list)), asGrid: addresses.list(state.with(\.view, .grid)),
      tabs: tabs(state, hasAll: isSearch || state.isFavoritesOnly), isTabBar: leadsWithSections,
      jumps: paging.count > 1 && !isSearch && !state.isFavoritesOnly && state.section == nil
        ? jumps(state, paging.size) : [],
      query: SafeHTML(escaping: addresses.query(state)),
      starQuery: marks.map { _ in starQuery(state, chosen) },
      allInstead: state.isFavoritesOnly
        ? addresses.list(state.with(\.isFavoritesOnly, false).with(\.page, 1)) : nil,
      rows: rows(positions, query: query, chosen: chosen, marks: marks),
      gone: paging.isLast ? gone : [], tileWidth: show.looks.aspect.width * 40,
      tileHeight: show.looks.aspect.height * 40, pager: pager(state, paging),
      note: DataNote.sentence(provenance, isOld: isOld, in: language),
      credit: show.credit.map { ListPane.Credit(text: $0.text, address: $0.link) })
    return (pane, paging.page)
  }

  /// How many there are to search among.
  func count(in section: String?) -> Int {
    catalog.results(for: query(of: ListState().with(\.section, section))).total
  }

  private func rows(_ positions: [Int], query: Query, chosen: Int?, marks: FavoriteList?) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(positions.count)
    var previous: Row?
    for position in positions {
      let row = row(position)
      rows.append(
        row.placed(
          after: previous, isCurrent: position == chosen,
          isMarked: marks?.contains(row.id) ?? false,
          marks: query.search.isEmpty ? nil : (query.search, catalog.entries[position])))
      previous = row
    }
    return rows
  }

  private func row(_ position: Int) -> Row {
    if !prepared.isEmpty { return prepared[position] }
    return Row(catalog.entries[position], in: addresses, isStory: show.looks.rows == .stories)
  }

  private func kept(_ state: ListState) -> [HiddenField] {
    var fields: [HiddenField] = []
    if let section = state.section { fields.append(HiddenField(name: "section", value: section)) }
    if state.view == .grid { fields.append(HiddenField(name: "view", value: state.view.rawValue)) }
    if state.isFavoritesOnly { fields.append(HiddenField(name: "favorites", value: "1")) }
    return fields
  }

  /// The sections, and all of them together where that can be asked for.
  private func tabs(_ state: ListState, hasAll: Bool) -> [Tab] {
    guard !catalog.sections.isEmpty else { return [] }
    let first = state.with(\.page, 1)
    let all = Tab(
      title: language.text(.all), address: addresses.list(first.with(\.section, nil)),
      isCurrent: state.section == nil)
    return (leadsWithSections && !hasAll ? [] : [all])
      + catalog.sections.map { section in
        Tab(
          title: language.section(section.title), address: addresses.list(first.with(\.section, section.id)),
          isCurrent: state.section == section.id)
      }
  }

  private func jumps(_ state: ListState, _ size: Int) -> [Jump] {
    catalog.initials.map { initial in
      let page = state.with(\.page, initial.position / size + 1)
      return Jump(
        letter: initial.letter, address: addresses.list(page, at: catalog.entries[initial.position].id))
    }
  }

  private func pager(_ state: ListState, _ paging: Paging) -> Pager? {
    guard paging.count > 1 else { return nil }
    let (first, last) = (paging.shown.lowerBound, paging.shown.upperBound)
    return Pager(
      label: language.text(
        .page, ["page": language.number(state.page), "pages": language.number(paging.count)]),
      first: first, size: paging.size,
      previous: first > 1 ? addresses.list(state.with(\.page, first - 1)) : nil,
      next: paging.isLast ? nil : addresses.list(state.with(\.page, last + 1)))
  }
}
