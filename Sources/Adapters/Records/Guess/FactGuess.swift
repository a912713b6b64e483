import Catalogs
import Text

/// A field that seems to be a fact, with reasons; whether to filter and to sort by it.
public struct FactGuess: Sendable {
  public let label: String
  public let source: String
  public let reason: String
  /// The reason to filter by it; nil if the list is not filtered by it.
  public let facet: String?
  /// The reason to sort by it; nil if the list is not sorted by it.
  public let order: String?
  /// The separator of its values, if the show's file must state it.
  public let separator: String?
  /// The reason why its values name other records, and the label of the way back; nil if they do not.
  public private(set) var relation: (reason: String, back: String?)?

  /// The most that are guessed: of a table's columns, and of the fields of other records.
  private static let (columnLimit, limit, facetLimit, orderLimit) = (
    FactField.limit, 24, FactField.facetLimit, 6
  )

  /// The facts, and the fields that are not shown with the reasons.
  /// - Parameters:
  ///   - besides: fields that are something else already.
  ///   - reserved: names that no fact may have.
  ///   - name: makes the name of a fact from its label.
  static func all(
    _ choice: FieldChoice, besides: [FieldStatistics], reserved: Set<String>, naming name: (String) -> String
  ) -> (facts: [FactGuess], leftOut: [LeftOutField]) {
    let taken = Set(besides.map(\.path))
    var leftOut: [LeftOutField] = []
    var fields: [FieldStatistics] = []
    for field in choice.byImportance where !taken.contains(field.path) {
      let limit = choice.columns.isEmpty ? limit : columnLimit
      if let reason = choice.reasonAgainst(field) {
        let value = reason == LeftOutField.constant ? field.counts.keys.first : nil
        leftOut.append(LeftOutField(path: field.path, value: value, reason: reason))
      } else if fields.count == limit {
        leftOut.append(LeftOutField(path: field.path, reason: "more than \(limit) fields"))
      } else {
        fields.append(field)
      }
    }
    // Numbers of other records say nothing.
    let readable = fields.filter { choice.relation($0) == nil || !choice.isNumeric($0) }
    let facets = readable.compactMap { field in choice.facetScore(field).map { (field.path, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(facetLimit).map(\.0)
    let orders = readable.filter(choice.isSortable).prefix(orderLimit).map(\.path)
    var names = reserved
    let facts = choice.inOrder(fields).map { field in
      let label = FieldLabel.label(of: field.names) { names.contains(name($0)) }
      names.insert(name(label))
      let relation = choice.relation(field)
      let kind = relation?.reason ?? choice.kind(of: field)
      let separator = relation.map(\.separator) ?? choice.separator(field)
      var fact = FactGuess(
        label: label, source: field.path, reason: "\(kind), \(choice.presence(field))",
        facet: facets.contains(field.path) ? choice.valuesInWords(field) : nil,
        order: orders.contains(field.path) ? kind : nil,
        separator: separator == .brackets ? nil : separator?.rawValue)
      fact.relation = relation.map { ($0.reason, $0.back) }
      return fact
    }
    return (facts, leftOut + choice.emptyColumns)
  }
}

/// A field of the records that is not shown.
public struct LeftOutField: Sendable {
  static let constant = "always the same"
  public let path: String
  /// Its only value; nil if it has several.
  public var value: String?
  public let reason: String
}

extension FieldChoice {
  /// Letters of an average value, at most.
  private static let lengthLimit = 300.0
  /// Parts of names of fields for machines.
  private static let others = ["slug", "mime", "hash", "token", "etag", "checksum", "guid", "uuid"]

  /// Columns without any value.
  var emptyColumns: [LeftOutField] {
    let known = Set(fields.map(\.path))
    return columns.keys.filter { !known.contains(RecordPath.written([$0])) }.sorted().map {
      LeftOutField(path: $0, reason: "always empty")
    }
  }

  /// Whether the row of a table's names looks like another record. Only for a table that has one.
  var hasRecordAsHeader: Bool {
    fields.contains { field in
      let name = field.names[0]
      guard columns[name] != nil else { return false }
      guard let number = Double(name) else { return field.counts[name] != nil }
      return isNumeric(field) && !(1_000..<3_000).contains(number)
    }
  }

  /// All fields, those that are the likeliest facts first.
  var byImportance: [FieldStatistics] {
    fields.map { ($0, importance($0)) }.sorted { ($1.1, $0.0.path) < ($0.1, $1.0.path) }.map(\.0)
  }

  private func importance(_ field: FieldStatistics) -> Double {
    let isOrdered = hasOrder(field)
    let isKind =
      FieldNames.section.weight(ofNamed: field) > 0 || FieldNames.subtitle.weight(ofNamed: field) > 0
    // A text that is unique says less than one that several share.
    let isUnique = field.distinct == field.values && !isOrdered
    return share(field) + kinship(field) - field.depth * 0.2 + (facetScore(field) == nil ? 0 : 0.5)
      + (isOrdered ? 0.3 : 0) + (relation(field) == nil ? 0 : 1) + (isKind ? 0.5 : 0) - (isUnique ? 0.4 : 0)
  }

  /// The reason not to show a field as a fact; nil if it is one.
  func reasonAgainst(_ field: FieldStatistics) -> String? {
    let isColumn = !columns.isEmpty
    // Who is connected with whom is what people look for, however few records have it.
    if relation(field) != nil { return nil }
    if field.distinct == 1, field.values > 2, !field.survey.isOfEvents { return LeftOutField.constant }
    if field.distinct == 0 || !field.isRarely(.place, below: 0.5) && !isColumn { return "not a text" }
    if !isColumn, share(field) < 0.2 { return "in few records" }
    if let reason = reasonForMachines(field) { return reason }
    if !field.isRarely(.markup, below: 0.3) || field.meanLength > Self.lengthLimit { return "a long text" }
    let isID = field.name.hasSuffix("id") && field.isRarely(.phrase) || FieldNames.id.exact(field.name)
    if isID && !(isColumn && field.survey.isCode || field.isOfCodes)
      || Self.others.contains(where: { field.name.contains($0) })
    {
      return "for machines"
    }
    if isColumn { return nil }
    if !field.isRarely(.address) { return "addresses" }
    let isCode = field.share(.code) > 0.5 && !hasOrder(field) && !field.survey.isCode
    let isNamed = FieldNames.number.weight(of: field) > 0 || FieldNames.id.weight(of: field) > 0
    return isCode && !(isNamed && (field.isOfCodes || FieldNames.number.weight(of: field) > 0))
      ? "for machines" : nil
  }

  /// The reason to leave out a field that holds data for programs; nil if it may interest a reader.
  private func reasonForMachines(_ field: FieldStatistics) -> String? {
    if field.counts.keys.allSatisfy({ $0.hasPrefix("/") && !$0.contains(" ") }) {
      return "addresses within another site"
    }
    let stem = ["width", "height"].first(where: field.last.hasSuffix).map { field.last.dropLast($0.count) }
    if let stem, isNumeric(field), stem.isEmpty ? isOfPicture(field.parent.last ?? "") : isOfPicture(stem) {
      return "the size of a picture"
    }
    let isSortName = ["sortname", "sorttitle", "sortkey", "sortorder"].contains(field.last)
    if isSortName, field.survey.form == .text || field.last == "sortorder" { return "for sorting" }
    let isRow = ["row", "rownumber", "rownum", "rowid", "index", "unnamed0"].contains(field.last)
    return isRow && isNumeric(field) && field.distinct == count ? "row numbers" : nil
  }

  /// Whether a name is that of a picture, such as "image" of `image_width`.
  private func isOfPicture(_ name: some StringProtocol) -> Bool {
    let name = FieldStatistics.plain(String(name))
    return FieldNames.picture.exact(name) || fields.contains { $0.last == name && $0.share(.picture) > 0.5 }
  }

  private func hasOrder(_ field: FieldStatistics) -> Bool { field.survey.form.hasKeys }

  /// The quality of a field as a facet; nil if it is unsuitable.
  func facetScore(_ field: FieldStatistics) -> Double? {
    let form = field.survey.form
    if form.isTime, form != .year, field.distinct <= 12 { return nil }
    // Of many numbers, ranges are offered.
    if form.hasKeys, form != .measure, field.distinct > 12 {
      let isMany = share(field) >= 0.6 && field.distinct * 2 >= FieldChoice.fewest
      let years = form.isTime ? field.survey.years(of: field.counts.keys) : 2
      return isMany && years > 1 ? share(field) * 0.5 + kinship(field) * 0.5 - field.depth * 0.3 : nil
    }
    return grouping(field).map { $0.score + ((3...15).contains($0.count) ? 0.5 : 0) }
  }

  private static let fewest = 40

  func isSortable(_ field: FieldStatistics) -> Bool {
    (hasOrder(field) || field.isOfCodes) && share(field) >= 0.5 && field.distinct > 2
  }

  /// The fields of a table in the order of its columns.
  func inOrder(_ fields: [FieldStatistics]) -> [FieldStatistics] {
    if columns.isEmpty { return fields }
    return fields.sorted { (columns[$0.path] ?? .max, $0.path) < (columns[$1.path] ?? .max, $1.path) }
  }

  /// Whether the records are those of a feed: most have a date of publication, and a text or a link.
  var isOfFeed: Bool {
    fields.contains(where: isNewest) && (description != nil || link != nil) && columns.isEmpty
  }

  /// Whether a field is the date of publication in a feed.
  func isNewest(_ field: FieldStatistics) -> Bool {
    ["pubdate", "published", "updated", "datepublished", "createdat", "dcdate"].contains(field.name)
      && field.survey.form.isTime && share(field) >= 0.9 && field.names.count == 1
  }

  func kind(of field: FieldStatistics) -> String {
    if let separator = separator(field) {
      return separator == .brackets ? "lists" : "lists with \"\(separator.rawValue)\" between values"
    }
    return field.survey.kind
  }

  func valuesInWords(_ field: FieldStatistics) -> String {
    let counts = counts(field)
    if field.survey.form.hasKeys, counts.count > 12 { return "\(counts.count) values, in ranges" }
    let first = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
    return "\(counts.count) values, such as \(first.joined(separator: ", "))"
  }
}
