import Catalogs
import Favorites
import Search
import Text

/// The list that a visitor sees, alone or beside one of its entries.
struct ShownList: Sendable {
  let context: PageContext
  /// Nil without a store of favorites.
  let favorites: FavoriteList?
  /// A note on the age of old data, and the date of other data.
  let note: String?
  let dataDate: String?
  let credit: (text: String, link: String?, isOfShow: Bool)?
  /// Whether the visitor's favorites are unavailable at the moment.
  let isWithoutFavorites: Bool
  let day: Int
  /// Ids of entries that the feed has brought lately.
  let arrivals: [String]
  private static let arrivalLimit = 12
  /// The state in the address.
  let requestedState: ListState
  /// The state with the open section and the shown page.
  let state: ListState
  let query: Query
  let results: Results
  /// Searches that replace one without results, and the title that it was corrected to.
  let corrections: [SearchQuery]
  private let correctedTo: String?
  /// The positions of the favorites, if only these are shown.
  private let own: [Int]?
  let paging: Paging
  let chosen: Int?
  /// The scale of the map of the chosen entry.
  let zoom: Int

  init(_ visit: Visit, chosen: Int? = nil) {
    context = visit.context
    favorites = visit.favorites
    let edition = visit.edition
    (note, dataDate) = (edition.note(in: context.language), edition.provenance.date(in: context.language))
    credit = context.credit(of: edition.provenance)
    isWithoutFavorites = visit.isWithoutFavorites
    day = visit.day
    zoom = visit.zoom
    arrivals = Array((edition.news?.ids ?? []).prefix(Self.arrivalLimit))
    self.chosen = chosen
    let catalog = context.catalog
    requestedState = context.knownState(visit.state)
    let state = context.resolvedState(requestedState, at: chosen.map { catalog.entries[$0] })
    query = context.query(of: state)
    own =
      state.isFavoritesOnly ? favorites?.favorites.compactMap { catalog.position(of: $0.id) } ?? [] : nil
    let found = context.findings(for: query)
    results = own.map(found.results.among) ?? found.results
    corrections = found.corrections
    correctedTo = results.total > 0 ? found.correctedTo : nil
    paging = Paging(
      total: results.total, page: state.page, chosen: chosen.flatMap(results.rank(of:)))
    self.state = state.with(\.page, paging.page)
  }

  /// The results of a text in a whole show; nil if there are none.
  init?(_ text: String, in context: PageContext) {
    self.context = context
    (favorites, day, arrivals, chosen, zoom, own) = (nil, 0, [], nil, 0, nil)
    (note, dataDate, credit, isWithoutFavorites) = (nil, nil, nil, false)
    requestedState = ListState().with(\.text, text)
    state = requestedState
    query = context.query(of: requestedState)
    let found = context.findings(for: query)
    (results, corrections) = (found.results, found.corrections)
    guard results.total > 0 else { return nil }
    correctedTo = found.correctedTo
    paging = Paging(total: results.total, page: 1, chosen: nil)
  }

  var isCorrected: Bool { correctedTo != nil }

  var isSearch: Bool { !query.search.isEmpty }

  private var catalog: Catalog { context.catalog }
  private var language: Language { context.language }

  /// Address of the list's first page with one member of its state changed.
  func address<Value>(_ member: WritableKeyPath<ListState, Value>, _ value: Value) -> String {
    context.addresses.list(state.with(member, value).with(\.page, 1))
  }

  /// The section in which a search begins, and to which its end leads.
  var tab: String? { state.tab ?? state.section }

  /// Address of the map of what is listed; nil for a show without places.
  var map: String? {
    guard context.shown.mapFrame != nil else { return nil }
    let state = ListState().with(\.text, state.text).with(\.section, state.section)
      .with(\.filters, state.filters)
    return context.addresses[.mapOfAll] + state.query
  }

  // MARK: Words

  /// The name of the open section, which heads the page; nil for all of them.
  var heading: String? {
    catalog.sections.first { $0.id == state.section }.map { context.section($0.title) }
  }

