import Search
import Testing

@Suite("Search")
struct SearchTests {
  @Test(
    "Folding",
    arguments: [
      ("São", "sao"), ("Straße", "strasse"), ("  a \t b ", "a b "), ("L’Aquila", "l'aquila"), ("한", "한"),
      ("Łódź", "lodz"), ("e\u{301}", "e"), ("İı", "ii"), ("👍🏽", "👍🏽"), ("\u{200F}א", "א"),
    ])
  func folds(text: String, folded: String) {
    #expect(Array(Folding.fold(text)) == Array(folded.decomposed.utf8))
  }
  @Test func hits() {
    #expect(SearchQuery("e", match: .contains).hits(in: "aé e\u{301}x") == [1..<3, 4..<7])
    #expect(SearchQuery("s", match: .contains).hits(in: "ß") == [0..<2])
  }
}
extension String {
  fileprivate var decomposed: String { self == "한" ? "\u{1112}\u{1161}\u{11AB}" : self }
}
