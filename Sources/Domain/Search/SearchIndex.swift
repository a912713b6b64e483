public import System

/// Finds entries by the beginning of their titles, or by parts of any of their words.
///
/// A prefix is found in sorted titles by bisection: a matching range costs the logarithm of their number, where a pass
/// over 235,000 titles takes some milliseconds for every letter that is typed. An index for prefixes has titles with
/// marks or apostrophes in further forms, so that a typed `é` or `‘` is a range too.
///
/// A search anywhere passes over the folded texts of all entries and of all different facts, 10 GB a second: an index
/// of half a million records' words took more time to build than 400 such passes, and half of the catalogue file. The
/// longest term goes first; each further term, and a query that is typed further, looks at the hits before only.
public struct SearchIndex: Sendable {
  /// The number of entries.
  public var count: Int { texts.count }

  /// For each entry its titles, each ended by a zero byte; in a search anywhere the rest after a byte of 1.
  let texts: FoldedTexts
  let titles: TitleIndex
  /// Nil in an index for prefixes.
  let words: TitleWords?
  private let columns: [SearchColumn]
  private let recent = RecentSearches()

  static let rest: UInt8 = 1

  /// An index that ``SearchIndexWriter`` wrote. Damaged arrays give wrong results, never an access outside of them.
  /// - Parameter columns: the facts that are searched.
  public init(_ arrays: ArraySet, columns: [SearchColumn]) {
    texts = FoldedTexts(arrays, "texts")
    titles = TitleIndex(arrays, in: texts)
    words = TitleWords(arrays)
    self.columns = columns
  }

  /// All matches in list order; all entries for an empty query.
  public func results(for query: SearchQuery) -> Results {
    if query.isEmpty { return Results(0..<count) }
    switch query.match {
    case .prefix:
      let found = query.spellings(of: beginning(of: query)).map { titles.positions(beginningWith: $0) }
      guard found.count > 1 else { return found[0] }
      var bits = PositionBits(below: count)
      for results in found { for rank in 0..<results.total { bits.insert(results.position(at: rank)) } }
      return Results(bits)
    case .contains:
      guard words != nil else { return .none }
      return recent.results(for: query) { wider in
        // The longest term has the fewest hits.
        query.terms.sorted { $0.count > $1.count }.reduce(wider ?? Results(0..<count)) { found, term in
          found.total == 0 ? found : holding(query.spellings(of: term), among: found)
        }
      }
    }
  }

  // MARK: Searching anywhere

  /// The entries among some that hold any of some terms.
  func holding(_ terms: [[UInt8]], among known: Results) -> Results {
    if known.total < count / Self.few { return held(terms, by: known) }
    var bits = PositionBits(below: count)
    for term in terms { texts.forEach(holding: term) { bits.insert($0) } }
    for column in columns {
      guard let isHolding = column.codes(holding: terms) else { continue }
      for (position, code) in column.codes.enumerated()
      where code < isHolding.count && isHolding[Int(code)] { bits.insert(position) }
    }
    return known.total == count ? Results(bits) : known.filtered { bits.contains($0) }
  }

  /// The part of the list up to which entries are looked at one by one.
  private static let few = 8

  private func held(_ terms: [[UInt8]], by known: Results) -> Results {
    // The different texts of a fact are searched if they are fewer than the entries.
    let tests = columns.compactMap { column -> (column: SearchColumn, isHolding: [Bool]?)? in
      guard column.codeCount <= known.total else { return (column, nil) }
      return column.codes(holding: terms).map { (column, $0) }
    }
    return known.filtered { position in
      texts.holds(terms, position)
        || tests.contains { column, isHolding in
          guard let isHolding else { return column.holds(terms, at: position) }
          let code = Int(column.codes[position])
          return code < isHolding.count && isHolding[code]
        }
    }
  }

  // MARK: Ranking

  /// Matches to suggest while typing: those of ``best(for:limit:among:)``, then the others in list order. None for an
  /// empty query.
  public func suggestions(for query: SearchQuery, limit: Int) -> [Int] {
    let results = results(for: query)
    var suggestions = bestFirst(query, limit, among: results)
    if !query.isEmpty { suggestions.offer(results.page(from: 0, limit: limit)) }
    return Array(suggestions.classes.joined())
  }

