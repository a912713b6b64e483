public import Search

extension Catalog {
  /// What ``init(unpacking:)`` makes the same catalog of without building it; nil for one that is more than a list
  /// of titles and places, sorted by title and searched by their beginnings.
  public var packed: PackedArrays? {
    guard index.isPackable, entries.store.isPackable, order == .title, entries.store.facts.isEmpty,
      sections.isEmpty
    else { return nil }
    var arrays = PackedArrays()
    entries.store.pack(into: &arrays)
    arrays.append(.halves(entries.places))
    index.pack(into: &arrays)
    return arrays
  }

  /// Of arrays with other numbers than ``packed`` had it makes another catalog, or none; whatever they hold, it
  /// stays within them.
  public init(unpacking arrays: PackedArrays) throws(PackedArrays.Misfit) {
    var arrays = arrays
    let store = try EntryStore(unpacking: &arrays)
    let places = try arrays.halves()
    let index = try SearchIndex(unpacking: &arrays)
    try arrays.finish()
    guard places.count == store.count, index.count == places.count, places.areEachOnce else {
      throw PackedArrays.Misfit()
    }
    self.init(
      store: store, ids: PackedTextIndex(of: store.ids), order: .title, places: places,
      sections: [], members: [], index: index)
  }
}

extension [UInt32] {
  /// Whether these are the numbers from zero on, in any order.
  fileprivate var areEachOnce: Bool {
    var isThere = Array<Bool>(repeating: false, count: count)
    for number in self {
      guard number < count, !isThere[Int(number)] else { return false }
      isThere[Int(number)] = true
    }
    return true
  }
}
