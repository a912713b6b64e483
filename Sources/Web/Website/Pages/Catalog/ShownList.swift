import Catalogs
import Favorites
import Search
import Text

/// The list as one visitor sees it, alone or beside one of its entries.
struct ShownList: Sendable {
  let context: PageContext
  /// Nil if none are kept.
  let favorites: FavoriteList?
  let isOld: Bool
  /// Whether the visitor has favorites that cannot be asked for at the moment.
  let isWithoutFavorites: Bool
  /// For a browser with cookies of several visitors; else nil.
  let wayOut: WayOut?
  let day: Int
  /// As the address has it.
  let asked: ListState
  /// With the section that is open, and the page that is shown.
  let state: ListState
  let query: Query
  let results: Results
  /// What was searched for instead of a text that nothing fits, and what it is taken for.
  private let corrections: [SearchQuery]
  private let meant: String?
  /// Favorites that the feed has no more, as far as the search finds them; they stand below the others.
  private let lost: [Favorite]
  let paging: Paging
  /// Position of the entry that is shown beside it.
  let chosen: Int?

  init(_ visit: Visit, chosen: Int? = nil) {
    context = visit.context
    favorites = visit.favorites
    isOld = visit.isOld
    isWithoutFavorites = visit.isWithoutFavorites
    wayOut = visit.wayOut
    day = visit.day
    self.chosen = chosen
    let catalog = context.catalog
    asked = visit.state
    let state = context.settled(asked, at: chosen.map { catalog.entries[$0] })
    query = context.query(of: state)
    let isWhole = state.section == nil && state.filters.isEmpty
    lost = Self.lost(among: isWhole && state.isFavoritesOnly ? favorites : nil, query, catalog)
    let found = context.findings(for: query)
    results =
      state.isFavoritesOnly ? found.results.among(Self.positions(of: favorites, catalog)) : found.results
    corrections = found.corrections
    meant = results.total > 0 ? found.correctedTo : nil
    paging = Paging(
      total: results.total, lost: lost.count, page: state.page, chosen: chosen.flatMap(results.rank(of:)))
    self.state = state.with(\.page, paging.page)
  }

  /// What a text finds in a whole show; nil if it finds nothing.
  init?(_ text: String, in context: PageContext) {
    self.context = context
    (favorites, day, chosen, lost) = (nil, 0, nil, [])
    (isOld, isWithoutFavorites, wayOut) = (false, false, nil)
    asked = ListState().with(\.text, text)
    state = asked
    query = context.query(of: asked)
    let found = context.findings(for: query)
    (results, corrections) = (found.results, found.corrections)
    guard results.total > 0 else { return nil }
    meant = found.correctedTo
    paging = Paging(total: results.total, page: 1, chosen: nil)
  }

  /// Whether nothing fits the text as it was typed.
  var isMeant: Bool { meant != nil }

  var isSearch: Bool { !query.search.isEmpty }

  private static func positions(of favorites: FavoriteList?, _ catalog: Catalog) -> [Int] {
    favorites?.favorites.compactMap { catalog.position(of: $0.id) } ?? []
  }

  private static func lost(
    among favorites: FavoriteList?, _ query: Query, _ catalog: Catalog
  ) -> [Favorite] {
    favorites?.favorites.filter {
      catalog.position(of: $0.id) == nil && (query.search.isEmpty || !query.search.hits(in: $0.title).isEmpty)
    } ?? []
  }

  private var catalog: Catalog { context.catalog }
  private var language: Language { context.language }

  /// An address of the list with something about it changed, from its first page on.
  func address<Value>(_ member: WritableKeyPath<ListState, Value>, _ value: Value) -> String {
    context.addresses.list(state.with(member, value).with(\.page, 1))
  }

  /// Address of the map of what is listed; nil for a show without places.
  var map: String? {
    guard context.latitudes != nil else { return nil }
    let state = ListState().with(\.text, state.text).with(\.section, state.section)
      .with(\.filters, state.filters)
    return context.addresses[.mapOfAll] + state.query
  }

  // MARK: Words

