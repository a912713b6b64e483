import Glibc
import Search
import TestSupport
import Testing

/// Runs on a recorded city list in the folder that the variable `RECORDED` names.
@Suite(
  "A recorded city list",
  .enabled(if: RecordedCities.path != nil, "RECORDED names no folder with recorded answers"))
struct RecordedCitiesTests {
  @Test("Folded prefixes have the expected counts")
  func countsPrefixes() {
    let names = RecordedCities.names().map(Folding.fold)
    // Special letters may add to the counts by marks and case alone.
    let counts = ["a": 11_283, "s": 24_473, "al": 3_031, "são": 311, "é": 5_077, "ö": 5_154, "san ": 2_042]
    for (prefix, least) in counts {
      let prefix = Folding.fold(prefix)
      let count = names.count { $0.starts(with: prefix) }
      #expect(count >= least && count <= least + least / 50 + 5, "\(prefix)")
    }
  }

  @Test(
    "Marks come first, and signs are exact",
    arguments: [
      ("é", 77, 5_077), ("ö", 48, 5_154), ("são", 167, 311), ("‘a", 0, 12), ("‘", 0, 21), ("'", 0, 2),
    ])
  func writtenPrefixes(prefix: String, marked: Int, total: Int) {
    let names = RecordedCities.names()
    let index = SearchIndex(names.lazy.map { SearchText(title: $0) }, answering: .prefix)
    let query = SearchQuery(prefix, match: .prefix)
    #expect(index.marked(query, limit: .max / 2).count == marked)
    // Special letters may add to the counts by marks and case alone.
    #expect((total...(total + total / 50)).contains(index.results(for: query).total))
  }

  @Test("Results agree with a linear scan")
  func equalsScan() {
    var generator = SeededGenerator(seed: 20)
    let names = RecordedCities.names()
    let texts = stride(from: 0, to: names.count, by: 20).map { SearchText(title: names[$0]) }
    let (index, scan) = (SearchIndex(texts), PlainScan(texts))
    for _ in 0..<100 {
      let name = texts[Int.random(in: texts.indices, using: &generator)].title
      let typed = Sample.piece(of: name, using: &generator)
      for match in [SearchMatch.prefix, .contains] where !SearchQuery(typed, match: match).isEmpty {
        let results = index.results(for: SearchQuery(typed, match: match))
        #expect(
          results.page(from: 0, limit: .max) == scan.results(for: typed, match: match), "\(typed) \(match)")
      }
    }
  }
}

enum RecordedCities {
  static let path = getenv("RECORDED").map { String(cString: $0) + "/cities/cities.json" }
    .flatMap { access($0, R_OK) == 0 ? $0 : nil }

  /// The names in a file with one city a line.
  static func names() -> [String] {
    guard let path, let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var names: [String] = []
    while getline(&line, &capacity, file) >= 0, let line {
      guard let start = strstr(line, "\"name\":\"").map({ $0 + 8 }) else { continue }
      let name = UnsafeRawBufferPointer(start: start, count: strcspn(start, "\""))
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }
}
