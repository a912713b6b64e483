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
  /// The most facts of a table, and of other records, which have fields for programs as well.
  private static let (columnLimit, limit, orderLimit) = (FactField.limit, 40, 6)

  /// The facts: everything that has no other use and a person could look for.
  /// - Parameters:
  ///   - used: paths of fields that are something else already.
  ///   - names: names that no fact may have.
  ///   - name: makes the name of a fact from its label.
  func facts(
    besides used: Set<String>, title: ListField?, order: ListField?, among titles: RelationGuess.Names,
    reserved names: Set<String>,
    naming name: (String) -> String
  ) -> (facts: [FactGuess], leftOut: [LeftOutField]) {
    var (leftOut, found, names) = (leftOut, [ListField](), names)
    for field in all where !used.contains(field.path) {
      if let reason = reasonAgainst(field, used, title, titles, earlier: found) {
        let value = field.counts.count == 1 && field.values > 2 ? field.counts.keys.first : nil
        leftOut.append(LeftOutField(path: field.path, value: value, reason: reason))
      } else {
        found.append(field)
      }
    }
    let limit = isTable ? Self.columnLimit : Self.limit
    let most = Set(
      found.enumerated().sorted {
        (isOwn($0.element) ? 0 : 1, $1.element.present, $0.offset) < (
          isOwn($1.element) ? 0 : 1, $0.element.present, $1.offset
        )
      }.prefix(limit).map(\.element.path))
    leftOut += found.filter { !most.contains($0.path) }.map {
      LeftOutField(path: $0.path, reason: "more than \(limit) fields")
    }
    found.removeAll { !most.contains($0.path) }
    let facets = Set(facets(found, titles).prefix(FactField.facetLimit).map(\.path))
    let orders = Set(
      ([order].compactMap(\.self) + found.filter { isOrder($0, titles) }).prefix(Self.orderLimit).map(\.path))
    let units = found.compactMap { field in unit(of: field, among: found).map { (field.path, $0) } }
    let unitOf = Dictionary(units) { first, _ in first }
    let labels = FieldLabel(fields, title: title)
    let facts = found.filter { field in !units.contains { $0.1.path == field.path } }.map { field in
      let unit = unitOf[field.path]
      let known = form?.label(of: field) ?? held(field)
      let label = labels.label(of: unit == nil ? field.names : Array(field.parent), known: known) {
        names.contains(name($0))
      }
      names.insert(name(label))
      let relation = relation(field, among: titles)
      let separator = relation.map(\.separator) ?? field.separator
      let kind =
        relation?.reason ?? separator.map { $0 == .brackets ? "lists" : "lists with \"\($0.rawValue)\"" }
      var fact = FactGuess(
        label: label, source: unit.map { "{\(field.path)} {\($0.path)}" } ?? field.path,
        reason: "\(kind ?? field.survey.kind), \(presence(field))",
        facet: facets.contains(field.path) ? field.valuesInWords : nil,
        order: orders.contains(field.path) ? kind ?? field.survey.kind : nil,
        separator: separator == .brackets ? nil : separator?.rawValue)
      fact.relation = relation.map { ($0.reason, $0.back) }
      return fact
    }
    return (facts, leftOut)
  }

  /// The reason why a field is not shown; nil if it is a fact.
  private func reasonAgainst(
    _ field: ListField, _ used: Set<String>, _ title: ListField?, _ titles: RelationGuess.Names,
    earlier: [ListField]
  ) -> String? {
    // Who is connected with whom is what people look for, however few records have it.
    if relation(field, among: titles) != nil { return nil }
    let siblings = siblings(field)
    if let form, form.isSilent(field) || form.labels != nil && form.label(of: field) == nil {
      return form.labels == nil ? "for programs" : "not among the usual fields of this form"
    }
    if form?.label(of: field) != nil { return nil }
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
    if field.counts.isEmpty || field.share(.place) >= 0.5, !isTable { return "not a text" }
    if Self.isSlug(field, among: all) { return "made of the name beside it" }
    if isSizeOfPicture(field, siblings) { return "the size of a picture" }
    if field.share(.picture) >= 0.5, !isTable || field.words.contains(where: { FieldWords.has("small", $0) })
    {
      return "another picture"
    }
    if field.share(.markup) >= 0.3 || field.meanLength > 300 { return "a long text" }
    if !field.counts.isEmpty, field.counts.keys.allSatisfy({ $0.hasPrefix("/") && !$0.contains(" ") }) {
      return "addresses within another site"
    }
    if isTable { return nil }
    if field.share(.address) >= 0.1 { return "addresses" }
    guard !isOwn(field) else { return nil }
    if share(field) < 0.1 { return "in few records" }
    if field.isNamed("id") || field.last.hasSuffix("id"), field.share(.phrase) < 0.1 { return "for programs" }
    let isPart = field.several * 5 > field.present && !FieldWords.has("value", field.last)
    return isPart && siblings.contains { FieldWords.has("title", $0.last) }
      ? "about one of several things in a record" : nil
  }

  /// The text beside a number in an object of these two, such as the currency of an amount.
  private func unit(of field: ListField, among fields: [ListField]) -> ListField? {
    guard !field.parent.isEmpty, field.isNumeric, field.several == 0 else { return nil }
    let siblings = self.siblings(field)
    guard siblings.count == 1, let unit = siblings.first, FieldWords.has("unit", unit.last),
      unit.several == 0, unit.meanLength <= 12,
      unit.present == field.present, !isOwn(field) || field.parent.count == 1,
      fields.contains(where: { $0.path == unit.path })
    else { return nil }
    return unit
  }

  private func isSizeOfPicture(_ field: ListField, _ siblings: [ListField]) -> Bool {
    guard let size = ["width", "height"].first(where: field.last.hasSuffix), field.isNumeric else {
      return false
    }
    let stem = String(field.last.dropLast(size.count))
    let name = stem.isEmpty ? field.parent.last.map(ListField.plain) ?? "" : stem
    return FieldWords.has("picture", name) || fields.contains { $0.last == name && $0.share(.picture) > 0.5 }
  }

  /// Facts to filter by, best first: groups of words, the handy ones first; yes and no; numbers and dates in ranges.
  private func facets(_ facts: [ListField], _ titles: RelationGuess.Names) -> [ListField] {
    func rank(_ field: ListField) -> Int? {
      let form = field.survey.form
      if relation(field, among: titles).map({ _ in field.isNumeric }) == true || form == .measure {
        return nil
      }
      let isFlag =
        field.counts.count == 1 && field.present < count && field.present > 1 && share(field) >= 0.02
        && field.meanLength <= 20
      if isFlag || form == .truth { return field.frequent <= 0.97 || isFlag ? 2 : nil }
      if form.hasKeys, field.counts.count > 12 {
        let isSpread = !form.isTime || field.survey.years(of: field.counts.keys) >= 2
        return share(field) >= 0.6 && field.counts.count >= 20 && isSpread ? 3 : nil
      }
      guard isGroup(field), form == .text || form == .year || form.hasKeys && !form.isTime else { return nil }
      return field.isNamed("section") ? 0 : Self.isHandy(field) && form == .text ? 1 : form == .text ? 2 : 3
    }
    let ranked = facts.compactMap { field in rank(field).map { (field, $0) } }
    return ranked.sorted {
      ($0.1, isOwn($0.0) ? 0 : 1, $0.0.position) < ($1.1, isOwn($1.0) ? 0 : 1, $1.0.position)
    }.map(\.0)
  }

  /// Facts to sort by: numbers, dates and codes that half of the records have.
  private func isOrder(_ field: ListField, _ titles: RelationGuess.Names) -> Bool {
    let isReference = field.isNumeric && relation(field, among: titles) != nil
    return !isReference && (field.survey.form.hasKeys || field.isOfCodes) && share(field) >= 0.5
      && field.counts.count > 2
  }

  /// The label of a column without a name, which says what its values are.
  private func held(_ field: ListField) -> String? {
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
