extension SearchBench {
  /// Measures how often the right correction is first, and its time, for a typing error of each kind in
  /// every title.
  ///
  /// An error that still has results cannot be noticed and is counted separately.
  mutating func forgive(_ titles: [String], _ match: SearchMatch, _ index: SearchIndex, every step: Int = 1) {
    let folded = titles.map { String(decoding: Folding.fold($0), as: UTF8.self) }
    print("\nTyping errors, \(match): % first, % among the first three, % with other results; µs")
    for kind in Slips.allCases {
      var (all, fitting, first, three): (Int, Int, Int, Int) = (0, 0, 0, 0)
      var times: [Int] = []
      for place in stride(from: 0, to: folded.count, by: step) {
        let title = folded[place]
        guard let typed = kind.slip(in: title, using: &generator), typed != title else { continue }
        all += 1
        let query = SearchQuery(typed, match: match)
        guard index.results(for: query).total == 0 else {
          fitting += 1
          continue
        }
        var corrections: [SearchQuery] = []
        times.append(Clock.nanoseconds { corrections = index.corrections(of: query, limit: 3) })
        let found = Self.firstTitles(corrections, index, folded)
        if found.first == title { first += 1 }
        if found.contains(title) { three += 1 }
      }
      func percent(_ count: Int, of all: Int) -> String {
        Columns.number(100 * Double(count) / Double(max(1, all)))
      }
      print(
        kind.rawValue.padded, Columns.text("\(all)"), percent(first, of: all - fitting),
        percent(three, of: all - fitting), percent(fitting, of: all), Samples(times + [0]).columns,
        separator: "")
    }
  }

  /// The first three different titles of the corrections' results.
  private static func firstTitles(
    _ corrections: [SearchQuery], _ index: SearchIndex, _ titles: [String]
  ) -> [String] {
    var found: [String] = []
    for correction in corrections {
      let results = index.results(for: correction)
      let best = correction.match == .prefix ? [] : index.best(for: correction, limit: 60, among: results)
      for position in best.joined() + results.page(from: 0, limit: 60)
      where !found.contains(titles[position]) && found.count < 3 {
        found.append(titles[position])
      }
    }
    return found
  }
}