  /// The best matches by title, at most `limit`; none for an empty query.
  ///
  /// In classes: exact titles; titles that begin with the text, both first with the marks as typed; then by the number
  /// of typed words that begin a word of a title, or else lie within one. Each class is in list order.
  /// - Parameter results: nil for all matches.
  public func best(for query: SearchQuery, limit: Int, among results: Results? = nil) -> [[Int]] {
    if let results { return bestFirst(query, limit, among: results).classes }
    return recent.best(of: query, limit) { bestFirst(query, limit, among: self.results(for: query)).classes }
  }

  /// The matches of a prefix that begin with its marks too, in list order, at most `limit`; empty without marks.
  public func marked(_ query: SearchQuery, limit: Int) -> [Int] {
    marked(query)?.page(from: 0, limit: limit) ?? []
  }

  private func marked(_ query: SearchQuery) -> Results? {
    guard words == nil || query.match == .contains, let marked = query.marked else { return nil }
    let all = results(for: query)
    return titles.positions(beginningWith: [TitleIndex.withMarks] + marked).filtered(all.contains)
  }

  /// The beginning of titles that a query looks for, with its apostrophes in an index for prefixes.
  private func beginning(of query: SearchQuery) -> [UInt8] {
    words == nil && query.match == .prefix ? query.signed : query.phrase
  }

  private func bestFirst(_ query: SearchQuery, _ limit: Int, among all: Results) -> BestFirst {
    var best = BestFirst(limit: min(limit, all.total), below: count)
    guard !query.isEmpty else { return best }
    let beginnings = query.spellings(of: beginning(of: query))
    if let marked = marked(query) {
      let exact = PositionBits(titles.positions(beginningWith: beginnings[0] + [0]), below: count)
      best.offer(marked.filtered { exact.contains($0) && all.contains($0) })
      best.offer(marked.filtered(all.contains))
    }
    for beginning in beginnings.map({ $0 + [0] }) + beginnings where !best.isFull {
      best.offer(titles.positions(beginningWith: beginning).filtered(all.contains))
    }
    guard words != nil, query.match == .contains, !best.isFull else { return best }
    for own in byWordsInTitle(query, among: all, beside: best) { best.offer(own) }
    return best
  }

  /// The results by the words that their titles have: all at the beginning of words, all, one less, and so on.
  private func byWordsInTitle(_ query: SearchQuery, among all: Results, beside best: BestFirst) -> [[Int]] {
    let (terms, mark) = (query.terms.map(query.spellings), [Self.rest])
    var classes = Array(repeating: [Int](), count: 2 * terms.count)
    texts.bytes.withUnsafeBytes { bytes in
      func add(_ position: Int) {
        if best.has(position) { return }
        let whole = texts.range(position)
        let titles = whole.lowerBound..<(bytes.offset(of: mark, in: whole) ?? whole.upperBound)
        var (begun, held) = (0, 0)
        for spellings in terms {
          let place = place(of: spellings, in: titles, of: bytes)
          if place != nil { held += 1 }
          if place == .wordStart { begun += 1 }
        }
        guard held > 0 else { return }
        let own = min(begun > 0 ? 2 * (terms.count - begun) : .max, 2 * (terms.count - held) + 1)
        if classes[own].count < best.needed { classes[own].append(position) }
      }
      // Better ones do not follow once there are enough of the first class.
      if all.total < count / Self.few {
        for rank in 0..<all.total where classes[0].count < best.needed { add(all.position(at: rank)) }
      } else {
        // Most results of a frequent word may have it in a fact.
        let spellings = terms.flatMap(\.self)
        var next = spellings.map { texts.next(holding: $0, from: 0) ?? count }
        while classes[0].count < best.needed, let position = next.min(), position < count {
          if all.contains(position) { add(position) }
          for index in next.indices where next[index] == position {
            next[index] = texts.next(holding: spellings[index], from: position + 1) ?? count
          }
        }
      }
    }
    return classes
  }

  private enum TitlePlace {
    case wordStart
    case anywhere
  }

  /// The best place of any of some terms in a part of the bytes.
  private func place(of terms: [[UInt8]], in range: Range<Int>, of bytes: UnsafeRawBufferPointer)
    -> TitlePlace?
  {
    var place: TitlePlace?
    for term in terms {
      var start = range.lowerBound
      while let found = bytes.offset(of: term, in: start..<range.upperBound) {
        if WordStart.isStart(found, in: bytes) { return .wordStart }
        place = .anywhere
        start = found + 1
      }
    }
    return place
  }
}
