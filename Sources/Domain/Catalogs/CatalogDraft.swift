import Search
import System

/// A catalog under construction, entry by entry.
struct CatalogDraft {
  private let sections: [Section]
  private let sectionPositions: [String: Int]
  /// The places of each section's entries, in feed order.
  private var members: [[UInt32]]
  /// The entries in ``members``, for each section.
  private var entered: [Set<UInt32>]
  private(set) var store: EntryStore
  private var ids: EntryIDs
  /// The number of entries left out for lack of a title.
  var untitled = 0
  private(set) var keys = PackedTexts()
  private var keyIndex: PackedTextIndex
  private(set) var sorting: TitleSorting
  private var facts: [FactColumnDraft]

  /// - Parameters:
  ///   - facts: those of which each entry has a text.
  ///   - count: of entries, at most.
  ///   - known: ids that entries keep; nil if ids are not recorded.
  init(sections: [Section], facts: [FactField], count: Int, keeping known: KnownIDs? = nil) {
    self.sections = sections
    self.facts = facts.map(FactColumnDraft.init)
    sectionPositions = Dictionary(
      sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    members = sections.map { _ in [] }
    entered = sections.map { _ in [] }
    store = EntryStore(count: count)
    ids = EntryIDs(count: count, keeping: known)
    keyIndex = PackedTextIndex(capacity: count)
    keys.reserve(count, bytesEach: 8)
    sorting = TitleSorting(count: count)
  }

  /// The place of the entry with this identity.
  func place(of identity: String) -> Int? { keyIndex.position(of: identity, in: keys) }

  /// Appends an entry with a new identity and returns its place.
  mutating func append(
    _ entry: FeedEntry, title: String, sortTitle: String?, detail: EntryDetail, values: [String]
  ) -> Int {
    let folded = Folding.fold(title)
    let place = store.count
    store.append(title: title, coordinate: entry.coordinate, detail: detail.isEmpty ? nil : detail)
    ids.append(entry, title: folded)
    keys.append(entry.identity)
    keyIndex.insert(place, in: keys)
    sorting.append(title: folded, sortTitle: sortTitle)
    for index in facts.indices { facts[index].append(index < values.count ? values[index] : "") }
    return place
  }

  /// Enters an entry in sections; repeated and unknown sections are ignored.
  mutating func enter(_ place: Int, _ names: [String]) {
    for section in names.compactMap({ sectionPositions[$0] })
    where entered[section].insert(UInt32(place)).inserted {
      members[section].append(UInt32(place))
    }
  }

  /// Builds the catalog, and the ids that are known from now on.
  mutating func catalog(_ order: ListOrder, answering match: SearchMatch) -> (Catalog, KnownIDs?) {
    let (texts, known) = ids.finish()
    store.ids = texts
    store.facts = facts.map(FactColumn.init)
    let (store, sorting) = (store, sorting)
    let list = order == .title ? sorting.sorted(isBefore) : Array(0..<UInt32(store.count))
    let words = match == .contains ? store.facts.map(\.foldedTexts) : []
    let work = LongWork("indexing the list", of: list.count, in: .things("entries"))
    let index = SearchIndex(
      list.lazy.enumerated().map { number, place in
        if number % CatalogBuilder.stride == 0 { work.reach(number) }
        return store.searchText(at: Int(place), foldedTitle: sorting.title(at: Int(place)), facts: words)
      },
      answering: match)
    var catalog = Catalog(
      store: store, order: order, places: list, sections: sections, members: members, index: index)
    catalog.untitled = untitled
    return (catalog, known)
  }

  /// Orders entries whose titles fold to the same: by their keys if these are numbers.
  private func isBefore(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (UInt64(keys[first]) ?? .max, UInt64(keys[second]) ?? .max)
    if one != other { return one < other }
    return (store.titles[first], store.ids[first]) < (store.titles[second], store.ids[second])
  }
}
