extension SearchBench {
  /// Measures ranked searches of several words over titles with descriptions, in microseconds.
  ///
  /// Few words are frequent, as in a language. Words of one entry have few results; frequent words have many.
  mutating func rank(_ count: Int, from seeds: [String]) {
    let words = Array(Set(seeds.map { String($0.dropLast(4)) })).sorted()
    func word() -> String {
      let uniform = Double.random(in: 0..<1, using: &generator)
      return words[Int(Double(words.count) * uniform * uniform * uniform * uniform)]
    }
    func text(_ count: Int) -> String { (0..<count).map { _ in word() }.joined(separator: " ") }
    let entries = (0..<count).map { _ in (title: text(4), description: text(24)) }
    let index = Self.build(entries.map(\.title), answering: .contains) { entries[$0].description }.index
    print("\nRanked searches over \(count) titles with descriptions, in µs")
    print("     words  one entry's: median      99 %  frequent: median      99 %")
    for length in [1, 2, 3, 10] {
      let own = (0..<400).map { _ in
        let entry = entries[Int.random(in: entries.indices, using: &generator)]
        let all = "\(entry.title) \(entry.description)".split(separator: " ").shuffled(using: &generator)
        return all.prefix(length).joined(separator: " ")
      }
      let frequent = (0..<400).map { _ in
        words.prefix(40).shuffled(using: &generator).prefix(length).map { $0.prefix(2) }.joined(
          separator: " ")
      }
      let columns = [own, frequent].map { queries in
        Samples(
          queries.map { typed in
            Clock.nanoseconds {
              let query = SearchQuery(typed, match: .contains)
              _ = index.best(for: query, limit: 5_000, among: index.results(for: query))
            }
          }
        ).columns
      }
      print(Columns.text("\(length)"), columns.joined(separator: "          "), separator: "          ")
    }
  }
}
