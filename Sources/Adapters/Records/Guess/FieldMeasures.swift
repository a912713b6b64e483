import Catalogs

/// A measure of a field by its name in `rules.txt`.
struct FieldMeasure: Sendable {
  typealias Value = @Sendable (FieldChoice, FieldStatistics) -> Double
  private let value: Value

  func callAsFunction(_ choice: FieldChoice, _ field: FieldStatistics) -> Double { value(choice, field) }

  /// An unknown name ends the program.
  init(_ name: Substring) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.count == 2 {
      let list = parts[1]
      switch parts[0] {
      case "name": value = { $1.weight(list) }
      case "last": value = { Self.truth(FieldWords[list].exact($1.name) || FieldWords[list].exact($1.last)) }
      case "part": value = { Self.truth(FieldWords[list].isPart(of: $1.name)) }
      case "begins": value = { Self.truth(FieldWords[list].begins($1.name)) }
      case "in":
        value = { Self.truth($1.parent.contains { FieldWords[list].exact(FieldStatistics.plain($0)) }) }
      default: preconditionFailure("rules.txt: \(name)")
      }
    } else if let shape = TextShape(rawValue: String(name)) {
      value = { $1.share(shape) }
    } else if let number = Self.numbers[String(name)] {
      value = number
    } else if let truth = Self.truths[String(name)] {
      value = { Self.truth(truth($0, $1)) }
    } else {
      preconditionFailure("rules.txt: \(name)")
    }
  }

  private static func truth(_ value: Bool) -> Double { value ? 1 : 0 }

  private static let numbers: [String: Value] = [
    // Of all records, of its records, and of its values.
    "present": { $0.share($1) },
    "several": { Double($1.several) / Double(max($1.present, 1)) },
    "distinct": { Double($1.distinct) / Double(max($1.values, 1)) },
    "constant": { Double($1.counts.values.max() ?? 0) / Double(max($1.values, 1)) },
    "different": { Double($1.distinct) },
    "values": { Double($1.values) },
    "records": { choice, _ in Double(choice.count) },
    // Letters of an average value.
    "length": { $1.meanLength },
    "bulk": { min(max($1.meanLength, 2), 600).squareRoot() * $0.share($1) },
    "depth": { Double($1.names.count) },
    // 0.6 in the object of the title, 0.4 within it.
    "kin": { $0.kinship($1) },
    // 1.2 for the first column, and less for the next ones.
    "first": { choice, field in choice.columns[field.path].map { max(0, 1.2 - Double($0) * 0.2) } ?? 0 },
    // The number of groups that it makes, and how good they are.
    "groups": { Double($0.grouping($1)?.count ?? 0) },
    "grouping": { $0.grouping($1)?.score ?? 0 },
  ]

  private static let truths: [String: @Sendable (FieldChoice, FieldStatistics) -> Bool] = [
    // The form of its values.
    "keyed": { $1.survey.form.hasKeys },
    "text": { $1.survey.form == .text },
    "yesno": { $1.survey.form == .truth },
    "year": { $1.survey.form == .year },
    "time": { $1.survey.form.isTime },
    "price": { $1.survey.kind.hasPrefix("amounts") },
    "ranged": { $1.survey.form.hasKeys && $1.survey.form != .measure && $1.distinct > 12 },
    "oneYear": { $1.survey.form.isTime && $1.survey.years(of: $1.counts.keys) < 2 },
    "coded": { $1.survey.isCode },
    "codes": { $1.isOfCodes },
    "shaped": { $1.hasValuesOfOneShape },
    "path": { $1.distinct > 0 && $1.counts.keys.allSatisfy { $0.hasPrefix("/") && !$0.contains(" ") } },
    "counting": { $1.share(.number) == 1 && $1.least <= 1 && $1.most <= Double($1.values) },
    "separated": { $1.separator != nil },
    "commas": { $1.separator == .comma },
    "identifier": {
      $1.name.hasSuffix("id") && $1.share(.phrase) < 0.1 || FieldWords["id"].exact($1.name)
    },
    // A column that is named by its number.
    "unnamed": { $1.isUnnamed },
    // The list, and other fields of it.
    "column": { choice, _ in !choice.columns.isEmpty },
    "titled": { choice, _ in choice.hasDifferentTitles },
    "journal": { choice, _ in choice.fields.contains { $0.name == "journal" } },
    "day": { $1.share(.date) >= 0.8 && $1.names.count == 1 && $1.distinct * 10 >= $1.values * 9 },
    "mapkey": { $1.names == [JSONRecords.key] },
    "link": { $0.link?.path == $1.path },
    "relation": { $0.relation($1) != nil },
    "facet": { $0.score($1, "facet") != nil },
    "pair": { $0.isPair($1) },
    "ofPicture": { $0.isSizeOfPicture($1) },
    "besideName": { $0.isBesideName($1) },
  ]
}
