import Glibc
import Search

/// Sorts entries by title, ignoring case, accents and leading punctuation.
///
/// The folded titles lie in one buffer. Places are sorted with the first eight bytes of their titles, which
/// decide most comparisons without reading the buffer.
struct TitleSorting {
  private var folded = PackedTexts()

  /// - Parameter count: of entries, at most.
  init(count: Int) {
    folded.reserve(count, bytesEach: 24)
  }

  /// Appends the next entry's folded title, and the text that it is sorted by first.
  mutating func append(title: [UInt8], sortTitle: String?) {
    folded.append { bytes in
      // Zero sorts before all bytes of a folded text: "San" always comes before "San Antonio".
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
  /// - Parameter isBefore: compares two whose titles fold to the same.
  func sorted(_ isBefore: (Int, Int) -> Bool) -> [UInt32] {
    folded.bytes.withUnsafeBytes { bytes in
      var keys = (0..<folded.count).map { place in
        (head: Self.head(bytes[folded.range(of: place)]), place: UInt32(place))
      }
      keys.sort { first, second in
        if first.head != second.head { return first.head < second.head }
        let order = compare(Int(first.place), Int(second.place), in: bytes)
        return order != 0 ? order < 0 : isBefore(Int(first.place), Int(second.place))
      }
      return keys.map(\.place)
    }
  }

  /// The first eight bytes as a number that compares as they do.
  private static func head(_ text: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    (0..<8).reduce(0) { $0 << 8 | ($1 < text.count ? UInt64(text[text.startIndex + $1]) : 0) }
  }

  private func compare(_ first: Int, _ second: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    guard let start = bytes.baseAddress else { return 0 }
    let (first, second) = (folded.range(of: first), folded.range(of: second))
    let order = memcmp(start + first.lowerBound, start + second.lowerBound, min(first.count, second.count))
    return order != 0 ? Int(order) : first.count - second.count
  }
}
