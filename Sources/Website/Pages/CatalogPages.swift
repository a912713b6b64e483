import CatalogCore
import HTML
import Search

/// Makes the page models of one catalog; knows no bytes and no request.
struct CatalogPages: Sendable {
  /// Results that stand on one page; more are paged.
  static let onePageLimit = 200
  static let pageSize = 60
  /// Rows are prepared for all entries up to this many; beyond it, for each page when it is asked for.
  private static let preparedLimit = 5_000

  let show: Show
  let catalog: Catalog
  let addresses: Addresses
  let assets: Assets
  let provenance: Provenance
  private let prepared: [Row]

  init(show: Show, catalog: Catalog, addresses: Addresses, assets: Assets, provenance: Provenance) {
    self.show = show
    self.catalog = catalog
    self.addresses = addresses
    self.assets = assets
    self.provenance = provenance
    prepared =
      catalog.entries.count <= Self.preparedLimit ? catalog.entries.map { Row($0, in: addresses) } : []
  }

  func list(_ state: ListState, isOld: Bool) -> CatalogPage {
    let query = query(of: state)
    let title = query.search.isEmpty ? show.name : "\(query.search.shown) – \(show.name)"
    return CatalogPage(
      chrome: chrome(title: title), list: pane(state, query, chosen: nil, isOld: isOld).pane, detail: nil,
      noun: show.noun.one)
  }

  /// The list's results without the page around them.
  func results(_ state: ListState, isOld: Bool) -> ListPane {
    pane(state, query(of: state), chosen: nil, isOld: isOld).pane
  }

  /// The page of an entry beside its list; nil where there is no such entry.
  func entry(_ id: String, _ state: ListState, isOld: Bool) -> CatalogPage? {
    guard let position = catalog.position(of: id) else { return nil }
    let entry = catalog.entries[position]
    let query = query(of: state)
    let (list, page) = pane(state, query, chosen: position, isOld: isOld)
    let back = addresses.list(state.with(\.page, page), at: id)
    let detail = DetailPane(
      plainTitle: entry.title,
      title: query.search.isEmpty ? SafeHTML(escaping: entry.title) : Marking.mark(entry.title, query.search),
      subtitle: entry.subtitle.map { SafeHTML(escaping: $0) } ?? .empty,
      description: query.search.isEmpty ? entry.description : Marking.mark(entry.description, query.search),
      picture: addresses.picture(id), width: show.looks.aspect.width * 100,
      height: show.looks.aspect.height * 100, back: back,
      source: entry.link.flatMap(DetailPane.Source.init(address:)))
    return CatalogPage(
      chrome: chrome(title: "\(entry.title) – \(show.name)"), list: list, detail: detail, noun: show.noun.one)
  }

  func error(_ status: Int) -> ErrorPage {
    let words = ErrorPage.words(for: status)
    return ErrorPage(
      chrome: chrome(title: "\(words.heading) – \(show.name)"), heading: words.heading,
      sentence: words.sentence)
  }

  func query(of state: ListState) -> Query {
    Query(search: SearchQuery(state.text, match: show.match), section: state.section)
  }

  // MARK: The list

  private func pane(
    _ state: ListState, _ query: Query, chosen: Int?, isOld: Bool
  ) -> (pane: ListPane, page: Int) {
    let results = catalog.results(for: query)
    let size = results.total <= Self.onePageLimit ? max(results.total, 1) : Self.pageSize
    let pages = max(1, (results.total + size - 1) / size)
    let page = chosen.flatMap(results.rank(of:)).map { $0 / size + 1 } ?? min(state.page, pages)
    let state = state.with(\.page, page)
    let positions = results.page(from: (page - 1) * size, limit: size)
    let isSearch = !query.search.isEmpty
    let pane = ListPane(
      label: Wording.capitalized(show.noun.many),
      summary: Wording.summary(
        results.total, of: catalog.entries.count, matching: isSearch ? query.search.shown : nil, show.noun),
      searchText: isSearch ? query.search.shown : "", isSearch: isSearch, action: addresses.list(),
      clear: addresses.list(state.with(\.text, "").with(\.page, 1)), suggestions: addresses.suggestions(),
      kept: kept(state), isGrid: state.view == .grid,
      asList: addresses.list(state.with(\.view, .list)), asGrid: addresses.list(state.with(\.view, .grid)),
      tabs: tabs(state), jumps: pages > 1 && !isSearch && state.section == nil ? jumps(state, size) : [],
      query: SafeHTML(escaping: addresses.query(state)),
      rows: rows(positions, query: query, chosen: chosen), tileWidth: show.looks.aspect.width * 40,
      tileHeight: show.looks.aspect.height * 40, pager: pager(state, pages: pages),
      note: DataNote.sentence(provenance, isOld: isOld),
      credit: show.credit.map { ListPane.Credit(text: $0.text, address: $0.link) })
    return (pane, page)
  }

  private func rows(_ positions: [Int], query: Query, chosen: Int?) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(positions.count)
    var previous: Row?
    for position in positions {
      let row = prepared.isEmpty ? Row(catalog.entries[position], in: addresses) : prepared[position]
      let marked =
        query.search.isEmpty ? nil : Marking.mark(catalog.entries[position].title, query.search)
      rows.append(row.placed(after: previous, title: marked, isCurrent: position == chosen))
      previous = row
    }
    return rows
  }

  private func kept(_ state: ListState) -> [HiddenField] {
    var fields: [HiddenField] = []
    if let section = state.section { fields.append(HiddenField(name: "section", value: section)) }
    if state.view == .grid { fields.append(HiddenField(name: "view", value: state.view.rawValue)) }
    return fields
  }

  private func tabs(_ state: ListState) -> [Tab] {
    guard !catalog.sections.isEmpty else { return [] }
    let first = state.with(\.page, 1)
    let all = Tab(
      title: "All", address: addresses.list(first.with(\.section, nil)), isCurrent: state.section == nil)
    return [all]
      + catalog.sections.map { section in
        Tab(
          title: section.title, address: addresses.list(first.with(\.section, section.id)),
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

  private func pager(_ state: ListState, pages: Int) -> Pager? {
    guard pages > 1 else { return nil }
    return Pager(
      label: "Page \(Wording.grouped(state.page)) of \(Wording.grouped(pages))",
      previous: state.page > 1 ? addresses.list(state.with(\.page, state.page - 1)) : nil,
      next: state.page < pages ? addresses.list(state.with(\.page, state.page + 1)) : nil)
  }

  /// Address of the show's emblem.
  var icon: String { assets.address(of: show.looks.icon, in: addresses) }

  private func chrome(title: String) -> Chrome {
    Chrome(
      showName: show.name, title: title, home: addresses.list(),
      stylesheet: assets.address(of: Assets.stylesheet, in: addresses),
      script: assets.address(of: Assets.script, in: addresses), openSearch: addresses.openSearch,
      icon: icon,
      lightTheme: "\(Looks.lightBackground)", darkTheme: Stylesheet.darkPage)
  }
}

extension DetailPane.Source {
  /// Nil for an address without a host.
  init?(address: String) {
    let parts = address.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].isEmpty else { return nil }
    let host = parts[2].prefix { !"/?#".contains($0) }
    guard !host.isEmpty else { return nil }
    self.init(address: address, host: String(host))
  }
}
