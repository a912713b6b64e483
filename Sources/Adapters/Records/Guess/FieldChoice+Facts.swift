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
