import Catalogs
import System
import Text

/// A field that seems to be a fact, with reasons; whether to filter and to sort by it.
public struct FactGuess: Sendable {
  public let label: String
  /// A path, or a template of two: `{cost.quantity} {cost.unit}`.
  public let source: String
  public let reason: String
  /// The reason to filter by it; nil if the list is not filtered by it.
  public let facet: String?
  /// The reason to sort by it; nil if the list is not sorted by it.
  public let order: String?
  /// The separator of its values, if the show's file must state it.
  public let separator: String?
  /// The reason why its values name other records, and the label of the way back; nil if they do not.
  public var relation: (reason: String, back: String?)?
}

/// A field of the records that is not shown.
public struct LeftOutField: Sendable {
  public let path: String
  /// Its only value; nil if it has several.
  public var value: String?
  public let reason: String
}

extension ListFields {
  /// The facts that a list is sorted by, at most.
  private static let orderLimit = 6

  /// The facts: everything that has no other use and a person could look for.
  /// - Parameters:
  ///   - used: paths of fields that are something else already.
  ///   - names: names that no fact may have.
  ///   - name: makes the name of a fact from its label.
  func facts(
    besides used: Set<String>, title: ListField?, order: ListField?, among titles: RelationGuess.Names,
    reserved names: Set<String>, naming name: (String) -> String
  ) -> (facts: [FactGuess], leftOut: [LeftOutField]) {
    var (leftOut, found, names) = (leftOut, [ListField](), names)
    for field in all where !used.contains(field.path) {
      if let reason = reasonAgainst(field, title, titles, earlier: found) {
        let value = field.counts.count == 1 && field.values > 2 ? field.counts.keys.first : nil
        leftOut.append(LeftOutField(path: field.path, value: value, reason: reason))
      } else {
        found.append(field)
      }
    }
    // The record's own fields before those of things within it.
    let most = Set((found.filter(isOwn) + found.filter { !isOwn($0) }).prefix(FactField.limit).map(\.path))
    leftOut += found.filter { !most.contains($0.path) }.map {
      LeftOutField(path: $0.path, reason: "more than \(FactField.limit) fields")
    }
    found.removeAll { !most.contains($0.path) }
    // Numbers of other records are neither amounts nor years.
    let values = found.filter { !($0.isNumeric && relation($0, among: titles) != nil) }
    let facets = Set(facets(values).prefix(FactField.facetLimit).map(\.path))
    let sorted = ([order].compactMap(\.self) + values.filter(isOrder)).prefix(Self.orderLimit)
    let orders = Set(sorted.map(\.path))
    let units = Dictionary(
      uniqueKeysWithValues: found.compactMap { field in
        unit(of: field, among: found).map { (field.path, $0.path) }
      })
    let labels = FieldLabel(fields)
    let facts = found.filter { !units.values.contains($0.path) }.map { field in
      let unit = units[field.path]
      let known = form?.label(of: field) ?? labelOfUnnamed(field)
      let label = labels.label(of: unit == nil ? field.names : Array(field.parent), known: known) {
        names.contains(name($0))
      }
      names.insert(name(label))
      let relation = relation(field, among: titles)
      let separator = relation.map(\.separator) ?? field.separator
      let kind =
        relation?.reason ?? separator.map { $0 == .brackets ? "lists" : "lists with \"\($0.rawValue)\"" }
        ?? (field.isOfCodes ? "codes" : field.survey.kind)
      return FactGuess(
        label: label, source: unit.map { "{\(field.path)} {\($0)}" } ?? field.path,
        reason: "\(kind), \(presence(field))", facet: facets.contains(field.path) ? field.valuesInWords : nil,
        order: orders.contains(field.path) ? kind : nil,
        separator: separator == .brackets ? nil : separator?.rawValue,
        relation: relation.map { ($0.reason, $0.back) })
    }
    return (facts, leftOut)
  }

