import Glibc
import Search
import TextPacking

/// A catalog of plain entries while they are taken: bytes all the way, each title folded once, for its id, its place
/// in the list and the search.
struct PlainDraft {
  private let entries: PlainEntries
  private var ids = PackedTexts()
  private var titles = PackedTexts()
  private var coordinates: [Coordinate?] = []
  private var numbers: [Int] = []
  /// What each is sorted by; see ``PlainTitle/sorted``.
  private var sorted = PackedTexts()

  /// - Parameter title: the title of an entry that takes a closer look, and what it is sorted by before that.
  init(_ entries: PlainEntries, title: (FeedEntry) -> (title: String, sortTitle: String)) {
    self.entries = entries
    ids.reserve(entries.count, bytesEach: 24)
    titles.reserve(entries.count, bytesEach: 16)
    sorted.reserve(entries.count, bytesEach: 28)
    coordinates.reserveCapacity(entries.count)
    numbers.reserveCapacity(entries.count)
    var plain = PlainTitle()
    entries.names.bytes.withUnsafeBufferPointer { names in
      entries.endings.bytes.withUnsafeBufferPointer { endings in
        for place in 0..<entries.count {
          let name = UnsafeBufferPointer(rebasing: names[entries.names.range(of: place)])
          let ending = UnsafeBufferPointer(rebasing: endings[entries.endings.range(of: place)])
          if plain.read(name, ending, entries.numbers[place]) {
            append(plain, place)
          } else {
            append(title(entries.entry(at: place)), place)
          }
        }
      }
    }
  }

  private mutating func append(_ plain: PlainTitle, _ place: Int) {
    plain.id.withUnsafeBufferPointer { ids.append($0) }
    plain.title.withUnsafeBufferPointer { titles.append($0) }
    plain.sorted.withUnsafeBufferPointer { sorted.append($0) }
    coordinates.append(entries.coordinates[place])
    numbers.append(entries.numbers[place])
  }

  private mutating func append(_ text: (title: String, sortTitle: String), _ place: Int) {
    guard !text.title.isEmpty else { return }
    let folded = Folding.fold(text.title)
    ids.append(Slug.id(key: String(entries.numbers[place]), title: folded))
    titles.append(text.title)
    sorted.append { bytes in
      bytes += Folding.sortable(Folding.fold(text.sortTitle))
      bytes.append(PlainTitle.separator)
      bytes += Folding.sortable(folded)
      bytes.append(0)
    }
    coordinates.append(entries.coordinates[place])
    numbers.append(entries.numbers[place])
  }

  /// - Parameter match: the question that the search has to answer fast.
  func catalog(answering match: SearchMatch) -> Catalog {
    let places = sortedPlaces()
    return Catalog(
      store: EntryStore(ids: ids, titles: titles, coordinates: coordinates), ids: PackedTextIndex(of: ids),
      order: .title, places: places, sections: [], members: [],
      index: SearchIndex(foldedTitles: sorted, from: { titleStart(of: $0) }, order: places, answering: match))
  }

  /// Where the folded title of an entry begins among the sorted texts.
  private func titleStart(of place: Int) -> Int {
    let text = sorted.range(of: place)
    return sorted.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let separator = memchr(start + text.lowerBound, Int32(PlainTitle.separator), text.count)
      else { return text.lowerBound }
      return UnsafeRawPointer(separator) - start + 1
    }
  }

  /// The places of the entries in list order; those with the same title by their numbers.
  private func sortedPlaces() -> [UInt32] {
    var places = sorted.sortedPositions()
    sorted.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      func text(_ place: UInt32) -> UnsafePointer<CChar> {
        UnsafeRawPointer(start + sorted.range(of: Int(place)).lowerBound).assumingMemoryBound(to: CChar.self)
      }
      var first = 0
      while first < places.count {
        var end = first + 1
        while end < places.count,
          strncmp(text(places[first]), text(places[end]), PackedTexts.sortedDepth) == 0
        {
          end += 1
        }
        if end - first > 1 {
          places[first..<end].sort { one, other in
            let order = strcmp(text(one), text(other))
            return order != 0 ? order < 0 : numbers[Int(one)] < numbers[Int(other)]
          }
        }
        first = end
      }
    }
    return places
  }
}
