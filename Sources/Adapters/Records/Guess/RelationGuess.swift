/// A field whose values are titles or ids of other records.
struct RelationGuess {
  /// Between its values; nil for one value.
  let separator: ListSeparator?
  /// Such as "3 of 5 values are titles".
  let reason: String
  /// The label of the way back; nil without a usual word.
  let back: String?

  /// Nil unless at least half of its different values are names.
  init?(_ field: FieldStatistics, among names: Set<String>) {
    var best: (separator: ListSeparator?, named: Int, all: Int)?
    for separator in [nil] + ListSeparator.allCases.map({ Optional($0) }) {
      let counts = separator.map { field.lists[$0]?.counts ?? [:] } ?? field.counts
      let named = counts.keys.count { names.contains($0.lowercased()) }
      guard named > 0, named * 2 >= counts.count else { continue }
      if named > best?.named ?? 0 { best = (separator, named, counts.count) }
    }
    guard let best else { return nil }
    separator = best.separator
    reason = "relation: \(best.named) of \(best.all) values are titles"
    back = Self.backs[field.name]
  }

  /// The labels of ways back, by the names of fields.
  private static let backs = [
    "parents": "Children", "parent": "Children", "mother": "Children", "father": "Children",
    "children": "Parents", "child": "Parents", "son": "Parents", "daughter": "Parents",
    "siblings": "Siblings", "sibling": "Siblings", "brother": "Siblings", "sister": "Siblings",
    "spouse": "Spouse", "husband": "Wife", "wife": "Husband", "marriedto": "Married to", "partner": "Partner",
    "friends": "Friends", "allies": "Allies", "enemies": "Enemies", "rival": "Rival", "rivals": "Rivals",
    "killedby": "Killed", "killed": "Killed by", "boss": "In charge of", "worksfor": "In charge of",
    "sequel": "Prequel", "prequel": "Sequel", "nextpart": "Previous part", "partof": "Parts",
  ]
}

extension FieldChoice {
  /// The field as a relation; nil if it is none.
  func relation(_ field: FieldStatistics) -> RelationGuess? {
    // A field with another value in each record is a name of its own.
    let isName = field.distinct == field.values && field.present * 10 >= count * 9
    guard field.survey.form == .text, count > 1, !isName else { return nil }
    return RelationGuess(field, among: titles)
  }
}
