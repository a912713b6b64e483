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
