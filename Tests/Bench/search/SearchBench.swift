import System

/// Measures the search index: `search-bench [cities.json]`.
///
/// Times are CPU times of the thread, so other work hardly affects them. Compared work is measured in turn.
@main
struct SearchBench {
  private static let rounds = 5
  var generator = SeededGenerator(seed: 2)

  static func main() {
    var bench = SearchBench()
    let recorded = CommandLine.arguments.dropFirst().first.map(Cities.read) ?? []
    let seeds = recorded.isEmpty ? Cities.seeds(using: &bench.generator) : recorded
    let titles = recorded.isEmpty ? Cities.make(209_557, from: seeds, using: &bench.generator) : recorded

    print(
      "\(titles.count) \(recorded.isEmpty ? "made-up" : "recorded") titles; first 60 rows and the total, in µs"
    )
    bench.compare(titles)
    print("\nGrowth: built in ms, holds MB; median and 99 % in µs")
    print("         n   built     holds prefix: built  holds    prefix      99 %  contains      99 %")
    for count in [2_000, 20_000, 200_000, 2_000_000] { bench.grow(to: count, from: seeds) }
    bench.rank(200_000, from: seeds)
    print("\nSmall, with descriptions of 300 letters, in µs")
    for count in [60, 600] { bench.buildSmall(count, from: seeds) }
  }

  typealias Built = (index: SearchIndex, milliseconds: Double, megabytes: Double)

  static func build(
    _ titles: [String], answering match: SearchMatch, description: (Int) -> String = { _ in "" }
  ) -> Built {
    func index() -> SearchIndex {
      withoutActuallyEscaping(description) { description in
        var writer = SearchIndexWriter(answering: match)
        for (place, title) in titles.enumerated() {
          writer.begin(title, folded: Folding.fold(title))
          writer.append(description: description(place))
          writer.end()
        }
        var arrays = ArraySet()
        writer.finish(order: Numbers(0..<UInt32(writer.count)), to: &arrays)
        return SearchIndex(arrays)
      }
    }
    let before = Clock.allocatedMegabytes
    var built = index()
    let megabytes = Clock.allocatedMegabytes - before
    let times = Samples((0..<3).map { _ in Clock.nanoseconds { built = index() } })
    return (built, Double(times.median) / 1e6, megabytes)
  }

  /// The data of a page: the first 60 rows and the exact total.
  private static func answer(_ index: SearchIndex, _ typed: String, _ match: SearchMatch) -> Int {
    let results = index.results(for: SearchQuery(typed, match: match))
    return results.page(from: 0, limit: 60).isEmpty ? 0 : results.total
  }

  private mutating func compare(_ titles: [String]) {
    let folded = titles.map { String(decoding: Folding.fold($0), as: UTF8.self) }
    let (scan, database) = (TitleScan(folded), SQLite(folded))
    let indexes = [SearchMatch.prefix, .contains].map { ($0, Self.build(titles, answering: $0)) }
    print(
      "             built ms  holds MB    median      99 %    SQLite      99 %     ratio      scan    faults")
    for (match, (index, milliseconds, megabytes)) in indexes {
      let queries = Queries.random(2_000, of: match, from: folded, using: &generator)
      var (ours, theirs, faults): ([Int], [Int], Int) = ([], [], 0)
      // In turn, all queries at once: each kind finds its own last data in the cache.
      for _ in 0..<Self.rounds {
        var (totals, others): ([Int], [Int]) = ([], [])
        for typed in queries {
          ours.append(Clock.nanoseconds { totals.append(Self.answer(index, typed, match)) })
        }
        for typed in queries {
          theirs.append(Clock.nanoseconds { others.append(database.answer(typed, match).total) })
        }
        faults += zip(totals, others).count { $0 != $1 }
      }
      // Separately, because a scan evicts the data of the others from the cache.
      let scans = queries.map { typed in
        var expected: [Int] = []
        let time = Clock.nanoseconds { expected = scan.results(for: typed, match: match) }
        let results = index.results(for: SearchQuery(typed, match: match))
        if results.page(from: 0, limit: .max) != expected || results.total != expected.count { faults += 1 }
        return time
      }
      let ratio = Double(Samples(theirs).median) / Double(Samples(ours).median)
      print(
        "\(match)".padded, Columns.number(milliseconds), Columns.number(megabytes), Samples(ours).columns,
        Samples(theirs).columns, Columns.number(ratio), Columns.number(Double(Samples(scans).median) / 1000),
        Columns.text("\(faults)"), separator: "")
    }
    for (match, built) in indexes { forgive(titles, match, built.index) }
  }

  private mutating func grow(to count: Int, from seeds: [String]) {
    let titles = Cities.make(count, from: seeds, using: &generator)
    let folded = titles.map { String(decoding: Folding.fold($0), as: UTF8.self) }
    var line = Columns.text("\(count)")
    let both = Self.build(titles, answering: .contains)
    let prefix = Self.build(titles, answering: .prefix)
    for (_, milliseconds, megabytes) in [both, prefix] {
      line += Columns.number(milliseconds) + Columns.number(megabytes)
    }
    for (match, index) in [(SearchMatch.prefix, prefix.index), (.contains, both.index)] {
      let queries = Queries.random(2_000, of: match, from: folded, using: &generator)
      for typed in queries { _ = Self.answer(index, typed, match) }
      line +=
        Samples(
          queries.map { typed in Clock.nanoseconds { _ = Self.answer(index, typed, match) } }
        ).columns
    }
    print(line)
  }

  private mutating func buildSmall(_ count: Int, from seeds: [String]) {
    let titles = Cities.make(count, from: seeds, using: &generator)
    let words = Cities.make(2_000, from: seeds, using: &generator)
    let descriptions = (0..<count).map { _ in
      String(
        (0..<30).compactMap { _ in words.randomElement(using: &generator) }.joined(separator: " ").prefix(300)
      )
    }
    let built = Self.build(titles, answering: .contains) { descriptions[$0] }
    let queries = Queries.random(2_000, of: .contains, from: descriptions, using: &generator)
    let answers = queries.map { typed in Clock.nanoseconds { _ = Self.answer(built.index, typed, .contains) }
    }
    let query = SearchQuery("an", match: .contains)
    let hits = descriptions.map { text in
      Clock.nanoseconds { _ = query.hits(in: text, field: .description) }
    }
    print(
      Columns.text("\(count)"), ": built in \(Columns.number(built.milliseconds)) ms, contains",
      Samples(answers).columns, ", hits in a description", Samples(hits).columns, separator: "")
  }
}

extension String {
  var padded: String { self + String(repeating: " ", count: max(0, 10 - count)) }
}
