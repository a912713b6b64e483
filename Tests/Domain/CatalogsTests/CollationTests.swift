import Search
import TestSupport
import Testing

@testable import Catalogs

/// The expected orders are ICU's, by python3-icu.
@Suite("Order by the list's own language")
struct CollationTests {
  private func catalog(_ titles: [String], in language: String?) -> Catalog {
    CatalogBuilder(strippedSuffix: nil, language: language) { _ in (.empty, "") }.catalog(
      of: FeedContent(entries: titles.map { FeedEntry(key: $0, title: .plain($0)) }))
  }

  private static let alike = """
    Aalborg Ærø Ålesund Áncora Ångström Århus Ärla Cam Çam Čáp Cesta Chata Chocolate Cielo Cuna Ďas Dub Elan Élan \
    Göl Gül Hora Ihlamur Irmak Işık İzmir Llama Lobo Łódź Lublin Masse Maße Muller Müller Nandu Ñandú Nino Niño Ñu \
    Nube Nuez Odense Œuvre Öland Ömer Osman Østerbro Rak Řeka Şeker Sıla Škola Sova Ülkü Vinter Wallander Žába \
    Zebra Zorro Zürich
    """

  /// Sixty names in the order of four languages.
  private static let orders: [(language: String, order: String)] = [
    ("de", alike),
    (
      "es",
      """
      Aalborg Ærø Ålesund Áncora Ångström Århus Ärla Cam Çam Čáp Cesta Chata Chocolate Cielo Cuna Ďas Dub \
      Elan Élan Göl Gül Hora Ihlamur Irmak Işık İzmir Llama Lobo Łódź Lublin Masse Maße Muller Müller \
      Nandu Nino Niño Nube Nuez Ñandú Ñu Odense Œuvre Öland Ömer Osman Østerbro Rak Řeka Şeker Sıla Škola \
      Sova Ülkü Vinter Wallander Žába Zebra Zorro Zürich
      """
    ),
    (
      "sv",
      """
      Aalborg Áncora Cam Çam Čáp Cesta Chata Chocolate Cielo Cuna Ďas Dub Elan Élan Gül Göl Hora Ihlamur \
      Irmak Işık İzmir Llama Lobo Łódź Lublin Masse Maße Muller Müller Nandu Ñandú Nino Niño Ñu Nube Nuez \
      Odense Osman Rak Řeka Şeker Sıla Škola Sova Vinter Wallander Ülkü Žába Zebra Zorro Zürich Ålesund \
      Ångström Århus Ärla Ærø Öland Ömer Østerbro Œuvre
      """
    ),
    (
      "tr",
      """
      Aalborg Ærø Ålesund Áncora Ångström Århus Ärla Cam Čáp Cesta Chata Chocolate Cielo Cuna Çam Ďas Dub \
      Elan Élan Göl Gül Hora Ihlamur Irmak Işık İzmir Llama Lobo Łódź Lublin Masse Maße Muller Müller \
      Nandu Ñandú Nino Niño Ñu Nube Nuez Odense Œuvre Osman Østerbro Öland Ömer Rak Řeka Sıla Škola Sova \
      Şeker Ülkü Vinter Wallander Žába Zebra Zorro Zürich
      """
    ),
  ]

  @Test("Sixty names are in the order of each language", arguments: orders)
  func order(language: String, order: String) {
    let names = order.split(separator: " ").map(String.init)
    #expect(names.count == 60)
    #expect(catalog(names.sorted(), in: language).entries.map(\.title) == names)
  }

