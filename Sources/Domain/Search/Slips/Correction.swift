/// A text that was perhaps meant.
struct Correction {
  /// Folded; the beginning of a title, or a word in one.
  let text: [UInt8]
  /// How unlikely it is; the least comes first.
  var weight: Int
  /// How many texts begin so: of two that are as likely the more frequent one comes first.
  let frequency: Int

  /// How much it weighs that the text goes on behind a word, and within one.
  static let (wordWeight, withinWeight) = (1, 3)

  /// How much more than the likeliest others may weigh.
  private static let latitude = Slip.missing.rawValue

  /// The likeliest first; none that is far less likely than that, or that only begins one that is likelier.
  static func ordered(_ corrections: [Correction], limit: Int) -> [Correction] {
    let ordered = corrections.sorted { $0.isLikelier(than: $1) }
    let most = ordered.first.map { $0.weight + latitude } ?? 0
    var first: [Correction] = []
    for correction in ordered where first.count < limit && correction.weight <= most {
      if !first.contains(where: { $0.text.starts(with: correction.text) }) { first.append(correction) }
    }
    return first
  }

  func isLikelier(than other: Correction) -> Bool {
    weight != other.weight ? weight < other.weight : frequency > other.frequency
  }
}

/// What can go wrong at one place of a typed text.
///
/// Raw values say how much it weighs: how unlikely it is beside the others.
enum Slip: Int {
  /// Two letters in each other's place, one for two of the same or two for one, or a key beside the right one.
  case common = 4
  /// A letter too few or too many.
  case missing = 6
  /// A letter that lies elsewhere.
  case other = 8

  /// How much more it weighs at the beginning of a text, where slips are rare.
  static let beginningWeight = 2
}

extension SearchIndex {
  /// What is tried for one word at most, and for all of them together.
  private static let (mostOfWord, mostTried) = (4, 24)

  /// What a query that finds nothing was perhaps meant to be, the likeliest first: the same with letters
  /// exchanged, missing, doubled or mistyped once, with signs left out, or with its words in another order.
  ///
  /// Each of them finds something. Cost: bounded by ``SlipWalk/limit`` for the titles and for each of a few
  /// words, whatever the query holds.
  /// - Parameter limit: how many at most.
  public func corrections(of query: SearchQuery, limit: Int) -> [SearchQuery] {
    var found = titles.corrections(of: query.phrase, in: texts, limit: limit)
    let isSure = found.first.map { $0.weight <= Slip.other.rawValue } ?? false
    if query.match == .contains, !isSure { found += corrections(ofWordsIn: query, limit: limit) }
    return Correction.ordered(found, limit: limit).map {
      SearchQuery(String(decoding: $0.text, as: UTF8.self), match: query.match)
    }
  }

  /// The words corrected one by one; only those that nothing holds, if there are such.
  private func corrections(ofWordsIn query: SearchQuery, limit: Int) -> [Correction] {
    guard let words, !query.isEmpty, query.terms.count <= SlipWalk.mostWords else { return [] }
    let isHeld = query.terms.map { words.positions(holding: $0).count > 0 }
    let isAnyMissing = isHeld.contains(false)
    var tried = [Correction(text: [], weight: 0, frequency: 0)]
    for (term, isHeld) in zip(query.terms, isHeld) {
      var choices = isHeld ? [Correction(text: term, weight: 0, frequency: 0)] : []
      if !(isHeld && isAnyMissing) {
        choices += words.corrections(of: term, limit: Self.mostOfWord)
      }
      let combined = tried.flatMap { first in choices.map { first.followed(by: $0) } }
      tried = Array(combined.sorted { $0.isLikelier(than: $1) }.prefix(Self.mostTried))
    }
    var found: [Correction] = []
    for correction in tried where found.count < limit {
      let query = SearchQuery(String(decoding: correction.text, as: UTF8.self), match: .contains)
      if results(for: query).total > 0 { found.append(correction) }
    }
    return found
  }
}

extension Correction {
  /// The same with a word behind it.
  fileprivate func followed(by word: Correction) -> Correction {
    Correction(
      text: text.isEmpty ? word.text : text + [0x20] + word.text, weight: weight + word.weight,
      frequency: max(frequency, word.frequency))
  }
}
