import Search
import Text

/// The data of all entries, in feed order: titles and coordinates packed, further details as values.
struct EntryStore: Sendable {
  /// Empty until all entries are appended.
  var ids = PackedTexts()
  private(set) var titles = PackedTexts()
  private(set) var coordinates: [Coordinate?] = []
  private var details: [EntryDetail] = []
  /// For each entry the position of its detail plus one, or zero.
  private var detailPositions: [UInt32] = []
  /// A column for each fact of the feed.
  var facts: [FactColumn] = []

  var count: Int { titles.count }

  /// - Parameter count: of entries, at most.
  init(count: Int) {
    titles.reserve(count, bytesEach: 16)
    coordinates.reserveCapacity(count)
    detailPositions.reserveCapacity(count)
  }

  /// Makes a store of entries without details.
  init(ids: PackedTexts, titles: PackedTexts, coordinates: [Coordinate?]) {
    (self.ids, self.titles, self.coordinates) = (ids, titles, coordinates)
    detailPositions = Array(repeating: 0, count: ids.count)
  }

  mutating func append(title: String, coordinate: Coordinate?, detail: EntryDetail?) {
    titles.append(title)
    coordinates.append(coordinate)
    if let detail { details.append(detail) }
    detailPositions.append(detail == nil ? 0 : UInt32(details.count))
  }

  private func detail(at place: Int) -> EntryDetail? {
    let position = Int(detailPositions[place])
    return position == 0 ? nil : details[position - 1]
  }

  func entry(at place: Int, sections: [Int]) -> Entry {
    let detail = detail(at: place)
    return Entry(
      id: ids[place], title: titles[place], alternativeTitle: detail?.alternativeTitle,
      subtitle: detail?.subtitle, description: detail?.description ?? .empty, text: detail?.text ?? "",
      picture: detail?.picture, link: detail?.link, sections: sections, coordinate: coordinates[place],
      facts: detail?.facts ?? [])
  }

  /// - Parameter words: the folded words of each column, by code.
  func searchText(at place: Int, foldedTitle: ArraySlice<UInt8>, facts words: [PackedTexts]) -> SearchText {
    let detail = detail(at: place)
    var own: [UInt8] = []
    for (column, words) in zip(facts, words) {
      let word = words.bytes[words.range(of: Int(column.codes[place]))]
      if !word.isEmpty, !own.isEmpty { own.append(0x20) }
      own += word
    }
    return SearchText(
      foldedTitle: foldedTitle, description: detail?.text ?? "", alternative: detail?.alternativeTitle,
      facts: own)
  }
}

/// The data of an entry beyond its title and coordinate.
struct EntryDetail: Sendable {
  var alternativeTitle: String?
  var subtitle: String?
  var description: SafeHTML
  var text: String
  var picture: String?
  var link: String?
  var facts: [Fact]

  var isEmpty: Bool {
    alternativeTitle == nil && subtitle == nil && description.isEmpty && text.isEmpty && picture == nil
      && link == nil && facts.isEmpty
  }
}

extension EntryStore {
  /// Whether no entry has more than an id, a title and a coordinate.
  var isPackable: Bool { details.isEmpty }

  func pack(into arrays: inout PackedArrays) {
    ids.pack(into: &arrays)
    titles.pack(into: &arrays)
    var degrees: [UInt64] = []
    degrees.reserveCapacity(count * 2)
    for coordinate in coordinates {
      degrees.append((coordinate?.latitude ?? .nan).bitPattern)
      degrees.append((coordinate?.longitude ?? .nan).bitPattern)
    }
    arrays.append(.words(degrees))
  }

  init(unpacking arrays: inout PackedArrays) throws(PackedArrays.Misfit) {
    let ids = try PackedTexts(unpacking: &arrays)
    let titles = try PackedTexts(unpacking: &arrays)
    let degrees = try arrays.words()
    guard titles.count == ids.count, degrees.count == ids.count * 2 else { throw PackedArrays.Misfit() }
    let coordinates = (0..<ids.count).map { place in
      Coordinate(
        latitude: Double(bitPattern: degrees[2 * place]),
        longitude: Double(bitPattern: degrees[2 * place + 1]))
    }
    self.init(ids: ids, titles: titles, coordinates: coordinates)
  }
}
