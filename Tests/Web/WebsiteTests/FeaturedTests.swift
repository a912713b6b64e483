import Catalogs
import Foundation
import Testing

@testable import Website

@Suite("The entry of the day")
struct FeaturedTests {
  private func entries(_ count: Int, special: Int? = nil) -> Entries {
    TestSite.catalog(
      (0..<count).map { index in
        FeedEntry(
          key: "k\(1000 + index)", title: .plain("Name \(1000 + index)"),
          description: .plain(index == special ? "" : "Words."),
          picture: index == special ? "https://example.org/p.png" : nil)
      }
    ).entries
  }

  @Test("A day has its featured entries, another day has others, each once")
  func days() {
    let entries = entries(500)
    let days = (20_000..<20_030).map { Featured.positions(on: $0, among: entries) }
    #expect(days[0] == Featured.positions(on: 20_000, among: entries))
    #expect(Set(days.compactMap(\.first)).count > 20)
    for day in days {
      #expect(day.count == 13)
      #expect(Set(day).count == 13)
      #expect(day.allSatisfy(entries.indices.contains))
    }
  }

  @Test("All of few entries are featured, those with pictures first")
  func few() {
    let positions = Featured.positions(on: 20_000, among: entries(4, special: 2))
    #expect(positions.first == 2)
    #expect(positions.sorted() == [0, 1, 2, 3])
    #expect(Featured.positions(on: 20_000, among: entries(0)).isEmpty)
  }

  @Test("The entries of a day stay the same once no picture is on its way")
  func stays() {
    let entries = TestSite.catalog(
      (0..<6).map { FeedEntry(key: "k\($0)", title: .plain("N \($0)"), picture: "https://a.example/\($0)") }
    ).entries
    let choice = DailyChoice()
    func first(_ day: Int, arrived: Int, pending: Int = 9) -> String? {
      choice.positions(
        on: day, among: entries, hasArrived: { $0.hasSuffix("/\(arrived)") },
        isPending: { $0.hasSuffix("/\(pending)") }
      ).positions.first.map { entries[$0].title }
    }
    #expect(first(20_000, arrived: 2, pending: 4) == "N 2")
    #expect(first(20_000, arrived: 4) == "N 4")
    #expect(first(20_000, arrived: 2) == "N 4")
    #expect(first(20_001, arrived: 2) == "N 2")
  }

  @Test("If no picture that was drawn is here, another one of a short list is the first")
  func others() {
    let entries = TestSite.catalog(
      (0..<400).map { FeedEntry(key: "k\($0)", title: .plain("N \($0)"), picture: "https://a.example/\($0)") }
    ).entries
    let drawn = Set(Featured.draws(on: 20_000, among: entries))
    let other = entries.indices.first { !drawn.contains($0) } ?? 0
    let positions = Featured.positions(on: 20_000, among: entries) { $0 == entries[other].picture }
    #expect(positions.first == other)
    #expect(Set(positions).count == 13)
  }

  @Test("Days begin at midnight of the machine's zone")
  func midnight() throws {
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday, date.tm_isdst) = (126, 5, 21, -1)
    let midnight = mktime(&date)
    func day(_ moment: Int) throws -> Int {
      try TestSite(TestSite.cast, now: { moment }).site.published.value.today
    }
    #expect(try day(midnight - 1) == day(midnight) - 1)
    #expect(try day(midnight + 86_399) == day(midnight))
    let language = try TestSite([]).site.published.value.context.language
    #expect(Provenance.date(midnight, in: language) == "21 June 2026")
    #expect(Provenance.date(midnight - 1, in: language) == "20 June 2026")
  }

  @Test("An entry has the same placeholder everywhere, and others have other styles")
  func placeholder() throws {
    let styles = Set((0..<200).map { Placeholder(id: "entry-\($0)", title: "").style })
    #expect(styles.count == 36)
    #expect(Placeholder(id: "zoe", title: "Z", section: 7).style.hasPrefix("c1 s"))
    #expect(Placeholder(id: "zoe", title: "Zoë of the Z").letters == "ZZ")
    #expect(Placeholder(id: "zoe", title: "…").letters.isEmpty)
    #expect(Placeholder(id: "zoe", title: "2024").letters.isEmpty)
    let test = try TestSite(TestSite.cast)
    let look = "\"face \(Placeholder(id: "zoe", title: "").style)\""
    #expect(test.text("/?part=results").contains(look))
    #expect(test.text("/?part=results&view=grid").contains(look))
    #expect(!test.text("/entries/zoe").contains("face portrait token"), "no picture in the whole show")
  }

  @Test("Rows have a picture and a line of text if entries have texts, else only titles")
  func rows() throws {
    let page = try TestSite(TestSite.cast).text("/?part=results")
    #expect(page.contains("<ol class=\"rows summaries\">"))
    #expect(page.contains("<span>Lisa Simpson</span> <small>Plays the saxophone.</small>"))
    let names = try TestSite([FeedEntry(key: "a", title: .plain("A"))]).text("/?part=results")
    #expect(names.contains("<ol class=\"rows lines\">"))
  }
}
