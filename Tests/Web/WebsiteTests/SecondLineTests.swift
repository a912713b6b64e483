import Catalogs
import Testing

@testable import Website

@Suite("The line below a title")
struct SecondLineTests {
  private func lines(_ values: [[String]], _ facts: [FactField], picture: String? = nil) throws -> [String] {
    let entries = values.enumerated().map { index, values in
      FeedEntry(key: "k\(index)", title: .plain("Day \(index)"), picture: picture) {
        $0.values = values
      }
    }
    let show = try TestSite.show()
    let context = PageContext(
      show: show, catalog: TestSite.catalog(entries, [], facts), pictures: nil,
      addresses: .root, assets: try TestSite([]).site.published.value.context.assets)
    return context.catalog.entries.indices.map {
      String(decoding: context.row(at: $0).subtitle.bytes, as: UTF8.self)
    }
  }

  private let facts = [FactField("Place"), FactField("Date")]

  @Test("In a list with dates it is the first date")
  func dates() throws {
    #expect(
      try lines([["Hall", "2026-02-08"], ["Field", "2026-08-23"], ["Hall", ""]], facts)
        == ["8 February 2026", "23 August 2026", ""])
  }

  @Test("Without dates it is the fact that tells most entries apart; a list with pictures has none")
  func others() throws {
    let values = [["Hall", "red"], ["Field", "red"], ["Yard", "blue"]]
    #expect(try lines(values, facts) == ["Hall", "Field", "Yard"])
    #expect(try lines(values, facts, picture: "https://a.example/p") == ["", "", ""])
  }
}
