import Catalogs
import Testing

@testable import Website

@Suite("Numbers, days and plurals")
struct LanguageFormsTests {
  private let languages: Languages

  init() throws {
    languages = try Languages(folder: "\(TestSite.resources)/config/locales")
  }

  private func language(_ tag: String) throws -> Language {
    try #require(languages.all.first { $0.tag == tag })
  }

  @Test(
    "Numbers are grouped by language",
    arguments: [
      ("en", ["999", "1,000", "9,999", "209,557", "7.9", "0.5"]),
      ("de", ["999", "1.000", "9.999", "209.557", "7,9", "0,5"]),
      ("fr", ["999", "1\u{202F}000", "9\u{202F}999", "209\u{202F}557", "7,9", "0,5"]),
      ("es", ["999", "1000", "9999", "209.557", "7,9", "0,5"]),
      ("ar", ["999", "1,000", "9,999", "209,557", "7.9", "0.5"]),
    ])
  func numbers(tag: String, texts: [String]) throws {
    let numbers = try language(tag).numbers
    #expect([999, 1_000, 9_999, 209_557].map(numbers.text) == Array(texts.prefix(4)))
    #expect([7.85, 0.5].map(numbers.tenths) == Array(texts.suffix(2)))
  }

  @Test(
    "Days are written in full",
    arguments: [
      ("en", "19 November 2026", "1 May 2024"), ("de", "19. November 2026", "1. Mai 2024"),
      ("fr", "19 novembre 2026", "1er mai 2024"),
      ("es", "19 de noviembre de 2026", "1 de mayo de 2024"), ("ar", "19 نوفمبر 2026", "1 مايو 2024"),
    ])
  func days(tag: String, late: String, first: String) throws {
    let language = try language(tag)
    let days = [Day("2026-11-19"), Day("2024-05-01")].compactMap { $0 }.map(language.day)
    #expect(days == [late, first])
  }

  @Test("Months and days of the year have the day's order")
  func parts() throws {
    let texts = languages.all.map {
      ($0.tag, $0.dates.text(year: 885, month: 3), $0.dates.text(month: 8, day: 1))
    }
    let expected = [
      "en": ("March 885", "1 August"), "de": ("März 885", "1. August"), "fr": ("mars 885", "1er août"),
      "es": ("marzo de 885", "1 de agosto"), "ar": ("مارس 885", "1 أغسطس"),
    ]
    for (tag, month, day) in texts {
      let (expectedMonth, expectedDay) = try #require(expected[tag])
      #expect(month == expectedMonth && day == expectedDay)
    }
    #expect(try language("es").dates.weekdays[5] == "sábado")
  }

  @Test(
    "A show's noun is counted; a language without one uses the general noun",
    arguments: [
      ("en", ["0 characters", "1 character", "2,000 characters"]),
      ("de", ["0 Figuren", "1 Figur", "2.000 Figuren"]),
      ("fr", ["0 fiche", "1 fiche", "2\u{202F}000 fiches"]),
      ("ar", ["لا شيء", "شخصية واحدة", "2,000 شخصية"]),
    ])
  func nouns(tag: String, texts: [String]) throws {
    let language = try language(tag)
    let noun = language.noun(of: try TestSite.show())
    #expect([0, 1, 2_000].map { language.counted($0, noun) } == texts)
  }

  @Test(
    "Coordinates are in the visitor's language, in rows, details and on the map",
    arguments: [
      ("en", "39.7392°\u{A0}N, 104.9847°\u{A0}W"), ("de", "39,7392°\u{A0}N, 104,9847°\u{A0}W"),
      ("fr", "39,7392°\u{A0}N, 104,9847°\u{A0}O"),
      ("es", "39,7392°\u{A0}N, 104,9847°\u{A0}O"),
      ("ar", "\u{2068}39.7392°\u{2069} شمالًا، \u{2068}104.9847°\u{2069} غربًا"),
    ])
  func places(tag: String, words: String) throws {
    let test = try TestSite([
      FeedEntry(key: "1", title: .plain("Denver")) {
        $0.coordinate = Coordinate(latitude: 39.7392, longitude: -104.9847)
      }
    ])
    func page(_ target: String) -> String {
      String(decoding: test.get(target, headers: [("Accept-Language", tag)]).body, as: UTF8.self)
    }
    #expect(page("/").contains("<small class=\"of-place\">\(words)</small>"))
    let detail = page("/entries/denver-1")
    #expect(detail.contains("<p class=\"subtitle\">\(words)</p>"))
    #expect(detail.components(separatedBy: words).count > 3)
    // In JSON they do not depend on the language.
    #expect(page("/entries.json").contains("\"subtitle\":\"39.7392° N, 104.9847° W\""))
    #expect(page("/suggest?q=denver").contains("[\"\(words)\"]"))
  }

  @Test("A name from right to left does not take the text beside it along")
  func isolated() throws {
    let english = try language("en")
    #expect(
      english.text(.added, ["name": "المشاهدة"]) == "\u{2068}المشاهدة\u{2069} added to favorites.")
    #expect(try language("ar").text(of: FactValue("10", .range(10, nil))) == "10 فأكثر")
  }

  @Test("Zero degrees have no direction, from right to left too")
  func equator() throws {
    #expect(try language("ar").coordinates(0, 30) == "\u{2068}0°\u{2069}، \u{2068}30°\u{2069} شرقًا")
    #expect(try language("en").coordinates(0, 30) == "0°, 30°\u{A0}E")
  }
}