  /// The reason why a field is not shown; nil if it is a fact.
  private func reasonAgainst(
    _ field: ListField, _ title: ListField?, _ titles: RelationGuess.Names, earlier: [ListField]
  ) -> String? {
    // A relation is a fact in any case, since people look for it.
    if relation(field, among: titles) != nil || form?.label(of: field) != nil { return nil }
    if form?.isSilent(field) == true { return "for programs" }
    if form?.labels != nil { return "not among the usual fields of this form" }
    if let title, field.path != title.path, field.repeats(title) { return "as the title" }
    if let other = earlier.first(where: { field.repeats($0) }) { return "as \(other.path)" }
    let isLookedFor =
      field.survey.form.isTime || field.survey.kind.hasPrefix("amounts") || field.isNamed("place")
      || FieldWords.has("unit", field.last)
    if field.counts.count == 1, field.values > 2, field.present == count, !isLookedFor {
      return "always the same"
    }
    if field.isRowNumber, field.present == count,
      field.isNamed("id") || field.isNamed("number") || field.words.last == "id" || field.last.isEmpty
        || field.last.hasPrefix("unnamed")
    {
      return "row numbers"
    }
    if Self.isSlug(field, among: all) { return "made of the name beside it" }
    if isSizeOfPicture(field) { return "the size of a picture" }
    if !field.counts.isEmpty, field.counts.keys.allSatisfy({ $0.hasPrefix("/") && !$0.contains(" ") }) {
      return "addresses within another site"
    }
    if field.share(.markup) >= 0.3 || field.meanLength > 300 { return "a long text" }
    if field.share(.picture) >= 0.5, !isTable || field.words.contains(where: { FieldWords.has("small", $0) })
    {
      return "another picture"
    }
    // The other columns of a table are what its author wants to be seen.
    if isTable { return nil }
    if field.counts.isEmpty || field.share(.place) >= 0.5 { return "not a text" }
    if field.share(.address) >= 0.1 { return "addresses" }
    let isPart = !isOwn(field) && field.several * 5 > field.present && !FieldWords.has("value", field.last)
    return isPart && siblings(field).contains { FieldWords.has("title", $0.last) }
      ? "about one of several things in a record" : nil
  }

  /// The text beside a number in an object of these two, such as the currency of an amount.
  private func unit(of field: ListField, among fields: [ListField]) -> ListField? {
    guard !field.parent.isEmpty, field.isNumeric, field.several == 0, let unit = siblings(field).first,
      siblings(field).count == 1, FieldWords.has("unit", unit.last), unit.present == field.present
    else { return nil }
    return fields.first { $0.path == unit.path }
  }

  private func isSizeOfPicture(_ field: ListField) -> Bool {
    guard let size = ["width", "height"].first(where: field.last.hasSuffix), field.isNumeric else {
      return false
    }
    let stem = field.last.dropLast(size.count)
    return fields.contains { other in
      other.share(.picture) > 0.5 && (stem.isEmpty ? other.parent == field.parent : other.last == stem)
    }
  }

  /// Facts to filter by, best first: groups of words, the handy ones first; yes and no; numbers and dates in ranges.
  private func facets(_ facts: [ListField]) -> [ListField] {
    func rank(_ field: ListField) -> Int? {
      let form = field.survey.form
      if form == .measure { return nil }
      let isFlag =
        field.counts.count == 1 && field.present < count && field.present > 1 && share(field) >= 0.02
        && field.meanLength <= 20
      if isFlag || form == .truth && field.frequent <= 0.97 { return 2 }
      if form.hasKeys, field.counts.count > 12 {
        let isSpread = !form.isTime || field.survey.years(of: field.counts.keys) >= 2
        return share(field) >= 0.6 && field.counts.count >= 20 && isSpread ? 3 : nil
      }
      guard isGroup(field), form != .truth, form == .text || form == .year || form.hasKeys && !form.isTime
      else { return nil }
      return field.isNamed("section") ? 0 : form != .text ? 3 : Self.isHandy(field) ? 1 : 2
    }
    let ranked = facts.compactMap { field in rank(field).map { (field, $0) } }
    return ranked.sorted { ($0.1, $0.0.position) < ($1.1, $1.0.position) }.map(\.0)
  }

  /// Facts to sort by: numbers, dates and codes that half of the records have.
  private func isOrder(_ field: ListField) -> Bool {
    (field.survey.form.hasKeys || field.isOfCodes) && share(field) >= 0.5 && field.counts.count > 2
  }

  /// The label of a column without a name, which says what its values are.
  private func labelOfUnnamed(_ field: ListField) -> String? {
    guard field.isUnnamed else { return nil }
    if field.share(.picture) > 0.5 { return "Picture" }
    if field.share(.address) > 0.5 { return "Link" }
    return field.survey.form == .year ? "Year" : field.survey.form.isTime ? "Date" : nil
  }

  /// Whether the row of a table's names looks like another record.
  var hasRecordAsHeader: Bool {
    fields.contains { field in
      guard let number = field.names[0].decimal() else { return field.counts[field.names[0]] != nil }
      return field.isNumeric && !(1_000..<3_000).contains(number)
    }
  }
}
