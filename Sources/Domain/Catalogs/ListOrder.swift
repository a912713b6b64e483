/// What a list is sorted by unless a visitor chooses a fact.
///
/// A catalog's index and its sections are made for this order. Those of facts are permutations beside it.
public enum ListOrder: Sendable {
  /// By title, blind to case, accents and signs before it; equal titles by their keys if these are numbers.
  case title
  /// As the feed has them; within a section too, where each stands as it came with that section.
  case feed
}

extension CatalogDraft {
  /// Places in the store, in an order.
  func places(in order: ListOrder) -> [UInt32] {
    switch order {
    case .title: sorting.sorted(isBefore)
    case .feed: Array(0..<UInt32(store.count))
    }
  }

  /// The order of two entries whose titles fold to the same: by their keys, if these are numbers.
  private func isBefore(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (UInt64(keys[first]) ?? .max, UInt64(keys[second]) ?? .max)
    if one != other { return one < other }
    return (store.titles[first], store.ids[first]) < (store.titles[second], store.ids[second])
  }
}
