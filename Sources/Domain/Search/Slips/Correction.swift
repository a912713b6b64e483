/// A likely intended text.
struct Correction {
  /// Folded; the beginning of a title, or a word in one.
  let text: [UInt8]
  /// Its unlikeliness; the lowest comes first.
  var weight: Int
  /// The number of texts that begin with it; decides between equal weights.
  let frequency: Int

  /// The weights of a text that continues after a word, and within one.
  static let (wordWeight, withinWeight) = (1, 3)

  /// The weight that others may have above the likeliest.
  private static let latitude = Slip.missing.rawValue

  /// The likeliest first, without far less likely ones and beginnings of likelier ones.
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

/// A typing error at one place of a text. Raw values are weights: the unlikelier, the higher.
enum Slip: Int {
  /// Two swapped letters, a doubled letter typed once or the reverse, or a neighbouring key.
  case common = 4
  /// A missing or an extra letter.
  case missing = 6
  /// A distant key.
  case other = 8

  /// Added at the beginning of a text, where errors are rare.
  static let beginningWeight = 2
}

extension SearchIndex {
  /// Candidates for one word, and for all words together; words of a query whose words are corrected.
  private static let (mostOfWord, mostTried, mostWords) = (4, 24, 6)
  /// Letters and digits of the shortest prefix to correct: a shorter one is the beginning of many names.
  private static let shortestPrefix = 4

  /// Corrections of a query without results, likeliest first: one error in its letters, or missing punctuation.
  ///
  /// Each of them has results. Cost: bounded by ``SlipWalk/limit`` for the titles and for each of a few words.
  public func corrections(of query: SearchQuery, limit: Int) -> [SearchQuery] {
    guard
      query.match == .contains || Letter.all(of: query.phrase).count(where: \.isOfWord) >= Self.shortestPrefix
    else { return [] }
    var found = titles.corrections(of: query.phrase, limit: limit)
    let isSure = found.first.map { $0.weight <= Slip.other.rawValue } ?? false
    if query.match == .contains, !isSure { found += corrections(ofWordsIn: query, limit: limit) }
    return Correction.ordered(found, limit: limit).map {
      SearchQuery(String(decoding: $0.text, as: UTF8.self), match: query.match)
    }
  }

  /// Corrects the words one by one; only those without results, if there are any.
  private func corrections(ofWordsIn query: SearchQuery, limit: Int) -> [Correction] {
    guard let words, !query.isEmpty, query.terms.count <= Self.mostWords else { return [] }
    // That of a query's only word is remembered.
    let isHeld = query.terms.map {
      results(for: SearchQuery(String(decoding: $0, as: UTF8.self), match: .contains)).total > 0
    }
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
  /// The same text followed by a word.
  fileprivate func followed(by word: Correction) -> Correction {
    Correction(
      text: text.isEmpty ? word.text : text + [0x20] + word.text, weight: weight + word.weight,
      frequency: max(frequency, word.frequency))
  }
}
