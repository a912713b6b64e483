import Search
import Testing

@Suite("Jumping to a letter")
struct JumpTests {
  private let index = SearchIndex(
    ["'s-Gravenhage", "Aachen", "Århus", "Bergen", "Bergen op Zoom", "Çorum", "Łódź", "Zürich", "Москва"].map
    {
      SearchText(title: $0)
    }, answering: .prefix)

  @Test(
    "A text leads to the first title at or after it",
    arguments: [
      ("", 0), ("a", 1), ("A", 1), ("å", 1), ("b", 3), ("bergen", 3), ("Bergen ", 4), ("c", 5), ("d", 6),
      ("l", 6),
      ("m", 7), ("z", 7), ("zz", 8), ("м", 8),
    ])
  func leads(text: String, position: Int) {
    #expect(index.firstPosition(atOrAfter: text) == position)
  }

  @Test("Behind the last title there is nothing", arguments: ["н", "東"])
  func ends(text: String) {
    #expect(index.firstPosition(atOrAfter: text) == nil)
    #expect(SearchIndex([]).firstPosition(atOrAfter: "") == nil)
  }

  @Test("Alternative titles are not counted")
  func ignoresAlternatives() {
    let texts = [("Brazil", "aaa"), ("Metropolis", "zzz"), ("Ran", "chaos")].map {
      SearchText(title: $0, alternative: $1)
    }
    let index = SearchIndex(texts)
    for (text, position) in [("a", 0), ("b", 0), ("c", 1), ("n", 2)] {
      #expect(index.firstPosition(atOrAfter: text) == position)
    }
    #expect(index.firstPosition(atOrAfter: "s") == nil)
  }

  @Test("Titles that begin alike for long are told apart")
  func longTitles() {
    let stem = String(repeating: "ab", count: 60)
    let index = SearchIndex(["c", "e", "g"].map { SearchText(title: stem + $0) })
    for (end, position) in [("", 0), ("c", 0), ("d", 1), ("g", 2), ("h", nil)] {
      #expect(index.firstPosition(atOrAfter: stem + end) == position)
    }
  }

  @Test("In a list sorted by title it is the position of the first that is not before")
  func equalsScan() {
    var generator = Generator(seed: 3)
    // A text ends at its last letter: white space behind it does not count.
    let titles = Sample.texts(600, using: &generator).map { (Folding.fold($0.title + "."), $0.title + ".") }
      .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    let index = SearchIndex(titles.map { SearchText(title: $0.1) })
    for _ in 0..<100 {
      let text = Sample.piece(of: Sample.title(using: &generator), using: &generator)
      let folded = Folding.fold(text)
      let expected = titles.firstIndex { !$0.0.lexicographicallyPrecedes(folded) }
      #expect(index.firstPosition(atOrAfter: text) == expected, "\(text)")
    }
  }
}
