/// A field whose values are titles or ids of other records.
struct RelationGuess {
  private static let backs = FieldRules.all.lists.inverse("back ")
  /// Between its values; nil for one value.
  let separator: ListSeparator?
  /// Such as "3 of 5 values are titles".
  let reason: String
  /// The label of the way back; nil without a usual word.
  let back: String?

  /// Nil unless at least half of its different values are names.
  init?(_ field: FieldStatistics, among names: Set<String>, _ kind: String = "titles") {
    var best: (separator: ListSeparator?, named: Int, all: Int)?
    for separator in [nil] + ListSeparator.allCases.map({ Optional($0) }) {
      let counts = separator.map { field.lists[$0]?.counts ?? [:] } ?? field.counts
      let named = counts.keys.count { names.contains($0.lowercased()) }
      guard named > 0, named * 2 >= counts.count else { continue }
      if named > best?.named ?? 0 { best = (separator, named, counts.count) }
    }
    guard let best else { return nil }
    separator = best.separator
    reason = "relation: \(best.named) of \(best.all) values are \(kind)"
    back = Self.backs[field.name]
  }
}

extension FieldChoice {
  /// Whether the name of a field of numbers says that they are those of other records, such as "ReportsTo".
  private func isReference(_ field: FieldStatistics) -> Bool {
    let name = field.last.hasSuffix("id") ? field.last.dropLast(2) : field.last[...]
    return FieldWords["reference"].ends(name) && isNumeric(field) && field.distinct < count
      && field.counts.keys.allSatisfy(numbers.contains)
  }

  /// The field as a relation; nil if it is none.
  func relation(_ field: FieldStatistics) -> RelationGuess? {
    if isReference(field) { return RelationGuess(field, among: numbers, "ids") }
    // A field with another value in each record is a name of its own.
    let isName = field.distinct == field.values && field.present * 10 >= count * 9
    guard field.survey.form == .text, count > 1, !isName else { return nil }
    return RelationGuess(field, among: titles)
  }
}
