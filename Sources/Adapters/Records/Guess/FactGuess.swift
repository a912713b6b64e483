import Catalogs
import System
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
  ///   - used: paths of fields that are something else already.
  ///   - reserved: names that no fact may have.
  ///   - name: makes the name of a fact from its label.
  static func all(
    _ choice: FieldChoice, besides used: Set<String>, reserved: Set<String>, naming name: (String) -> String
  ) -> (facts: [FactGuess], leftOut: [LeftOutField]) {
    let limit = choice.columns.isEmpty ? limit : columnLimit
    var leftOut = choice.leftOut
    var found: [(field: FieldStatistics, score: Double)] = []
    for field in choice.fields where !used.contains(field.path) {
      switch FieldRules.all.verdict(on: field, for: "fact", in: choice) {
      case .score(let score, _): found.append((field, score))
      case .excluded(let reason):
        let value = field.distinct == 1 && field.values > 2 ? field.counts.keys.first : nil
        leftOut.append(LeftOutField(path: field.path, value: value, reason: reason))
      }
    }
    found.sort { ($1.score, $0.field.path) < ($0.score, $1.field.path) }
    leftOut += found.dropFirst(limit).map {
      LeftOutField(path: $0.field.path, reason: "more than \(limit) fields")
    }
    let fields = found.prefix(limit).map(\.field)
    let facets = fields.compactMap { field in choice.score(field, "facet").map { (field.path, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(facetLimit).map(\.0)
    let orders = fields.filter { choice.score($0, "order") != nil }.prefix(orderLimit).map(\.path)
    var names = reserved
    let facts = choice.inOrder(fields).map { field in
      let label =
        field.held.flatMap { names.contains(name($0)) ? nil : $0 }
        ?? FieldLabel.label(of: field.names) { names.contains(name($0)) }
      names.insert(name(label))
      let relation = choice.relation(field)
      let kind = relation?.reason ?? field.kind
      let separator = relation.map(\.separator) ?? field.separator
      var fact = FactGuess(
        label: label, source: field.path, reason: "\(kind), \(choice.presence(field))",
        facet: facets.contains(field.path) ? field.valuesInWords : nil,
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
  public let path: String
  /// Its only value; nil if it has several.
  public var value: String?
  public let reason: String
}

extension FieldChoice {
  /// Columns without any value.
  var emptyColumns: [LeftOutField] {
    let known = Set((fields.map(\.path) + leftOut.map(\.path)))
    return columns.keys.map { RecordPath.written([$0]) }.filter { !known.contains($0) }.sorted().map {
      LeftOutField(path: $0, reason: RecordPath($0) == nil ? "a name that is too long" : "always empty")
    }
  }

  /// Whether the row of a table's names looks like another record. Only for a table that has one.
  var hasRecordAsHeader: Bool {
    fields.contains { field in
      let name = field.names[0]
      guard columns[name] != nil else { return false }
      guard let number = name.decimal() else { return field.counts[name] != nil }
      return isNumeric(field) && !(1_000..<3_000).contains(number)
    }
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
    FieldWords["newest"].exact(field.name) && field.survey.form.isTime && share(field) >= 0.9
      && field.names.count == 1
  }
}

extension FieldStatistics {
  /// The label of a column without a name, which says what its values are.
  fileprivate var held: String? {
    guard isUnnamed else { return nil }
    if share(.picture) > 0.5 { return "Picture" }
    if share(.address) > 0.5 { return "Link" }
    return survey.form == .year ? "Year" : survey.form.isTime ? "Date" : nil
  }

  fileprivate var kind: String {
    guard let separator else { return survey.kind }
    return separator == .brackets ? "lists" : "lists with \"\(separator.rawValue)\" between values"
  }

  var valuesInWords: String {
    let counts = parts
    if survey.form.hasKeys, counts.count > 12 { return "\(counts.count) values, in ranges" }
    let first = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
    return "\(counts.count) values, such as \(first.joined(separator: ", "))"
  }
}