  /// The title of the page before the show's name: search and section; nil for neither.
  var title: String? {
    let parts = [isSearch ? query.search.shown : nil, heading].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " – ")
  }

  /// "43 characters", "3 of 43 characters match “mar”".
  var summary: String {
    guard state.hasTooManyValues else { return counts }
    return "\(counts). \(language.text(.tooManyValues, ["limit": language.number(FactFilter.countLimit)]))"
  }

  private var counts: String {
    let total = results.total
    let isFiltered = !state.filters.isEmpty
    guard isSearch || isFiltered else { return counted(total) }
    let (text, noun) = (query.search.shown, context.noun)
    if let correctedTo { return language.text(.meant, ["text": text, "name": correctedTo]) }
    guard total > 0 || !isFiltered else {
      return isSearch ? language.text(.matchesNoneFiltered, ["text": text]) : language.text(.noneFiltered)
    }
    guard total > 0 else {
      return state.isFavoritesOnly
        ? language.text(.noFavoriteMatches, ["text": text])
        : language.text(.matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": text])
    }
    let all = own?.count ?? count
    return language.text(
      isSearch ? .matches : .filtered, count: total,
      ["all": counted(all), "total": language.number(all), "text": text])
  }

  private func counted(_ count: Int) -> String {
    state.isFavoritesOnly
      ? language.text(.countedFavorites, count: count) : language.counted(count, context.noun)
  }

  private var count: Int {
    catalog.results(for: context.query(of: ListState().with(\.section, state.section))).total
  }

  // MARK: Rows

  var rows: [Row] { rows(from: paging.ranks.lowerBound, limit: paging.ranks.count) }

  func rows(from rank: Int, limit: Int) -> [Row] {
    let hasNoLetters =
      context.sort(of: state) != nil || isSearch && (!corrections.isEmpty || query.search.match == .contains)
    var letter: SafeHTML?
    return results.page(from: rank, limit: limit).map { position in
      var row = context.row(at: position, hasLine: !isTable)
      if isSearch {
        let entry = catalog.entries[position]
        row.highlight(highlighted(in: entry), in: entry) { context.facts(at: position) }
        let isAnywhere = state.section == nil && catalog.sections.count > 1
        if isAnywhere {
          row.tell(
            language.list(entry.sections.map { context.section(catalog.sections[$0].title) }), context.looks)
        }
      }
      let initial = hasNoLetters ? .empty : SafeHTML(escaping: catalog.letter(at: position))
      // Only the first row of an initial shows it.
      if initial != letter { row.letter = initial }
      letter = initial
      row.isCurrent = position == chosen
      row.isFavorite = favorites?.contains(row.id) ?? false
      if isTable { row.cells = cells(at: position) }
      return row
    }
  }

  /// The search to highlight in an entry: the visitor's, or its correction.
  func highlighted(in entry: Entry) -> SearchQuery {
    corrections.first {
      !$0.hits(in: entry.title).isEmpty || !$0.hits(in: entry.text, field: .description).isEmpty
    } ?? query.search
  }

  var starPage: StarPage { chosen.map { .entry(catalog.entries[$0].id) } ?? .list }

  /// The star of an entry; nil without a store of favorites.
  func star(of entry: Entry, from page: StarPage) -> Star? {
    favorites.map {
      Star(
        entry.id, SafeHTML(escaping: entry.title), starQuery(from: page), isFavorite: $0.contains(entry.id),
        context.addresses)
    }
  }

  func starQuery(from page: StarPage) -> SafeHTML {
    SafeHTML(escaping: context.addresses.starQuery(state, from: page))
  }

  var facets: [FacetMenu] {
    // After a correction, the facets count its results.
    let instead =
      isCorrected ? catalog.findings(for: context.query(of: state.with(\.filters, []))).results : nil
    let shown =
      instead.map { $0.page(from: 0, limit: $0.total) }
      ?? own
    let base = isCorrected ? state.with(\.text, "") : state
    let limit = FacetMenu.limit(context.addresses.list(base), facets: catalog.facetFields.count)
    return catalog.facets(
      for: context.query(of: base), among: shown, passing: isCorrected ? nil : results, limit: limit
    ).map { FacetMenu($0, in: self) }
  }
}
