import Configuration

/// What a show's entries are called in one language.
struct NounWords: Sendable, Hashable {
  let one: String
  let many: String
  /// "43 characters", in the forms that a number takes.
  let counted: PluralPattern

  /// Nil if a form of the noun is not a pattern.
  init?(_ noun: Show.Noun, _ rule: PluralRule) {
    guard let plain = Pattern("{count} \(noun.many)"), let single = Pattern("{count} \(noun.one)") else {
      return nil
    }
    one = noun.one
    many = noun.many
    var forms: [PluralRule.Category: Pattern] = [.one: single]
    for (name, text) in noun.counted {
      guard let category = PluralRule.Category(rawValue: name), let pattern = Pattern(text) else {
        return nil
      }
      forms[category] = pattern
    }
    counted = PluralPattern(forms: forms, other: forms[.other] ?? plain)
  }
}
