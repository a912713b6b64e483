import Glibc
import Search

/// A catalog of plain entries under construction: bytes all the way, each title folded once, for its id, its place in
/// the list and the search.
struct PlainDraft {
  private let ids: PackedTexts
  private let titles: PackedTexts
  private let coordinates: [Coordinate?]
  private let numbers: [Int]
  /// Sort keys; see ``PlainTitle/sorted``.
  private let sorted: PackedTexts

  /// - Parameter title: the title and sort title of an entry that is not plain ASCII or simple letters.
  init(_ entries: PlainEntries, title: (FeedEntry) -> (title: String, sortTitle: String)) {
    var texts = PlainTitle(entries.numbers.count)
    var coordinates: [Coordinate?] = []
    var numbers: [Int] = []
    coordinates.reserveCapacity(entries.numbers.count)
    numbers.reserveCapacity(entries.numbers.count)
    entries.names.bytes.withUnsafeBytes { names in
      entries.endings.bytes.withUnsafeBytes { endings in
        for place in 0..<entries.numbers.count {
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

  /// - Parameter match: the kind of search to answer fast.
  func catalog(answering match: SearchMatch) -> Catalog {
    let places = sortedPlaces()
    return Catalog(
      store: EntryStore(ids: ids, titles: titles, coordinates: coordinates), order: .title,
      places: places, sections: [], members: [],
      index: SearchIndex(foldedTitles: sorted, from: { titleStart(of: $0) }, order: places, answering: match))
  }

  /// The offset of an entry's folded title in the sort keys.
  private func titleStart(of place: Int) -> Int {
    let text = sorted.range(of: place)
    return sorted.bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let separator = memchr(start + text.lowerBound, Int32(PlainTitle.separator), text.count)
      else { return text.lowerBound }
      return UnsafeRawPointer(separator) - start + 1
    }
  }

  /// The places of the entries in list order; equal titles by number.
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

  /// Sorts places whose keys begin alike, by the whole keys and then by number.
  private func sort(_ places: Slice<UnsafeMutableBufferPointer<UInt32>>, in bytes: UnsafeRawPointer) {
    func text(_ place: UInt32) -> UnsafePointer<CChar> {
      (bytes + sorted.range(of: Int(place)).lowerBound).assumingMemoryBound(to: CChar.self)
    }
    // Keys shorter than the sorted depth are equal.
    let areSame = sorted.range(of: Int(places.first ?? 0)).count < PackedTexts.sortedDepth
    var places = places
    places.sort { one, other in
      let order = areSame ? 0 : strcmp(text(one), text(other))
      return order != 0 ? order < 0 : numbers[Int(one)] < numbers[Int(other)]
    }
  }
}

extension PlainTitle {
  /// Appends a title and its sort title; false for an empty title.
  fileprivate mutating func append(_ text: (title: String, sortTitle: String), _ number: Int) -> Bool {
    guard !text.title.isEmpty else { return false }
    let folded = Folding.fold(text.title)
    ids.append(Slug.id(key: String(number), title: folded).id)
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

/// Writes titles of simple letters, their ids and their sort keys in one pass over the bytes.
struct PlainTitle: ~Copyable {
  var ids: PackedTextsWriter
  var titles: PackedTextsWriter
  /// Sort keys: the folded name, ``separator``, the folded title, and a zero byte.
  var sorted: PackedTextsWriter
  private var scratch: [UInt8] = []
  private let folding: [UInt8]

  /// Sorts before any byte of a folded text.
  static let separator: UInt8 = 1

  init(_ count: Int) {
    ids = PackedTextsWriter(count, bytesEach: 24)
    titles = PackedTextsWriter(count, bytesEach: 16)
    sorted = PackedTextsWriter(count, bytesEach: 28)
    folding = (0...255).map(Self.folded)
  }

  /// Appends a name and its ending. False, and nothing appended, if they need full folding: leading punctuation,
  /// apostrophes, repeated spaces, or letters beyond Unicode's first pages.
  mutating func append(_ name: UnsafeRawBufferPointer, _ ending: UnsafeRawBufferPointer, _ number: Int)
    -> Bool
  {
    // Folding makes at most three bytes of one.
    let text = sorted.room(for: 6 * name.count + ending.count + 4)
    let nameCount = foldASCII(name, to: text) ? name.count : foldLetters(name, to: text)
    guard nameCount > 0, Self.isAlphanumeric(text[0]) else { return false }
    text[nameCount] = Self.separator
    let title = text + nameCount + 1
    title.update(from: text, count: nameCount)
    var count = nameCount
    if !ending.isEmpty {
      (title[count], title[count + 1]) = (UInt8(ascii: ","), UInt8(ascii: " "))
      guard foldASCII(ending, to: title + count + 2) else { return false }
      count += 2 + ending.count
    }
    title[count] = 0
    let slug = ids.room(for: count + Slug.longestNumber)
    ids.append(written: Slug.write(UnsafeBufferPointer(start: title, count: count), number: number, to: slug))
    appendShown(name, ending)
    sorted.append(written: nameCount + 1 + count + 1)
    return true
  }

  private mutating func appendShown(_ name: UnsafeRawBufferPointer, _ ending: UnsafeRawBufferPointer) {
    let room = UnsafeMutableRawBufferPointer(
      start: titles.room(for: name.count + 2 + ending.count), count: name.count + 2 + ending.count)
    room.copyMemory(from: name)
    guard !ending.isEmpty else { return titles.append(written: name.count) }
    (room[name.count], room[name.count + 1]) = (UInt8(ascii: ","), UInt8(ascii: " "))
    UnsafeMutableRawBufferPointer(rebasing: room[(name.count + 2)...]).copyMemory(from: ending)
    titles.append(written: room.count)
  }

  /// Folds ASCII; false if any byte needs full folding.
  private func foldASCII(_ text: UnsafeRawBufferPointer, to folded: UnsafeMutablePointer<UInt8>) -> Bool {
    folding.withUnsafeBufferPointer { folding in
      var previous = UInt8(ascii: " ")
      for index in 0..<text.count {
        let byte = folding[Int(text[index])]
        guard byte != 0, byte != 0x20 || previous != 0x20 else { return false }
        folded[index] = byte
        previous = byte
      }
      return previous != 0x20
    }
  }

  /// Folds other letters and returns the length; 0 if the text needs full folding.
  private mutating func foldLetters(_ text: UnsafeRawBufferPointer, to folded: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    let text = text.assumingMemoryBound(to: UInt8.self)
    guard Self.isOneLine(text) else { return 0 }
    scratch.removeAll(keepingCapacity: true)
    Folding.append(text, to: &scratch)
    // Whether an apostrophe is dropped depends on the next letter; one dropped at the end leaves a space.
    guard scratch.last != 0x20, !scratch.contains(UInt8(ascii: "'")) else { return 0 }
    scratch.withUnsafeBufferPointer { scratch in
      if let first = scratch.baseAddress { folded.update(from: first, count: scratch.count) }
    }
    return scratch.count
  }

  /// The folded byte of ASCII; 0 for one that needs full folding.
  private static func folded(_ byte: Int) -> UInt8 {
    switch UInt8(byte) {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(byte) | 0x20
    case UInt8(ascii: "'"), UInt8(ascii: "`"): 0
    case 0x20..<0x7F: UInt8(byte)
    default: 0
    }
  }

  /// Whether a text has no blank, as far as single bytes tell, except single spaces inside.
  private static func isOneLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous = UInt8(ascii: " ")
    for byte in bytes {
      switch byte {
      case 0x20: if previous == 0x20 { return false }
      case 0x21..<0x7F: break
      // The second byte of U+0080 to U+00A0, and of U+1680 and what follows.
      case 0x80...0xBF:
        if previous == 0xC2 && byte <= 0xA0 || previous == 0xE1 && byte > 0x99 { return false }
      case 0xC2...0xE1: break
      default: return false
      }
      previous = byte
    }
    return previous != 0x20
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }
}
