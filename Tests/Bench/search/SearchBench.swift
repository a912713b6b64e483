/// Measures the search index: `search-bench [cities.json]`.
///
/// Figures are CPU time of the thread, so that other work on the machine disturbs little; what is
/// compared is measured in turn.
@main
struct SearchBench {
  private var generator = Generator(seed: 2)

  static func main() {
    var bench = SearchBench()
    let recorded = CommandLine.arguments.dropFirst().first.map(Cities.read) ?? []
    let seeds = recorded.isEmpty ? Cities.seeds(using: &bench.generator) : recorded
    let titles = recorded.isEmpty ? Cities.make(209_557, from: seeds, using: &bench.generator) : recorded

    print("# \(titles.count) \(recorded.isEmpty ? "made-up" : "recorded") titles")
    bench.compare(bench.build(titles), titles)
    for count in [2_000, 20_000, 200_000, 2_000_000] {
      print("# Growth")
      bench.grow(to: count, from: seeds)
    }
    print("# Small catalogs, with descriptions of 300 letters")
    for count in [60, 600] { bench.buildSmall(count, from: seeds) }
  }

  private func build(_ titles: [String], description: (Int) -> String = { _ in "" }) -> SearchIndex {
    let texts = titles.enumerated().map { SearchText(title: $1, description: description($0)) }
    let before = Clock.residentMegabytes
    var index = SearchIndex(texts)
    let memory = Int((Clock.residentMegabytes - before) * 1000)
    let times = Samples((0..<5).map { _ in Clock.nanoseconds { index = SearchIndex(texts) } })
    print("n = \(texts.count): built in \(Samples.microseconds(times.median) / 1000) ms, holds \(memory) kB")
    return index
  }

  /// What a page needs: the first 60 rows and the exact total.
  private static func answer(_ index: SearchIndex, _ typed: String, _ match: SearchMatch) -> Int {
    let results = index.results(for: SearchQuery(typed, match: match))
    return results.page(from: 0, limit: 60).isEmpty ? 0 : results.total
  }

  private mutating func compare(_ index: SearchIndex, _ titles: [String]) {
    let folded = titles.map { String(decoding: Folding.fold($0), as: UTF8.self) }
    let scan = TitleScan(folded)
    let database = SQLite(folded)
    for match in [SearchMatch.prefix, .contains] {
      let queries = Queries.random(2_000, of: match, from: folded, using: &generator)
      var (ours, theirs, scans): ([Int], [Int], [Int]) = ([], [], [])
      var (faults, otherTotals) = (0, 0)
      for typed in queries {
        var (total, other) = (0, 0)
        ours.append(Clock.nanoseconds { total = Self.answer(index, typed, match) })
        theirs.append(Clock.nanoseconds { other = database.answer(typed, match).total })
        var expected: [Int] = []
        scans.append(Clock.nanoseconds { expected = scan.results(for: typed, match: match) })
        let found = index.results(for: SearchQuery(typed, match: match)).page(from: 0, limit: .max)
        if found != expected || total != expected.count { faults += 1 }
        if total != other { otherTotals += 1 }
      }
      print(Samples(ours).line("\(match), index "))
      print(Samples(theirs).line("\(match), SQLite"))
      print(Samples(scans).line("\(match), a scan"))
      let ratio = Double(Samples(theirs).median) / Double(Samples(ours).median)
      print("\(match): SQLite's median is \((ratio * 10).rounded() / 10) times the index's")
      print(
        "\(match): of \(queries.count) answers \(faults) differ from a scan's, \(otherTotals) from SQLite's")
    }
  }

  private mutating func grow(to count: Int, from seeds: [String]) {
    let titles = Cities.make(count, from: seeds, using: &generator)
    let index = build(titles)
    let folded = titles.map { String(decoding: Folding.fold($0), as: UTF8.self) }
    for match in [SearchMatch.prefix, .contains] {
      let queries = Queries.random(2_000, of: match, from: folded, using: &generator)
      for typed in queries { _ = Self.answer(index, typed, match) }
      let times = queries.map { typed in Clock.nanoseconds { _ = Self.answer(index, typed, match) } }
      print(Samples(times).line("  \(match)"))
    }
  }

  private mutating func buildSmall(_ count: Int, from seeds: [String]) {
    let titles = Cities.make(count, from: seeds, using: &generator)
    let words = Cities.make(2_000, from: seeds, using: &generator)
    let descriptions = (0..<count).map { _ in
      String(
        (0..<30).compactMap { _ in words.randomElement(using: &generator) }.joined(separator: " ").prefix(300)
      )
    }
    let index = build(titles) { descriptions[$0] }
    let queries = Queries.random(2_000, of: .contains, from: descriptions, using: &generator)
    let answers = queries.map { typed in Clock.nanoseconds { _ = Self.answer(index, typed, .contains) } }
    print(Samples(answers).line("  contains"))
    let query = SearchQuery("an", match: .contains)
    let hits = descriptions.map { text in Clock.nanoseconds { _ = query.hits(in: text, field: .description) }
    }
    print(Samples(hits).line("  hits in a description"))
  }
}
