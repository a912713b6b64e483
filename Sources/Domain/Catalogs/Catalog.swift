public import Search
import System
public import Text

/// The entries of a show, in list order and indexed: a view of arrays in memory or in a mapped file. Immutable: a
/// refresh writes new ones.
///
/// Nothing is read at the start but the outline; every number from the arrays is checked before it leads anywhere, so
/// that damaged ones give other results, never an access outside of them.
public struct Catalog: Sendable {
  /// The version of the arrays' names and meanings, and of everything that shapes them. Raised with every change.
  public static let version: UInt64 = 11

  /// In list order.
  public private(set) var entries: Entries
  public let sections: [Section]
  /// The name of that which the sections are values of; nil if they have none.
  public let sectionLabel: String?
  /// The order of the list for a query that names none.
  public let order: ListOrder
  /// The order of the list for a visitor who chooses none and searches nothing; nil for ``order``.
  public var sort: FactSort? { ownSort.flatMap { covered.contains($0.fact) ? nil : $0 } }
  private let ownSort: FactSort?
  /// Letters to jump to in the whole list; empty unless it is sorted by title.
  public let initials: [Initial]
  let index: SearchIndex
  private let members: Buckets
  /// Whether ids end with a number that all lists of the show share, even where titles differ.
  public let isNumbered: Bool
  private let idHashes: Numbers<UInt64>
  private let idPositions: Numbers<UInt32>
  let columns: [FactColumn]
  let relations: [StoredRelation]
  private let facts: FactIndex
  /// Names of facts that only the search knows.
  private var covered: Set<String> = []
  private let sanitize: CatalogBuilder.Sanitize

  /// - Parameter arrays: as ``CatalogWriter`` wrote them.
  init(_ arrays: ArraySet, sanitize: @escaping CatalogBuilder.Sanitize) {
    let outline = CatalogOutline(arrays.numbers("outline"))
    (sections, sectionLabel, order) = (outline.sections, outline.sectionLabel, outline.order)
    isNumbered = outline.isNumbered
    members = Buckets(arrays, "sections")
    (idHashes, idPositions) = (arrays.numbers("ids.hashes"), arrays.numbers("ids.positions"))
    columns = zip(outline.facts, outline.forms).enumerated().map {
      FactColumn(arrays, $0, field: $1.0, form: $1.1)
    }
    index = SearchIndex(arrays, columns: columns.compactMap(\.searched))
    let entries = Entries(arrays, sectionCount: sections.count, columns)
    self.entries = entries
    facts = FactIndex(arrays, columns)
    relations = columns.enumerated().compactMap { StoredRelation(arrays, $0, $1) }
    initials = outline.initials.filter { $0.position < entries.count }
    ownSort = outline.sort
    self.sanitize = sanitize
  }

  /// The same without the parts that would give the end away; the search still finds their words.
  /// - Parameter labels: those of facts to leave out, besides relations.
  public func covering(_ text: CoveredText, _ labels: Set<String>) -> Catalog {
    var catalog = self
    catalog.entries.covered = text
    let named = labels.isEmpty ? [] : columns.map(\.field).filter { labels.contains($0.label) }
    catalog.covered = text == .none ? [] : Set((named + relations.map(\.field)).map(\.name))
    return catalog
  }

  func isShown(_ field: FactField) -> Bool { !covered.contains(field.name) }

  /// Gives the memory of a mapped file back until it is read again.
  public func release() { idHashes.release() }

  /// Position of the entry with this id.
  public func position(of id: String) -> Int? {
    positions(hashedAs: id).first { entries.id(at: $0) == id }
  }

  /// Position of the entry that has this id in any list of the show.
  public func position(inAnyList id: String) -> Int? {
    position(of: id) ?? (isNumbered ? positions(hashedAs: id).first { _ in true } : nil)
  }

  private func positions(hashedAs id: String) -> some Sequence<Int> {
    // The number alone, if there is one.
    let hyphen = isNumbered ? id.utf8.lastIndex(of: UInt8(ascii: "-")) : nil
    let hash = FNV1a.hash64(hyphen.map { id.utf8[$0...].dropFirst() } ?? id.utf8[...])
    return HashOrder.range(of: hash, in: idHashes).lazy.map { Int(idPositions[$0]) }
      .filter { $0 < entries.count }
  }

  /// The ids that another catalog does not have. Cost: a pass over both.
  public func ids(missingIn other: Catalog) -> [String] {
    var (missing, index): ([String], Int) = ([], 0)
    for (hash, position) in zip(idHashes, idPositions) {
      while index < other.idHashes.count, other.idHashes[index] < hash { index += 1 }
      if index == other.idHashes.count || other.idHashes[index] != hash {
        missing.append(entries.id(at: Int(position)))
      }
    }
    return missing
  }

  /// The letter that the entry at a position is sorted under.
  public func letter(at position: Int) -> String {
    let index = initials.indices.firstIndex(bisecting: { initials[$0].position > position })
    return index > 0 ? initials[index - 1].letter : Initial.letter(of: entries.title(at: position))
  }

  /// The description of the entry at a position, sanitized now if it is markup.
  public func description(at position: Int) -> SafeHTML {
    entries.record(at: position).markup().map { sanitize($0).html }
      ?? SafeHTML(escaping: entries.text(at: position))
  }

  // MARK: Results

