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

  /// The likeliest first; none that only begins one that is likelier, and would find more than that.
  static func ordered(_ corrections: [Correction], limit: Int) -> [Correction] {
    var first: [Correction] = []
    for correction in corrections.sorted(by: { $0.isLikelier(than: $1) }) where first.count < limit {
      if !first.contains(where: { $0.text.starts(with: correction.text) }) { first.append(correction) }
    }
    return first
  }

  private func isLikelier(than other: Correction) -> Bool {
    weight != other.weight ? weight < other.weight : frequency > other.frequency
  }
}
