import System
import Testing
import Text

@testable import Catalogs

@Suite("Parts that the file has once")
struct SharedPartsTests {
  private static let values = ["oak and ash ", "12.5 x 3", "", "a\u{1F}b b", "Übergröße"]
  private static let descriptions = [
    "Old bowl. oak and ash. 12.5 x 3. Übergröße", "oak and ash", "oak and ash, oak and ash", "Übergröß",
    "Old bowl", "12.5  x 3 \u{1}\u{2}", "\u{1}\u{2}", "", "nothing of them", "a\u{1F}b b",
  ]
  private static let addresses = [
    "https://example.org/bowls/1", "https://example.org/bowls/2?a=/b", "https://example.org/bowls/",
    "https://example.org", "x", "\u{1}\u{2}y",
  ]

  private static let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
    of: FeedContent(
      entries: descriptions.indices.map { number in
        FeedEntry(key: "\(number)", title: .plain("Old bowl"), description: .plain(descriptions[number])) {
          $0.values = values
          $0.link = addresses[number % addresses.count]
          // More folders than there are numbers for.
          $0.picture = "https://example.org/folder\(number * 7)/face.png"
        }
      }
        + (0..<40).map { number in
          FeedEntry(
            key: "\(100 + number)", title: .plain("Cup \(number)"), picture: "https://\(number).example/a.png"
          )
        }, facts: values.indices.map { FactField("Fact \($0)") }))

  @Test("Descriptions made of facts, and addresses, are read as they were written")
  func whole() {
    for number in Self.descriptions.indices {
      let entry = Self.catalog.entries.first {
        $0.picture == "https://example.org/folder\(number * 7)/face.png"
      }
      let shown = Self.descriptions[number].oneLine(limit: .max)
      #expect(entry?.text == shown)
      let address = Self.addresses[number % Self.addresses.count]
      #expect(entry?.link == (address.hasPrefix("\u{1}") ? "\u{2}y" : address))
      let position = entry.flatMap { Self.catalog.position(of: $0.id) }
      #expect(position.map { Self.catalog.description(at: $0).bytes } == SafeHTML(escaping: shown).bytes)
    }
    let cups = Set(Self.catalog.entries.filter { $0.title.hasPrefix("Cup") }.compactMap(\.picture))
    #expect(cups == Set((0..<40).map { "https://\($0).example/a.png" }))
  }

  @Test("Parts that a damaged file does not have are empty")
  func damaged() {
    let parts = SharedParts(ArraySet(), [])
    #expect(parts.description("\u{1}\u{0}\u{1}\u{2}\u{3}\u{1F}a", title: "T", at: 0) == "Ta")
    #expect(parts.address("\u{1}\u{0}\u{1}\u{2}\u{1F}a") == "a")
    let long = "\u{1}" + String(repeating: "\u{2}", count: 200_000)
    #expect(parts.description(long, title: "Old bowl", at: 0)?.utf8.count ?? 0 < 1_100_000)
  }
}
