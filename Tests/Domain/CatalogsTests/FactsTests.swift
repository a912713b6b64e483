import Search
import Testing
import Text

@testable import Catalogs

@Suite("Facts, facets and orders")
struct FactsTests {
  private static let fields = [
    FactField("Born", isOrder: true), FactField("Status", isFacet: true), FactField("Job", isFacet: true),
    FactField("Weight", isOrder: true),
  ]

  /// Name, born, status, job, weight.
  private static let people = [
    ("Ada", "1947-02-03", "Alive", "Teacher|Singer", "70"),
    ("Ben", "1939-12-17", "Dead", "Teacher", "1,234.5"),
    ("Cid", "", "alive", "", "unknown"),
    ("Dan", "1947-02-01", "Dead", "Singer", "-3"),
    ("Eve", "1988", "Alive", "Baker", "9"),
    ("Fay", "1947-02", "", "Baker", "71"),
    ("Gus", "2001-01-01T10:00:00Z", "Alive", "Singer", "8"), ("Hal", "", "Alive", "Baker", "11"),
    ("Ivy", "", "Alive", "Baker", "12"), ("Joe", "", "Alive", "Baker", "13"),
  ]

  private static func catalog(sections: [Section] = []) -> Catalog {
    CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: people.map { name, born, status, job, weight in
          FeedEntry(
            key: name, title: .plain(name), description: .plain(name == "Hal" ? "A singer once." : "")
          ) {
            $0.sections = ["Ada", "Cid", "Dan"].contains(name) ? ["odd"] : []
            $0.values = [
              born, status, job.split(separator: "|").joined(separator: "\(FeedEntry.valueSeparator)"),
              weight,
            ]
          }
        }, sections: sections, facts: fields))
  }

  private let catalog = Self.catalog(sections: [Section(id: "odd", title: "Odd")])

  private func query(_ filters: [String: String], sort: String? = nil) -> Query {
    query("", filters, sort: sort)
  }

  private func query(
    _ text: String = "", section: String? = nil, _ filters: [String: String] = [:], sort: String? = nil
  ) -> Query {
    Query(
      search: SearchQuery(text, match: .contains), section: section,
      filters: filters.sorted { $0.key < $1.key }.map { FactFilter($0.key, $0.value) },
      sort: sort.map { FactSort($0[...]) })
  }

  private func names(_ query: Query) -> String { names(catalog.results(for: query)) }

  private func names(_ results: Results) -> String {
    results.page(from: 0, limit: 20).map { String(catalog.entries[$0].title.prefix(1)) }.joined()
  }

  private func counts(_ query: Query, among shown: [Int]? = nil) -> [String] {
    catalog.facets(for: query, among: shown).map { facet in
      facet.choices.map { "\($0.isChosen ? "*" : "")\($0.name) \($0.count)" }.joined(separator: ", ")
    }
  }

  @Test("A fact has one form, that of most values, and each value a meaning")
  func forms() {
    let facts = catalog.facts(at: 0)
    #expect(facts.map(\.field.label) == ["Born", "Status", "Job", "Weight"])
    #expect(facts[0].values.map(\.meaning) == [Day("1947-02-03").map { .day($0) }])
    #expect(facts[2].values.map(\.text) == ["Teacher", "Singer"])
    #expect(facts[3].values.map(\.meaning) == [.number(70)])
    #expect(catalog.facts(at: 1)[3].values.map(\.meaning) == [.number(1234.5)])
    #expect(catalog.facts(at: 2).map(\.field.label) == ["Status", "Weight"])
    #expect(catalog.facts(at: 2)[1].values.map(\.meaning) == [.text])
    #expect(catalog.facts(at: 4)[0].values.map(\.meaning) == [.year(1988)])
    #expect(catalog.facts(at: 5)[0].values.map(\.meaning) == [.month(year: 1947, month: 2)])
  }

  @Test("A filter selects entries with its value, several filters those with all values")
  func filters() {
    #expect(names(query(["status": "dead"])) == "BD")
    #expect(names(query(["status": "alive"])) == "ACEGHIJ", "values differ in more than case")
    #expect(names(query(["job": "singer"])) == "ADG", "one of several values is enough")
    #expect(names(query(["job": "singer", "status": "alive"])) == "AG")
    #expect(names(query(["status": "undead"])) == "", "an unknown value selects no entry")
    #expect(names(query(["born": "1988"])) == "", "a fact that is not a facet selects no entry")
    #expect(names(query("ivy", ["status": "alive"])) == "I")
    #expect(names(query("ivy", ["status": "dead"])) == "")
    #expect(names(query(section: "odd", ["status": "alive"])) == "AC")
  }

  @Test("Counts follow the search, the section and the filters of other facets")
  func counting() {
    #expect(counts(query()) == ["alive 7, dead 2, - 1", "baker 5, singer 3, teacher 2, - 1"])
    #expect(counts(query(["status": "dead"])) == ["alive 7, *dead 2, - 1", "singer 1, teacher 1"])
    #expect(
      counts(query(["job": "singer", "status": "alive"])) == [
        "*alive 2, dead 1", "baker 4, *singer 2, teacher 1, - 1",
      ])
    #expect(counts(query(section: "odd")) == ["alive 2, dead 1", "singer 2, teacher 1, - 1"])
    #expect(counts(query("ada")) == ["alive 1", "singer 1, teacher 1"])
    #expect(counts(query(["status": "undead"])) == ["alive 7, dead 2, - 1", ""])
    #expect(counts(query(), among: [0, 1]) == ["alive 1, dead 1", "singer 1, teacher 2"])
  }

  @Test("Several values select entries with any of them, a hyphen alone those without one")
  func severalValues() {
    func names(_ jobs: String...) -> String {
      self.names(
        Query(
          search: SearchQuery("", match: .contains), filters: jobs.map { FactFilter("job", $0) },
          sort: nil))
    }
    #expect(names("teacher", "singer") == "ABDG")
    #expect(names("-") == "C")
    #expect(names("-", "teacher") == "ABC")
    #expect(names("unknown", "teacher") == "AB")
    let jobs = ["teacher", "singer"].map { FactFilter("job", $0) }
    let chosen = Query(
      search: SearchQuery("", match: .contains), filters: jobs + [FactFilter("status", "dead")])
    #expect(self.names(chosen) == "BD")
    #expect(counts(chosen) == ["alive 2, *dead 2", "*singer 1, *teacher 1"])
  }

  @Test("Every count is the number of results of its choice", arguments: ["", "a", "singer"])
  func countsAreTrue(text: String) {
    for chosen in [[:], ["status": "alive"], ["job": "baker"], ["job": "baker", "status": "alive"]] {
      let passing = catalog.results(for: query(text, chosen))
      for facet in catalog.facets(for: query(text, chosen), passing: passing)
        + catalog.facets(for: query(text, chosen))
      {
        for choice in facet.choices {
          let led = chosen.merging([facet.field.name: choice.name]) { $1 }
          #expect(catalog.results(for: query(text, led)).total == choice.count)
        }
      }
    }
  }

  @Test("Dates and numbers sort both ways, entries without a value last, equal ones in list order")
  func orders() {
    #expect(names(query(sort: "born")) == "BFDAEGCHIJ")
    #expect(names(query(sort: "-born")) == "GEADFBCHIJ")
    #expect(names(query(sort: "-born,weight")) == "GEADFBCHIJ", "a second fact has no effect")
    #expect(names(query(sort: "weight")) == "DGEHIJAFBC")
    #expect(names(query(sort: "-weight")) == "BFAJIHEGDC")
    #expect(names(query(sort: "status")) == names(query()), "a fact that is not an order does not sort")
    #expect(names(query(["status": "alive"], sort: "-weight")) == "AJIHEGC")
    #expect(names(query("a", sort: "weight")).hasPrefix("D"), "a sorted search is not ranked")
    #expect(names(query(section: "odd", sort: "-born")) == "ADC")
  }

  @Test(
    "Ranks, pages, neighbours and subsets agree with the order", arguments: ["born", "-born", "-weight"])
  func ranks(sort: String) throws {
    for filters in [[:], ["status": "alive"], ["job": "singer"]] {
      let results = catalog.results(for: query(filters, sort: sort))
      let all = results.page(from: 0, limit: 99)
      #expect(Set(all).count == results.total)
      for (rank, position) in all.enumerated() {
        #expect(results.rank(of: position) == rank)
        #expect(results.page(from: rank, limit: 1) == [position])
        let around = try #require(results.neighbours(of: position))
        #expect(around.next == all[(rank + 1) % all.count])
        #expect(around.previous == all[(rank + all.count - 1) % all.count])
      }
      #expect(results.among([0, 4, 6]).page(from: 0, limit: 9) == all.filter([0, 4, 6].contains))
      #expect(results.rank(of: 99) == nil)
    }
  }

  @Test("A search finds entries by their facts")
  func searching() {
    #expect(names(query("singer")) == "ADGH")
    #expect(names(query("singer alive")) == "AGH")
    #expect(names(query("1939")) == "B")
    #expect(names(query("ada teacher")) == "A")
  }

  @Test("A query that only the filters leave empty is not corrected")
  func corrections() {
    #expect(catalog.findings(for: query("ada", ["status": "dead"])).correctedTo == nil)
    #expect(catalog.findings(for: query("aad", ["status": "alive"])).correctedTo == "Ada")
  }

  @Test("Values that differ only in punctuation have different names")
  func names() {
    let names = ["C", "C++", "C#", "-1", "1", "日本", "日韓", "A – B"].map(FacetValues.slug)
    #expect(Set(names).count == names.count)
    #expect(names[0] == "c")
    #expect(names.allSatisfy { $0.utf8.count <= FactFilter.valueLimit })
    #expect(FacetValues.slug(of: String(repeating: "long ", count: 50)).utf8.count <= FactFilter.valueLimit)
  }

  @Test("The most frequent values are offered, and a chosen one")
  func offered() {
    let count = FacetValues.offeredLimit + 20
    let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: (0..<count * 2).map { number in
          // The last ones are rarer.
          let value = number < count ? number : number % FacetValues.offeredLimit
          return FeedEntry(key: "n\(number)", title: .plain("N\(number)")) {
            $0.values = ["v\(value)"]
          }
        }, facts: [FactField("Kind", isFacet: true)]))
    #expect(catalog.facets(for: query())[0].choices.count == FacetValues.offeredLimit)
    let rare = "v\(count - 1)"
    let chosen = catalog.facets(for: query(["kind": rare]))[0].choices
    #expect(chosen.count == FacetValues.offeredLimit + 1)
    #expect(chosen.filter(\.isChosen).map(\.count) == [1])
  }

  @Test("Facets and orders beyond the limits are ignored")
  func limits() {
    let fields = (0..<10).map { FactField("F\($0)", isFacet: true, isOrder: true) }
    let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: [
          FeedEntry(key: "a", title: .plain("A")) {
            $0.values = fields.map(\.label)
          }
        ], facts: fields))
    #expect(catalog.facetFields.count == FactField.facetLimit)
    #expect(catalog.sortings.count == FactField.orderLimit)
    #expect(catalog.facts(at: 0).count == 10)
  }

  @Test("Filters and orders of a large catalog agree with a linear scan")
  func large() {
    let count = 6_000
    let numbers = (0..<count).map { ($0 &* 7_919) % 1_009 }
    let catalog = CatalogBuilder(strippedSuffix: nil) { _ in (.empty, "") }.catalog(
      of: FeedContent(
        entries: numbers.enumerated().map { index, number in
          let title = String("000000\(index)".suffix(6))
          return FeedEntry(key: "k-\(index)", title: .plain(title)) {
            $0.values = [number % 10 == 0 ? "" : "\(number)", "s\(number % 3)", "r\(number % 400)"]
          }
        },
        facts: [
          FactField("Number", isOrder: true), FactField("Third", isFacet: true),
          FactField("Rare", isFacet: true),
        ]))
    for filters in [[:], ["third": "s1"], ["rare": "r7"], ["third": "s1", "rare": "r7"]] as [[String: String]]
    {
      let kept = (0..<count).filter { index in
        (filters["third"].map { $0 == "s\(numbers[index] % 3)" } ?? true)
          && (filters["rare"].map { $0 == "r\(numbers[index] % 400)" } ?? true)
      }
      for sort in ["number", "-number"] {
        let valued = kept.filter { numbers[$0] % 10 != 0 }.sorted { one, other in
          let (first, second) = (numbers[one], numbers[other])
          return first == second ? one < other : (first < second) == (sort == "number")
        }
        let expected = valued + kept.filter { numbers[$0] % 10 == 0 }
        let results = catalog.results(for: query(filters, sort: sort))
        #expect(results.page(from: 0, limit: count) == expected)
        #expect(
          results.page(from: expected.count / 2, limit: 5)
            == Array(expected[(expected.count / 2)...].prefix(5)))
        for rank in stride(from: 0, to: expected.count, by: 97) {
          #expect(results.rank(of: expected[rank]) == rank)
          let around = results.neighbours(of: expected[rank])
          #expect(around?.previous == expected[(rank + expected.count - 1) % expected.count])
          #expect(around?.next == expected[(rank + 1) % expected.count])
        }
      }
    }
  }
}
