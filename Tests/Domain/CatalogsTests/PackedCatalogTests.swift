import Catalogs
import Search
import TestSupport
import Testing
import Text

@Suite("Packed catalogs")
struct PackedCatalogTests {
  private static func catalog(_ count: Int, match: SearchMatch = .prefix, _ description: String = "")
    -> Catalog
  {
    let entries = (0..<count).map { entry($0, description) }
    return CatalogBuilder(strippedSuffix: nil, match: match) { (SafeHTML(escaping: "\($0.bytes.count)"), "") }
      .catalog(of: FeedContent(entries: entries))
  }

  private static let words = ["San", "Al", "'Ayn", "São", "Bad", "(Neu)", "Ōsaka"]

  private static func entry(_ number: Int, _ description: String) -> FeedEntry {
    let name = "\(words[number % words.count]) \(number * 7_919 % 997)"
    let place = Coordinate(latitude: Double(number % 90), longitude: Double(-(number % 180)))
    return FeedEntry(key: String(number), title: .plain("\(name), DE"), description: .plain(description)) {
      $0.sortTitle = name
      $0.coordinate = number % 5 == 0 ? nil : place
    }
  }

  private static let built = catalog(2_000)
  private static let queries = [
    "", "s", "san", "sao 1", "al 12", "(neu", "neu 99", "sna 12", "ō", "zz", "bad 5",
  ]

  /// The answers that pages need, one text for each entry and query.
  private static func answers(_ catalog: Catalog) -> [String] {
    var answers = catalog.initials.map { "\($0)" }
    for (position, entry) in catalog.entries.enumerated() where position % 17 == 0 {
      answers.append(
        "\(entry.id) \(entry.title) \(entry.neutralSubtitle ?? "-") \(catalog.position(of: entry.id) ?? -1)")
    }
    for text in queries {
      for match in SearchMatch.allCases {
        let found = catalog.findings(for: Query(search: SearchQuery(text, match: match)))
        let page = found.results.page(from: found.results.total / 2, limit: 20)
        answers.append(
          "\(text) \(found.results.total) \(page) \(page.first.flatMap(found.results.rank) ?? -1) "
            + "\(found.correctedTo ?? "-")")
      }
    }
    return answers
  }

  @Test("A restored catalog answers like the built one")
  func same() throws {
    let packed = try #require(Self.built.packed)
    #expect(Self.answers(try Catalog(unpacking: packed)) == Self.answers(Self.built))
    let empty = try #require(Self.catalog(0).packed)
    #expect(try Catalog(unpacking: empty).entries.isEmpty)
  }

  @Test("A catalog with more than titles and coordinates is not packed")
  func more() {
    #expect(Self.catalog(10, match: .contains).packed == nil)
    #expect(Self.catalog(10, "About it").packed == nil)
  }

  @Test(
    "Damaged arrays give an error, or a catalog that answers",
    arguments: 0..<(isThorough ? 150 : 30))
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var arrays = try #require(Self.built.packed).arrays
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let index = Int.random(in: arrays.indices, using: &random)
      arrays[index] = Self.damaged(arrays[index], &random)
    }
    var packed = PackedArrays()
    for array in arrays { packed.append(array) }
    guard let catalog = try? Catalog(unpacking: packed) else { return }
    #expect(Self.answers(catalog).count >= Self.queries.count)
  }

  private static func damaged(
    _ numbers: PackedArrays.Numbers, _ random: inout SeededGenerator
  ) -> PackedArrays.Numbers {
    switch numbers {
    case .bytes(let bytes): .bytes(damaged(bytes, &random))
    case .halves(let halves): .halves(damaged(halves, &random))
    case .words(let words): .words(damaged(words, &random))
    }
  }

  private static func damaged<Number: FixedWidthInteger & UnsignedInteger>(
    _ numbers: [Number], _ random: inout SeededGenerator
  ) -> [Number] {
    var numbers = numbers
    guard !numbers.isEmpty else { return [.random(in: 0...9, using: &random)] }
    let index = Int.random(in: numbers.indices, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: numbers[index] ^= 1 << Number.random(in: 0..<Number(Number.bitWidth), using: &random)
    case 1: numbers[index] = .random(in: .min ... .max, using: &random)
    case 2: numbers[index] = [.min, 1, .max, .max - 1].randomElement(using: &random) ?? 0
    case 3: numbers.remove(at: index)
    case 4: numbers.swapAt(index, Int.random(in: numbers.indices, using: &random))
    default: numbers.removeSubrange(index...)
    }
    return numbers
  }
}
