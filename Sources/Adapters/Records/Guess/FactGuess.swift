import Text

/// A field that seems to be a fact, and why; whether a list is likely to be filtered or sorted by it.
public struct FactGuess: Sendable {
  public let label: String
  public let source: String
  public let reason: String
  /// Why the list is filtered by it; nil if it is not.
  public fileprivate(set) var facet: String?
  /// Why the list can be sorted by it; nil if it cannot.
  public fileprivate(set) var order: String?
  /// Whether its values hold several, with `;` between.
  let isSplit: Bool

  /// As many as a page shows, and as a show may have.
  private static let (limit, facetLimit, orderLimit) = (12, 4, 4)

  /// - Parameters:
  ///   - besides: fields that are something else already.
  ///   - reserved: names that no fact may have.
  ///   - name: the name of the fact with a label.
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
      var fact = FactGuess(
        label: label, source: field.path, reason: "\(kind), \(choice.presence(field))",
        isSplit: choice.isSplit(field))
      if facets.contains(field.path) { fact.facet = choice.valuesInWords(field) }
      if orders.contains(field.path) { fact.order = kind }
      return fact
    }
  }
}

/// What a page calls a field, made of its name.
enum FieldLabel {
  /// Names that say nothing but that there is a value.
  private static let general: Set<String> = ["name", "value", "text", "label", "title", "rendered"]

  /// Names that say something only together with that of what they are in.
  private static let parts: Set<String> = ["date", "year", "place", "count", "number", "type", "time", "day"]

  /// - Parameter isTaken: whether no fact may have a label, since another has one like it.
  static func label(of names: [String], isTaken: (String) -> Bool) -> String {
    var names = names.filter { $0 != XMLName.text }
    if names.count > 1, general.contains(FieldStatistics.plain(names[names.count - 1])) { names.removeLast() }
    var label = ""
    let isPart = names.last.map { parts.contains(FieldStatistics.plain($0)) } == true
    // With the names around it until it is its own.
    for (depth, name) in names.reversed().enumerated() {
      label = words(of: name) + (label.isEmpty ? "" : " \(label)")
      if isPart, depth == 0, names.count > 1 { continue }
      // A key that begins with // would be a comment.
      if label.hasPrefix("//") { label = String(label.drop { $0 == "/" }).trimmed }
      if !label.isEmpty, !isTaken(label) { return capitalized(label) }
    }
    let named = "\(label) value".trimmed
    var (free, number) = (named, 2)
    // Before it, since of long labels only the beginning counts.
    while isTaken(free) { (free, number) = ("\(number) \(named)", number + 1) }
    return capitalized(free)
  }

  /// `birthYear` and `@birth_year` are "birth year".
  private static func words(of name: String) -> String {
    var text = ""
    var previous: Character = " "
    for letter in name {
      let isBreak = letter.isUppercase && previous.isLowercase
      let isSign =
        letter == "_" || letter == "-" || letter == ":" || letter.isWhitespace
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

/// Which fields are worth a line below an entry, and by which a list is filtered and sorted.
extension FieldChoice {
  /// Letters of a value on average, more than which no term has room for.
  private static let lengthLimit = 60.0
  /// Names of what is there for machines.
  private static let others = [
    "url", "link", "href", "uri", "slug", "mime", "hash", "token", "path", "email",
  ]

  /// The best first.
  var facts: [FieldStatistics] {
    fields.compactMap { field in factScore(field).map { (field, $0) } }
      .sorted { ($1.1, $0.0.path) < ($0.1, $1.0.path) }.map(\.0)
  }

  private func factScore(_ field: FieldStatistics) -> Double? {
    let isNumeric = isNumeric(field)
    let isDated = isDated(field)
    let isCode = field.share(field.codes) > 0.5 && !isNumeric && !isDated
    let isID =
      field.name.hasSuffix("id") && field.share(field.phrases) < 0.1
      || FieldNames.id.exact.contains(field.name)
    guard share(field) >= 0.2, field.distinct > 1, field.meanLength <= Self.lengthLimit, !isCode, !isID,
      field.share(field.addresses) < 0.1, field.share(field.places) < 0.1, field.share(field.markups) < 0.1,
      !Self.others.contains(where: { field.name.contains($0) })
    else { return nil }
    let isKind =
      FieldNames.section.weight(ofNamed: field) > 0 || FieldNames.subtitle.weight(ofNamed: field) > 0
    // What nobody else has, in words, says less than what several share.
    let isOwn = field.distinct == field.values && !isNumeric && !isDated
    return share(field) + kinship(field) - Double(field.depth) * 0.2 + (facetScore(field) == nil ? 0 : 0.5)
      + (isNumeric || isDated ? 0.3 : 0) + (isKind ? 0.5 : 0) - (isOwn ? 0.4 : 0)
  }

  /// How well a list is filtered by it; nil if it is not.
  func facetScore(_ field: FieldStatistics) -> Double? {
    let counts = isSplit(field) ? field.partCounts : field.counts
    let frequent = Double(counts.values.max() ?? 0) / Double(max(field.values, 1))
    guard share(field) >= 0.6, (2...30).contains(counts.count), counts.count * 4 <= field.values * 3,
      field.meanLength <= 40, field.share(field.addresses) < 0.1, field.share(field.places) < 0.1,
      frequent <= 0.97
    else { return nil }
    return share(field) + ((3...15).contains(counts.count) ? 0.5 : 0) - frequent + kinship(field) * 0.5
      - Double(field.depth) * 0.3
  }

  func isSortable(_ field: FieldStatistics) -> Bool {
    (isNumeric(field) || isDated(field)) && share(field) >= 0.5 && field.distinct > 2
  }

  func isNumeric(_ field: FieldStatistics) -> Bool { field.share(field.numbers) >= 0.8 }
  func isDated(_ field: FieldStatistics) -> Bool { field.share(field.dates) >= 0.8 }

  /// Those of a table as its columns stand.
  func inOrder(_ fields: [FieldStatistics]) -> [FieldStatistics] {
    if columns.isEmpty { return fields }
    return fields.sorted { (columns[$0.path] ?? .max, $0.path) < (columns[$1.path] ?? .max, $1.path) }
  }

  func valuesInWords(_ field: FieldStatistics) -> String {
    let names = isSplit(field) ? field.partCounts : field.counts
    let first = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
    return "\(names.count) values, such as \(first.joined(separator: ", "))"
  }
}