  private static let strips: [(language: String, titles: String, letters: String)] = [
    ("es", "Nandu Nuez Ñandú Ñu Odense", "N Ñ O"),
    ("sv", "Alm Zorn Åsa Ärla Öland", "A Z Å Ä Ö"),
    ("da", "Zorn Ærø Østerbro Aalborg Århus", "Z Æ Ø Å"),
    ("cs", "Cesta Hora Chata Ihned Škola", "C H Ch I Š"),
    ("tr", "Cam Çam Ihlamur Irmak İzmir Quiz", "C Ç I İ Q"),
    ("hu", "Anna Ádám Béla Csaba Dóra", "A B Cs D"),
    ("de", "2001 Ärger Zorn Борис 東京", "# A Z Б 東"),
    ("es", "★ 7 Ábaco Tea Zorro Þór", "# A T Z"),
    ("ar", "٣ 10 آدم أحمد ٱبن باب محـمد هند وردة یاسمین یوسف", "# ا ب م ه و ي"),
  ]

  @Test("The strip has the letters of the language, each once", arguments: strips)
  func letters(language: String, titles: String, letters: String) {
    let titles = titles.split(separator: " ").map(String.init)
    let catalog = catalog(titles.reversed(), in: language)
    #expect(catalog.initials.map(\.letter) == letters.split(separator: " ").map(String.init))
    #expect(Set(titles.indices.map(catalog.letter)) == Set(catalog.initials.map(\.letter)))
  }

  @Test("Articles and signs in front do not count, and numbers sort by value")
  func articles() {
    let titles = ["El árbol", "¡Árbol!", "“La Barca”", "Episodio 2", "Episodio 10", "El Ñu", "Oso"]
    #expect(catalog(titles.reversed(), in: "es").entries.map(\.title) == titles)
    #expect(catalog(["الباب", "تمر", "الوردة"], in: "ar").initials.map(\.letter) == ["ب", "ت", "و"])
  }

  @Test("A list without a language, or in English, keeps its order and its arrays")
  func unchanged() {
    let names = Self.alike.split(separator: " ").map(String.init)
    let plain = catalog(names, in: nil)
    #expect(plain.entries.map(\.title) == catalog(names, in: "en-GB").entries.map(\.title))
    #expect(plain.entries.map(\.title) != catalog(names, in: "cs").entries.map(\.title))
  }

  @Test("Values of facts are in the order of the language, and alike ones are equal")
  func facts() {
    let values = ["Zeta", "Ñu", "Nube", "nube", "Oso"]
    let field = FactField("Animal", isFacet: true, isOrder: true)
    let entries = values.enumerated().map { index, value in
      FeedEntry(key: "\(index)", title: .plain("\(9 - index)")) { $0.values = [value] }
    }
    let builder = CatalogBuilder(strippedSuffix: nil, language: "es") { _ in (.empty, "") }
    let catalog = builder.catalog(of: FeedContent(entries: entries, facts: [field]))
    let all = SearchQuery("", match: .contains)
    let sorted = catalog.results(for: Query(search: all, sort: FactSort("animal"))).page(from: 0, limit: 9)
    // Equal ones are in list order, by title.
    #expect(sorted.map { catalog.entries[$0].title } == ["6", "7", "8", "5", "9"])
    let choices = catalog.facets(for: Query(search: all))[0].choices
    #expect(choices.map(\.value.text) == ["Nube", "Ñu", "Oso", "Zeta"])
  }

  @Test("A search finds the same in any order")
  func search() {
    let names = Self.alike.split(separator: " ").map(String.init)
    for (text, match) in [("n", SearchMatch.prefix), ("ol", .contains), ("ö", .prefix)] {
      let query = Query(search: SearchQuery(text, match: match))
      let found = ["cs", "en"].map { language in
        let builder = CatalogBuilder(strippedSuffix: nil, match: match, language: language) { _ in
          (.empty, "")
        }
        let entries = names.map { FeedEntry(key: $0, title: .plain($0)) }
        let catalog = builder.catalog(of: FeedContent(entries: entries))
        let positions = catalog.results(for: query).page(from: 0, limit: 60)
        return Set(positions.map { catalog.entries[$0].title })
      }
      #expect(found[0] == found[1] && !found[0].isEmpty)
    }
  }
}
