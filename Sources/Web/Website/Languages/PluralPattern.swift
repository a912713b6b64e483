/// A sentence in the forms that its number takes; one that has no number has one form.
struct PluralPattern: Sendable, Hashable {
  let forms: [PluralRule.Category: Pattern]
  /// The form for all numbers that have none of their own.
  let other: Pattern

  func pattern(for category: PluralRule.Category) -> Pattern { forms[category] ?? other }

  /// The names of the places in any of its forms.
  var names: Set<String> { forms.values.reduce(into: other.names) { $0.formUnion($1.names) } }
}
