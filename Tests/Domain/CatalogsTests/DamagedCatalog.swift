@testable import Catalogs
import Search
@testable import System
import Text

/// A catalog whose arrays are damaged byte by byte, and everything that a site asks of it.
struct DamagedCatalog {
  private static let builder = CatalogBuilder(strippedSuffix: nil) {
    (SafeHTML(escaping: "\($0.bytes)"), "text")
  }

  /// The arrays of a catalog with every kind of them.
  static let whole: ArraySet = {
    var writer = CatalogWriter(
      builder,
      facts: [
        FactField("Kind", isFacet: true, isOrder: true), FactField("Year", isFacet: true, isOrder: true),
      ])
    for number in 0..<120 {
      writer.append(
        FeedEntry(
          key: "\(number)", title: .plain(["San", "Big", "Élan", "東京"][number % 4] + " \(number * 7 % 50)"),
          subtitle: "below", description: .markup(UntrustedHTML("<b>about \(number)</b>")),
          picture: "https://example.org/\(number).png"
        ) {
          $0.alternativeTitle = number % 3 == 0 ? "Other \(number)" : nil
          $0.sortTitle = number % 5 == 0 ? "sort" : nil
          $0.sections = [number % 2 == 0 ? "even" : "odd"]
          $0.coordinate = Coordinate(latitude: Double(number % 90), longitude: 7)
          $0.facts = [.rating(5, votes: number)]
          $0.values = ["kind \(number % 7)", number % 9 == 0 ? "" : "\(1900 + number % 30)"]
        })
    }
    let content = FeedContent(
      entries: [], sections: [Section(id: "even", title: "Even"), Section(id: "odd", title: "Odd")])
    return writer.finish(content).arrays
  }()

  /// Changes bytes of the arrays: for each three of these numbers an array, a place in it, and the new byte.
  /// The highest numbers cut the array off there instead.
  static func arrays(damagedBy numbers: some Sequence<UInt8>) -> ArraySet {
    var arrays = whole
    var iterator = numbers.makeIterator()
    while let which = iterator.next(), let place = iterator.next(), let byte = iterator.next() {
      let name = arrays.names[Int(which) % arrays.names.count]
      var bytes = Array(arrays.numbers(name, as: UInt8.self))
      guard !bytes.isEmpty else { continue }
      let index = (Int(place) * 131 + Int(which) * 17) % bytes.count
      if byte == 255 { bytes.removeSubrange(index...) } else { bytes[index] = byte }
      arrays.add(name, bytes)
    }
    return arrays
  }

  /// Asks everything; returns a number that depends on all answers.
  @discardableResult
  static func ask(_ arrays: ArraySet) -> Int {
    let catalog = builder.catalog(of: arrays)
    var sum = catalog.entries.count + catalog.initials.count + catalog.sections.count
    let positions = [0, 1, catalog.entries.count / 2, catalog.entries.count - 1].filter { $0 >= 0 }
    for position in positions where position < catalog.entries.count {
      let entry = catalog.entries[position]
      sum += entry.title.utf8.count + (catalog.position(of: entry.id) ?? 0) + entry.sections.count
      sum += catalog.description(at: position).bytes.count + catalog.facts(at: position).count
      sum += catalog.entry(titled: entry.title) ?? 0
      // A page takes the first ones only.
      for section in entry.sections.prefix(3) { sum += catalog.sections[section].title.utf8.count }
    }
    for text in ["", "s", "san", "san 1", "東", "about", "kind", "4", "snan 7", "ther"] {
      for match in [SearchMatch.prefix, .contains] {
        sum += ask(catalog, SearchQuery(text, match: match), positions)
      }
    }
    return sum + catalog.ids(missingIn: catalog).count
  }

  private static func ask(_ catalog: Catalog, _ search: SearchQuery, _ positions: [Int]) -> Int {
    var sum = catalog.findings(suggestedFor: search, limit: 8).results.total
    let filters = [
      [], [FactFilter("kind", "kind-3")], [FactFilter("year", "1907"), FactFilter("kind", "kind-1")],
      [FactFilter("year", "-")],
    ]
    for filter in filters {
      for (section, sort) in [
        (nil, nil), ("even", nil), (nil, FactSort("kind")), ("odd", FactSort("year", isDescending: true)),
      ] {
        let query = Query(search: search, section: section, filters: filter, sort: sort)
        let results = catalog.findings(for: query).results
        for offset in [0, 40] {
          for position in results.page(from: offset, limit: 60) {
            precondition(position < catalog.entries.count)
            sum += catalog.entries[position].title.utf8.count
          }
        }
        for position in positions { sum &+= results.neighbours(of: position)?.next ?? 0 }
        sum += catalog.facets(for: query, limit: 100).reduce(0) { $0 + $1.choices.count }
      }
    }
    return sum
  }
}
