import Glibc
import Search

/// A catalog of plain entries while they are taken: bytes all the way, each title folded once, for its id,
/// its place
/// in the list and the search.
struct PlainDraft {
  private let ids: PackedTexts
  private let titles: PackedTexts
  private let coordinates: [Coordinate?]
  private let numbers: [Int]
  /// What each is sorted by; see ``PlainTitle/sorted``.
  private let sorted: PackedTexts

  /// - Parameter title: the title of an entry that takes a closer look, and what it is sorted by before that.
  init(_ entries: PlainEntries, title: (FeedEntry) -> (title: String, sortTitle: String)) {
    var texts = PlainTitle(entries.count)
    var coordinates: [Coordinate?] = []
    var numbers: [Int] = []
    coordinates.reserveCapacity(entries.count)
    numbers.reserveCapacity(entries.count)
    entries.names.bytes.withUnsafeBytes { names in
      entries.endings.bytes.withUnsafeBytes { endings in
        for place in 0..<entries.count {
          let name = UnsafeRawBufferPointer(rebasing: names[entries.names.range(of: place)])
          let ending = UnsafeRawBufferPointer(rebasing: endings[entries.endings.range(of: place)])
          guard
            texts.append(name, ending, entries.numbers[place])
              || texts.append(title(entries.entry(at: place)), entries.numbers[place])
          else { continue }
          coordinates.append(entries.coordinates[place])
          numbers.append(entries.numbers[place])
        }
      }
    }
    (self.coordinates, self.numbers) = (coordinates, numbers)
    (ids, titles, sorted) = (texts.ids.texts(), texts.titles.texts(), texts.sorted.texts())
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
    sorted.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      places.withUnsafeMutableBufferPointer { places in
        var first = 0
        while first < places.count {
          let text = sorted.range(of: Int(places[first]))
          let count = min(text.count, PackedTexts.sortedDepth)
          var end = first + 1
          while end < places.count {
            let other = sorted.range(of: Int(places[end]))
            guard min(other.count, PackedTexts.sortedDepth) == count,
              memcmp(start + text.lowerBound, start + other.lowerBound, count) == 0
            else { break }
            end += 1
          }
          if end - first > 1 { sort(places[first..<end], in: start) }
          first = end
        }
      }
    }
    return places
  }

  /// Sorts places whose texts begin alike, by all of these and then by numbers.
  private func sort(_ places: Slice<UnsafeMutableBufferPointer<UInt32>>, in bytes: UnsafeRawPointer) {
    func text(_ place: UInt32) -> UnsafePointer<CChar> {
      (bytes + sorted.range(of: Int(place)).lowerBound).assumingMemoryBound(to: CChar.self)
    }
    // Shorter ones are the same to their end.
    let areSame = sorted.range(of: Int(places.first ?? 0)).count < PackedTexts.sortedDepth
    var places = places
    places.sort { one, other in
      let order = areSame ? 0 : strcmp(text(one), text(other))
      return order != 0 ? order < 0 : numbers[Int(one)] < numbers[Int(other)]
    }
  }
}

extension PlainTitle {
  /// Takes a title, and what it is sorted by before that; false for none.
  fileprivate mutating func append(_ text: (title: String, sortTitle: String), _ number: Int) -> Bool {
    guard !text.title.isEmpty else { return false }
    let folded = Folding.fold(text.title)
    ids.append(Slug.id(key: String(number), title: folded))
    titles.append(text.title)
    sorted.append(
      Folding.sortable(Folding.fold(text.sortTitle)) + [Self.separator] + Folding.sortable(folded) + [0])
    return true
  }
}

extension PackedTextsWriter {
  fileprivate mutating func append(_ text: String) { append(Array(text.utf8)[...]) }

  fileprivate mutating func append(_ text: ArraySlice<UInt8>) { text.withUnsafeBytes { append($0) } }
}
