import Glibc
import Search

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

/// Sorts entries by their titles, blind to case, accents, and signs that they begin with.
///
/// Every title lies folded in one buffer; what is sorted are places, with the first eight bytes of
/// the folded title beside them, which decide most comparisons without a look at the buffer.
struct ListSorting {
  private var folded = PackedTexts()

  /// - Parameter count: how many entries there are going to be.
  init(count: Int) {
    folded.reserve(count, bytesEach: 24)
  }

  /// Takes the next entry's title, folded, and what it sorts by before that.
  mutating func append(title: [UInt8], sortTitle: String?) {
    folded.append { bytes in
      // A zero stands in no folded text and comes before all that does: "San" before "San Antonio",
      // whatever follows it in its title.
      if let sortTitle {
        bytes += Folding.sortable(Folding.fold(sortTitle))
        bytes.append(0)
      }
      bytes += Folding.sortable(title)
    }
  }

  /// The folded title of the entry at a place.
  func title(at place: Int) -> ArraySlice<UInt8> {
    let text = folded.range(of: place)
    let start = folded.bytes.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress, let end = memchr(first + text.lowerBound, 0, text.count) else {
        return text.lowerBound
      }
      return UnsafeRawPointer(end) - first + 1
    }
    return folded.bytes[start..<text.upperBound]
  }

  /// The places of the entries in list order.
  /// - Parameter isBefore: decides between two whose titles fold to the same.
  func sorted(_ isBefore: (Int, Int) -> Bool) -> [UInt32] {
    folded.bytes.withUnsafeBytes { bytes in
      var keys = (0..<folded.count).map { place in
        Key(bytes[folded.range(of: place)], place: UInt32(place))
      }
      keys.sort { first, second in
        if first.head != second.head { return first.head < second.head }
        let order = compare(Int(first.place), Int(second.place), in: bytes)
        return order != 0 ? order < 0 : isBefore(Int(first.place), Int(second.place))
      }
      return keys.map(\.place)
    }
  }

  private struct Key {
    let head: UInt64
    let place: UInt32

    init(_ text: Slice<UnsafeRawBufferPointer>, place: UInt32) {
      var head: UInt64 = 0
      for index in 0..<8 {
        head = head << 8 | (index < text.count ? UInt64(text[text.startIndex + index]) : 0)
      }
      self.head = head
      self.place = place
    }
  }

  private func compare(_ first: Int, _ second: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    let (first, second) = (folded.range(of: first), folded.range(of: second))
    let order = memcmp(start + first.lowerBound, start + second.lowerBound, min(first.count, second.count))
    return order != 0 ? Int(order) : first.count - second.count
  }
}
