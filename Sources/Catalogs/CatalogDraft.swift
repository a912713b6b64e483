import Progress
import Search
import TextPacking

/// A catalog while its entries are taken one after the other.
struct CatalogDraft {
  private let sections: [Section]
  private let known: KnownIDs?
  private let sectionPositions: [String: Int]
  /// For each section the places of its entries, as they came.
  private var members: [[UInt32]]
  /// For each section the entries that are in ``members`` already.
  private var entered: [Set<UInt32>]
  private(set) var store: EntryStore
  private var ids: PackedTextIndex
  private(set) var keys = PackedTexts()
  private var keyIndex: PackedTextIndex
  private(set) var sorting: ListSorting
  private var facts: [FactColumnDraft]

  /// - Parameters:
  ///   - facts: of which each entry has a text.
  ///   - count: how many entries there are going to be at most.
  ///   - known: ids that entries keep; nil if each has its own.
  init(sections: [Section], facts: [FactField], count: Int, keeping known: KnownIDs? = nil) {
    self.sections = sections
    self.facts = facts.map(FactColumnDraft.init)
    self.known = known
    sectionPositions = Dictionary(
      sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    members = sections.map { _ in [] }
    entered = sections.map { _ in [] }
    store = EntryStore(count: count)
    ids = PackedTextIndex(capacity: count)
    keyIndex = PackedTextIndex(capacity: count)
    keys.reserve(count, bytesEach: 8)
    sorting = ListSorting(count: count)
  }

  /// Where an entry with this key was taken.
  func place(ofKey key: String) -> Int? { keyIndex.position(of: key, in: keys) }

  /// Takes an entry whose key is new and returns its place; nil if no id is left for it.
  mutating func append(
    key: String, title: String, sortTitle: String?, coordinate: Coordinate?, detail: EntryDetail,
    values: [String]
  ) -> Int? {
    let folded = Folding.fold(title)
    guard let id = freeID(key: key, title: folded) else { return nil }
    let place = store.count
    store.append(id: id, title: title, coordinate: coordinate, detail: detail.isEmpty ? nil : detail)
    ids.insert(place, in: store.ids)
    keys.append(key)
    keyIndex.insert(place, in: keys)
    sorting.append(title: folded, sortTitle: sortTitle)
    for index in facts.indices { facts[index].append(index < values.count ? values[index] : "") }
    return place
  }

  /// - Parameter title: folded.
  private func freeID(key: String, title: [UInt8]) -> String? {
    let own = Slug.id(key: key, title: title)
    if let known {
      let id = known.id(of: title, own: own)
      if ids.position(of: id, in: store.ids) == nil { return id }
    }
    let id = own
    if ids.position(of: id, in: store.ids) == nil { return id }
    let other = Slug.join(id, Slug.hash(key))
    return ids.position(of: other, in: store.ids) == nil ? other : nil
  }

  /// Puts an entry into sections; a second time, and an unknown section, do nothing.
  mutating func enter(_ place: Int, _ names: [String]) {
    for section in names.compactMap({ sectionPositions[$0] })
    where entered[section].insert(UInt32(place)).inserted {
      members[section].append(UInt32(place))
    }
  }

  func catalog(_ order: ListOrder, answering match: SearchMatch) -> Catalog {
    var store = store
    store.facts = facts.map(FactColumn.init)
    let list = places(in: order)
    let words = match == .contains ? store.facts.map(\.foldedTexts) : []
    let work = LongWork("indexing the list", of: list.count, in: .things("entries"))
    let index = SearchIndex(
      list.lazy.enumerated().map { number, place in
        if number % CatalogBuilder.stride == 0 { work.reach(number) }
        return store.searchText(at: Int(place), foldedTitle: sorting.title(at: Int(place)), facts: words)
      },
      answering: match)
    return Catalog(
      store: store, ids: ids, order: order, places: list, sections: sections, members: members, index: index)
  }
}
