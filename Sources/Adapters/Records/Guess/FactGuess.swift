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
  /// Whether its values hold several, separated by `;`.
  let isSplit: Bool

  /// At most as many as a page shows and a show may have.
  private static let (limit, facetLimit, orderLimit) = (12, 4, 4)

  /// - Parameters:
  ///   - besides: fields that are something else already.
  ///   - reserved: names that no fact may have.
  ///   - name: makes the name of a fact from its label.
  static func all(
    _ choice: FieldChoice, besides: [FieldStatistics?], reserved: Set<String>, naming name: (String) -> String
  ) -> [FactGuess] {
    let taken = Set(besides.compactMap { $0?.path })
    let fields = choice.facts.filter { !taken.contains($0.path) }.prefix(limit)
    let facets = fields.compactMap { field in choice.facetScore(field).map { (field.path, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(facetLimit).map(\.0)
    let orders = fields.filter(choice.isSortable).prefix(orderLimit).map(\.path)
    var names = reserved
    return choice.inOrder(Array(fields)).map { field in
      let label = FieldLabel.label(of: field.names) { names.contains(name($0)) }
      names.insert(name(label))
      let kind = choice.isDated(field) ? "dates" : choice.isNumeric(field) ? "numbers" : "texts"
      return FactGuess(
        label: label, source: field.path, reason: "\(kind), \(choice.presence(field))",
        facet: facets.contains(field.path) ? choice.valuesInWords(field) : nil,
        order: orders.contains(field.path) ? kind : nil, isSplit: choice.isSplit(field))
    }
  }
}

extension FieldChoice {
  /// Letters of an average value, at most.
  private static let lengthLimit = 60.0
  /// Parts of names of fields for machines.
  private static let others = [
    "url", "link", "href", "uri", "slug", "mime", "hash", "token", "path", "email",
  ]

  /// Sorted, the best first.
  var facts: [FieldStatistics] {
    fields.compactMap { field in factScore(field).map { (field, $0) } }
      .sorted { ($1.1, $0.0.path) < ($0.1, $1.0.path) }.map(\.0)
  }

  private func factScore(_ field: FieldStatistics) -> Double? {
    let isOrdered = isNumeric(field) || isDated(field)
    let isCode = field.share(.code) > 0.5 && !isOrdered
    let isID = field.name.hasSuffix("id") && field.isRarely(.phrase) || FieldNames.id.contains(field.name)
    guard share(field) >= 0.2, field.distinct > 1, field.meanLength <= Self.lengthLimit, !isCode, !isID,
      field.isRarely(.address, .place, .markup), !Self.others.contains(where: { field.name.contains($0) })
    else { return nil }
    let isKind =
      FieldNames.section.weight(ofNamed: field) > 0 || FieldNames.subtitle.weight(ofNamed: field) > 0
    // A text that is unique says less than one that several share.
    let isUnique = field.distinct == field.values && !isOrdered
    return share(field) + kinship(field) - field.depth * 0.2 + (facetScore(field) == nil ? 0 : 0.5)
      + (isOrdered ? 0.3 : 0) + (isKind ? 0.5 : 0) - (isUnique ? 0.4 : 0)
  }

  /// The quality of a field as a facet; nil if it is unsuitable.
  func facetScore(_ field: FieldStatistics) -> Double? {
    grouping(field).map { $0.score + ((3...15).contains($0.count) ? 0.5 : 0) }
  }

  func isSortable(_ field: FieldStatistics) -> Bool {
    (isNumeric(field) || isDated(field)) && share(field) >= 0.5 && field.distinct > 2
  }

  /// The fields of a table in the order of its columns.
  func inOrder(_ fields: [FieldStatistics]) -> [FieldStatistics] {
    if columns.isEmpty { return fields }
    return fields.sorted { (columns[$0.path] ?? .max, $0.path) < (columns[$1.path] ?? .max, $1.path) }
  }

  func valuesInWords(_ field: FieldStatistics) -> String {
    let counts = counts(field)
    let first = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
    return "\(counts.count) values, such as \(first.joined(separator: ", "))"
  }
}

/// The label of a field on a page, made of its name.
enum FieldLabel {
  /// Names that are not specific.
  private static let general: Set<String> = ["name", "value", "text", "label", "title", "rendered"]

  /// Names that need the name of their object.
  private static let parts: Set<String> = ["date", "year", "place", "count", "number", "type", "time", "day"]

  /// - Parameter isTaken: whether another fact has a label, or one like it.
  static func label(of names: [String], isTaken: (String) -> Bool) -> String {
    var names = names.filter { $0 != XMLName.text }
    if names.count > 1, general.contains(FieldStatistics.plain(names[names.count - 1])) { names.removeLast() }
    var label = ""
    let isPart = names.last.map { parts.contains(FieldStatistics.plain($0)) } == true
    // The names of its objects are put before it until it is unique.
    for (depth, name) in names.reversed().enumerated() {
      label = words(of: name) + (label.isEmpty ? "" : " \(label)")
      if isPart, depth == 0, names.count > 1 { continue }
      // A key that begins with // would be a comment.
      if label.hasPrefix("//") { label = String(label.drop { $0 == "/" }).trimmed }
      if !label.isEmpty, !isTaken(label) { return capitalized(label) }
    }
    let named = "\(label) value".trimmed
    var (free, number) = (named, 2)
    // The number comes first because the names of long labels are cut.
    while isTaken(free) { (free, number) = ("\(number) \(named)", number + 1) }
    return capitalized(free)
  }

  /// Splits a name: `birthYear` and `@birth_year` are "birth year".
  private static func words(of name: String) -> String {
    var text = ""
    var previous: Character = " "
    for letter in name {
      let isBreak = letter.isUppercase && previous.isLowercase
      let isSign =
        "_-:".contains(letter) || letter.isWhitespace
        || letter.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if isBreak || isSign, previous != " " { text.append(" ") }
      if isSign || letter == "@" {
        previous = " "
      } else {
        text.append(isBreak ? Character(letter.lowercased()) : letter)
        previous = letter
      }
    }
    return text.trimmed
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
