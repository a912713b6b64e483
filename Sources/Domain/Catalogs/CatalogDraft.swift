import Search
import System

/// A catalog while its entries are taken one after the other.
struct CatalogDraft {
  private let sections: [Section]
  private let sectionPositions: [String: Int]
  /// For each section the places of its entries, as they came.
  private var members: [[UInt32]]
  /// For each section the entries that are in ``members`` already.
  private var entered: [Set<UInt32>]
  private(set) var store: EntryStore
  private var ids: EntryIDs
  /// Entries without a title, which are left out.
  var untitled = 0
  private(set) var keys = PackedTexts()
  private var keyIndex: PackedTextIndex
  private(set) var sorting: ListSorting
  private var facts: [FactColumnDraft]

  /// - Parameters:
  ///   - facts: of which each entry has a text.
  ///   - count: how many entries there are going to be at most.
  ///   - known: ids that entries keep; nil if none are remembered.
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
    sorting = ListSorting(count: count)
  }

  /// The place of the entry with this identity.
  func place(of identity: String) -> Int? { keyIndex.position(of: identity, in: keys) }

  /// Takes an entry whose identity is new and returns its place.
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

  /// Puts an entry into sections; a second time, and an unknown section, do nothing.
  mutating func enter(_ place: Int, _ names: [String]) {
    for section in names.compactMap({ sectionPositions[$0] })
    where entered[section].insert(UInt32(place)).inserted {
      members[section].append(UInt32(place))
    }
  }

  /// The catalog, and the ids that are known from now on.
  mutating func catalog(_ order: ListOrder, answering match: SearchMatch) -> (Catalog, KnownIDs?) {
    let (texts, known) = ids.finish()
    store.ids = texts
    store.facts = facts.map(FactColumn.init)
    let (store, sorting) = (store, sorting)
    let list = places(in: order)
    let words = match == .contains ? store.facts.map(\.foldedTexts) : []
    let work = LongWork("indexing the list", of: list.count, in: .things("entries"))
    let index = SearchIndex(
      list.lazy.enumerated().map { number, place in
        if number % CatalogBuilder.stride == 0 { work.reach(number) }
        return store.searchText(at: Int(place), foldedTitle: sorting.title(at: Int(place)), facts: words)
      },
      answering: match)
    var catalog = Catalog(
      store: store, ids: PackedTextIndex(of: texts), order: order, places: list, sections: sections,
      members: members, index: index)
    catalog.untitled = untitled
    return (catalog, known)
  }
}