  /// The entries that match a query. An unknown section or facet value matches nothing; an unknown order is
  /// that of the list. Without an order, a search anywhere is ranked by title; matches of a prefix are in list order, those
  /// with its marks first.
  ///
  /// Cost: a step for each result before filtering; sorted by a fact, one for each entry.
  public func results(for query: Query) -> Results {
    let results = listed(query)
    if let sort = query.sort, let order = facts.order(sort) {
      return order.sorted(results, isDescending: sort.isDescending, of: entries.count)
    }
    guard !query.search.isEmpty, results.total > 1 else { return results }
    let isSection = query.section != nil
    let best =
      query.search.match == .contains
      ? index.best(
        for: query.search, limit: Self.rankedLimit,
        among: isSection || query.filters.isEmpty ? nil : results
      ).map { query.search.writtenFirst($0, entries.title(at:)) }
      : [index.marked(query.search, limit: Self.rankedLimit)]
    return best == [[]] ? results : results.ranked(best, keepingOrder: isSection)
  }

  /// Ranked results of one search; the others follow in list order.
  private static let rankedLimit = 5_000

  /// The results in list order.
  private func listed(_ query: Query) -> Results {
    let found = facts.filtered(index.results(for: query.search), by: query.filters)
    guard let id = query.section else { return found }
    guard let section = sections.firstIndex(where: { $0.id == id }) else { return .none }
    let all = Results(members[section], isAscending: order == .title, below: entries.count)
    if found.total == entries.count { return all }
    return all.filtered(PositionBits(found, below: entries.count).contains)
  }

  /// The number of results in each section. Cost: one step for each entry of each section.
  public func sectionCounts(for query: Query) -> [Int] {
    let found = facts.filtered(index.results(for: query.search), by: query.filters)
    if found.total == entries.count { return sections.indices.map { members[$0].count } }
    let bits = PositionBits(found, below: entries.count)
    return sections.indices.map { members[$0].count { bits.contains(Int($0)) } }
  }

  /// Whether a query and its facets are answered by reading at most some hundreds of entries.
  /// - Parameter isShort: whether the list is short enough to read all of it.
  public func answersAtOnce(_ query: Query, isShort: Bool) -> Bool {
    // Hits in descriptions are marked: the texts may be long in a short list too.
    if query.search.match == .contains, !query.search.isEmpty { return false }
    if isShort { return true }
    guard query.section == nil, query.filters.isEmpty else { return false }
    return query.sort == nil && (query.search.isEmpty || facts.facets.isEmpty)
  }

  /// The only entry with this title; nil if there are none or several.
  public func entry(titled title: String) -> Int? {
    // Up to 16 titles that fold to the same are compared.
    let search = SearchQuery(title, match: .prefix)
    let found = index.best(for: search, limit: 16, among: index.results(for: search)).first ?? []
    let titled = found.filter { entries.title(at: $0) == title }
    return titled.count == 1 ? titled[0] : nil
  }

  // MARK: Facts

  /// The facts of the entry at a position, in the show's order.
  public func facts(at position: Int) -> [NamedFact] {
    columns.compactMap { column in
      guard isShown(column.field) else { return nil }
      let values = column.values(of: Int(column.codes[position]))
      return values.isEmpty ? nil : NamedFact(field: column.field, values: values)
    }
  }

  /// The facts that entries have, in the show's order.
  public var factFields: [FactField] { columns.filter { $0.codeCount > 1 }.map(\.field).filter(isShown) }

  /// The facts that the list can be filtered by.
  public var facetFields: [FactField] { facts.facets.map(\.field).filter(isShown) }

  /// The facts that the list can be sorted by.
  public var sortings: [FactSorting] {
    facts.orders.map { FactSorting(field: $0.field, kind: $0.kind) }.filter { isShown($0.field) }
  }

  /// The choices of each facet, with counts that follow the search, the section and the other facets.
  /// - Parameters:
  ///   - shown: entries that the list is restricted to as well, such as favorites.
  ///   - passing: the results of the query among these; nil if they are not known yet.
  ///   - limit: values of each facet, the most frequent ones; at most ``FacetValues/offeredLimit``.
  ///
  /// Cost: for each facet one step for each entry of the search or section.
  public func facets(
    for query: Query, among shown: [Int]? = nil, passing: Results? = nil, limit: Int = .max
  ) -> [Facet] {
    guard !facetFields.isEmpty else { return [] }
    let isWhole = query.search.isEmpty && query.section == nil
    let all = listed(query.unfiltered)
    return facts.choices(
      among: shown.map(all.among) ?? (isWhole ? nil : all), of: entries.count, query.filters,
      passing: passing, limit: limit
    ).filter { isShown($0.field) }
  }

  /// The filter that selects a fact's value; nil if the list cannot be filtered by it.
  public func filter(_ field: FactField, _ value: FactValue) -> FactFilter? {
    guard isShown(field), let facet = facts.facet(named: field.name) else { return nil }
    let filter = FactFilter(field.name, facet.name(of: value))
    return self.value(of: filter).map { _ in filter }
  }

  /// The facet value that a filter selects; nil if no entry has it.
  public func value(of filter: FactFilter) -> FactValue? {
    guard let facet = facts.facet(named: filter.fact) else { return nil }
    return facet.number(named: filter.value).map(facet.value)
  }
}