  /// "43 characters", "3 of 43 characters match “mar”".
  var summary: String {
    let total = results.total + lost.count
    let isFiltered = !state.filters.isEmpty
    guard isSearch || isFiltered else { return counted(total) }
    let (text, noun) = (query.search.shown, context.noun)
    if let meant { return language.text(.meant, ["text": text, "name": meant]) }
    guard total > 0 || !isFiltered else {
      return isSearch ? language.text(.matchesNoneFiltered, ["text": text]) : language.text(.noneFiltered)
    }
    guard total > 0 else {
      return state.isFavoritesOnly
        ? language.text(.noFavoriteMatches, ["text": text])
        : language.text(.matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": text])
    }
    let all = state.isFavoritesOnly ? favorites?.count ?? 0 : count
    return language.text(
      isSearch ? .matches : .filtered, count: total,
      ["all": counted(all), "total": language.number(all), "text": text])
  }

  private func counted(_ count: Int) -> String {
    state.isFavoritesOnly
      ? language.text(.countedFavorites, count: count) : language.counted(count, context.noun)
  }

  /// How many there are to search among.
  private var count: Int {
    catalog.results(for: context.query(of: ListState().with(\.section, state.section))).total
  }

  // MARK: Rows

  var rows: [Row] { rows(from: paging.ranks.lowerBound, limit: paging.ranks.count) }

  func rows(from rank: Int, limit: Int) -> [Row] {
    let positions = results.page(from: rank, limit: limit)
    var rows: [Row] = []
    rows.reserveCapacity(positions.count)
    var previous: Row?
    for position in positions {
      let row = context.row(at: position)
      rows.append(
        row.placed(
          after: previous, isCurrent: position == chosen, isFavorite: favorites?.contains(row.id) ?? false,
          isSorted: state.sort != nil, highlights: isSearch ? highlights(at: position) : nil))
      previous = row
    }
    return rows
  }

  /// What is highlighted in an entry: what is searched for, or what that was corrected to.
  func highlighted(in entry: Entry) -> SearchQuery {
    corrections.first {
      !$0.hits(in: entry.title).isEmpty || !$0.hits(in: entry.text, field: .description).isEmpty
    } ?? query.search
  }

  private func highlights(at position: Int) -> Row.Highlights {
    let entry = catalog.entries[position]
    return Row.Highlights(
      search: highlighted(in: entry), entry: entry, facts: { context.facts(at: position) },
      isRanked: !corrections.isEmpty || query.search.match == .contains)
  }

  /// The lost favorites of this page.
  var lostRows: [FavoriteRow] {
    let query = starQuery(from: .list)
    return lost[paging.lost].map { FavoriteRow($0, context, starQuery: query) }
  }

  /// The page that its stars come back to.
  var starPlace: StarPlace { chosen.map { .entry(catalog.entries[$0].id) } ?? .list }

  func starQuery(from place: StarPlace) -> SafeHTML {
    SafeHTML(escaping: context.addresses.starQuery(state, from: place))
  }

  // MARK: Ways through it

  /// The sections, and all of them together where that can be asked for.
  var tabs: [Tab] {
    guard !catalog.sections.isEmpty else { return [] }
    let all = Tab(
      title: language.text(.all), address: address(\.section, nil), isCurrent: state.section == nil)
    let hasAll = !context.leadsWithSections || isSearch || state.isFavoritesOnly
    return (hasAll ? [all] : [])
      + catalog.sections.map { section in
        Tab(
          title: language.section(section.title), address: address(\.section, section.id),
          isCurrent: state.section == section.id)
      }
  }

  /// Letters to jump to; none in a list on one page.
  var jumps: [Jump] {
    guard paging.count > 1, !isSearch, !state.isFavoritesOnly, state.section == nil, state.filters.isEmpty,
      state.sort == nil
    else { return [] }
    return catalog.initials.map { initial in
      let page = state.with(\.page, initial.position / paging.size + 1)
      let id = catalog.entries[initial.position].id
      return Jump(letter: initial.letter, address: context.addresses.list(page, at: id))
    }
  }

  /// What the list can be filtered by.
  var facets: [FacetMenu] {
    // Where a slip was forgiven, what was found instead is what there is to choose from.
    let isMeant = meant != nil
    let instead = isMeant ? catalog.findings(for: context.query(of: state.with(\.filters, []))).results : nil
    let shown =
      instead.map { $0.page(from: 0, limit: $0.total) }
      ?? (state.isFavoritesOnly ? Self.positions(of: favorites, catalog) : nil)
    let base = isMeant ? state.with(\.text, "") : state
    let limit = FacetMenu.limit(context.addresses.list(base), facets: catalog.facetFields.count)
    return catalog.facets(for: context.query(of: base), among: shown, limit: limit).map {
      FacetMenu($0, in: self)
    }
  }

  var pager: Pager? {
    guard paging.count > 1 else { return nil }
    let (first, last) = (paging.shown.lowerBound, paging.shown.upperBound)
    let numbers = (language.number(state.page), language.number(paging.count))
    return Pager(
      label: language.text(.page, ["page": numbers.0, "pages": numbers.1]),
      first: first, size: paging.size,
      isPreviousApart: first > paging.listCount, isNextApart: last >= paging.listCount,
      previous: first > 1 ? context.addresses.list(state.with(\.page, first - 1)) : nil,
      next: paging.isLast ? nil : context.addresses.list(state.with(\.page, last + 1)))
  }

  /// The entries beside one in these results; nil if it is the only one.
  var neighbours: NeighbourLinks? {
    chosen.flatMap(results.neighbours(of:)).map { neighbours in
      let (previous, next) = (catalog.entries[neighbours.previous], catalog.entries[neighbours.next])
      return NeighbourLinks(
        previousTitle: previous.title, previous: context.addresses.entry(previous.id, state),
        nextTitle: next.title, next: context.addresses.entry(next.id, state))
    }
  }
}
