/// A field whose values are titles or ids of other records.
struct RelationGuess {
  /// The titles of the records and their codes in lower case, and the numbers that are their ids.
  struct Names {
    let titles: Set<String>
    let numbers: Set<String>
    /// The hashes of the titles.
    let own: [UInt64]
  }

  private static let backs = Dictionary(
    FieldWords.relations.flatMap { label, words in words.map { ($0, label) } }
  ) { first, _ in first }

  /// Between its values; nil for one value.
  let separator: ListSeparator?
  /// Such as "3 of 5 values are titles".
  let reason: String
  /// The label of the way back; nil without a usual word.
  let back: String?

  /// Nil unless at least half of its different values are names.
  init?(_ field: ListField, among names: Set<String>, _ kind: String) {
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

extension ListFields {
  /// The names by which records may lead to each other.
  func names(title: ListField?) -> RelationGuess.Names {
    let ids = fields.first { $0.last.hasSuffix("id") && $0.isNumeric && isUnique($0) }
    let codes = fields.filter { $0.isNamed("id") && !$0.isNumeric && isUnique($0) }
    return RelationGuess.Names(
      titles: Set(([title].compactMap(\.self) + codes).flatMap(\.counts.keys).map { $0.lowercased() }),
      numbers: Set(ids?.counts.keys.map(\.self) ?? []), own: title?.hashes ?? [])
  }

  /// The field as a relation; nil if it is none.
  func relation(_ field: ListField, among names: RelationGuess.Names) -> RelationGuess? {
    // Numbers of other records have a name that says so, such as "ReportsTo".
    let stem = field.last.hasSuffix("id") ? field.last.dropLast(2) : field.last[...]
    if ["to", "by", "of", "parent", "manager", "mother", "father", "boss", "leader"].contains(
      where: stem.hasSuffix),
      field.isNumeric, field.counts.count < count, field.counts.keys.allSatisfy(names.numbers.contains)
    {
      return RelationGuess(field, among: names.numbers, "ids")
    }
    // A field with another value in each record is a name of its own.
    let isName = field.counts.count == field.values && field.present * 10 >= count * 9
    // Another form of the title names the record itself.
    let isOwn = zip(field.hashes, names.own).count { $0 == $1 } * 2 > field.present
    guard field.survey.form == .text, count > 1, !isName, !isOwn else { return nil }
    return RelationGuess(field, among: names.titles, "titles")
  }
}
