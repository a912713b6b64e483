/// Which field of many records is most likely what.
struct FieldChoice {
  let fields: [FieldStatistics]
  private let count: Int
  /// Places of columns, for the first ones of a table are often the names of things.
  let columns: [String: Int]
  let title: FieldStatistics?

  init(_ survey: FieldSurvey, columns: [String]) {
    count = survey.count
    self.columns = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    let fields = survey.fields.values.filter { !Self.isAboutValue($0, survey) }.sorted { $0.path < $1.path }
    self.fields = fields
    let total = survey.count
    let order = self.columns
    let strict = Self.best(fields) { Self.titleScore($0, total, order, distinct: 0.8, present: 0.95) }
    // A name that says so is believed for less.
    let named = Self.best(fields.filter { FieldNames.title.weight(of: $0) > 1 }) {
      Self.titleScore($0, total, order, distinct: 0.3, present: 0.6)
    }
    title = strict.map { FieldNames.title.weight(of: $0) > 0 } == true ? strict : named ?? strict
  }

  /// Some names of fields, for a message.
  var known: String {
    fields.prefix(8).map { $0.path.hasPrefix("\"") ? $0.path : "\"\($0.path)\"" }.joined(separator: ", ")
  }

  func presence(_ field: FieldStatistics) -> String {
    field.present == count ? "in all \(count)" : "in \(field.present) of \(count)"
  }

  func share(_ field: FieldStatistics) -> Double { Double(field.present) / Double(count) }

  // MARK: What is what

  private static func titleScore(
    _ field: FieldStatistics, _ total: Int, _ columns: [String: Int], distinct: Double, present: Double
  ) -> Double? {
    guard Double(field.present) >= present * Double(total), field.several * 5 <= field.present,
      Double(field.distinct) >= distinct * Double(field.values) || total < 3,
      (2...80).contains(field.meanLength), field.share(field.numbers) < 0.3,
      field.share(field.addresses) < 0.1,
      field.share(field.dates) < 0.3, field.share(field.places) < 0.3, field.share(field.truths) < 0.3
    else { return nil }
    let first = columns[field.path].map { max(0, 1.2 - Double($0) * 0.2) } ?? 0
    let isCode = field.share(field.codes) > 0.6
    return FieldNames.title.weight(of: field) + Double(field.distinct) / Double(field.values) + first
      + field.share(field.phrases) * 0.1 - (isCode ? 2 : 0) - Double(field.depth) * 0.3
      - (field.meanLength > 60 ? 1 : 0)
  }

  /// Whether no two of all records have the same title, as far as all were looked at.
  var hasDifferentTitles: Bool {
    count < RecordGuess.sample && title.map { $0.distinct == count } ?? true
  }

  var picture: FieldStatistics? {
    best { field in
      let weight = FieldNames.picture.weight(of: field)
      let isPicture = field.share(field.pictures) >= 0.5
      guard isPicture || weight > 0 && field.share(field.addresses) >= 0.8, share(field) >= 0.1 else {
        return nil
      }
      return (isPicture ? 2 : 0) + weight + share(field) * 2 + kinship(field) - Double(field.depth) * 0.2
        - (field.several > 0 ? 0.3 : 0)
    }
  }

  var link: FieldStatistics? {
    best(besides: picture) { field in
      let weight = FieldNames.link.weight(of: field)
      guard field.share(field.addresses) >= 0.9, field.share(field.pictures) < 0.3, share(field) >= 0.5,
        weight > 0, field.distinct * 10 >= field.values * 9
      else { return nil }
      return weight + share(field) + kinship(field) - Double(field.depth) * 0.3
        - (field.several > 0 ? 0.5 : 0)
    }
  }

  var description: FieldStatistics? {
    best { field in
      let weight = FieldNames.description.weight(of: field)
      guard share(field) >= 0.2, field.share(field.phrases) >= 0.6, field.share(field.addresses) < 0.2,
        field.share(field.dates) < 0.3, field.share(field.places) < 0.3, weight >= 0,
        field.meanLength >= (weight == 0 ? 40 : field.share(field.markups) > 0.5 ? 1 : 15)
      else { return nil }
      let length = min(max(field.meanLength, 2), 600)
      return length.squareRoot() * 0.25 * share(field) + weight * 1.5 + kinship(field) * 0.5
    }
  }

  var section: FieldStatistics? {
    best(besides: description) { field in
      let weight = FieldNames.section.weight(ofNamed: field)
      let counts = isSplit(field) ? field.partCounts : field.counts
      let frequent = Double(counts.values.max() ?? 0) / Double(max(field.values, 1))
      guard share(field) >= 0.6, (2...30).contains(counts.count),
        counts.count * 4 <= field.values * 3,
        field.meanLength <= 40, field.share(field.numbers) < 0.5, field.share(field.addresses) < 0.1,
        field.share(field.mediaTypes) < 0.1, field.share(field.markups) < 0.1,
        field.share(field.dates) < 0.1, field.share(field.truths) < 0.5, field.share(field.places) < 0.1,
        weight >= 0, frequent <= 0.97
      else { return nil }
      let isFew = (3...9).contains(counts.count) ? 0.6 : (10...15).contains(counts.count) ? 0.4 : 0
      return weight + share(field) + isFew - frequent + kinship(field) * 0.5 - Double(field.depth) * 0.3
    }
  }

  var subtitle: FieldStatistics? {
    best(besides: section, description) { field in
      let weight = FieldNames.subtitle.weight(ofNamed: field)
      guard weight > 0, share(field) >= 0.5, field.meanLength <= 60, field.share(field.addresses) < 0.1,
        field.distinct > 1, field.share(field.markups) < 0.1,
        field.share(field.codes) < 0.5 || field.share(field.dates) > 0.5
      else { return nil }
      return weight + share(field) + kinship(field) - Double(field.depth) * 0.2
    }
  }

  var place: RecordGuess.Field? {
    for latitude in fields where isDegree(latitude, 90) {
      guard let stem = FieldNames.latitude.stem(of: latitude) else { continue }
      let other = fields.first {
        $0.parent == latitude.parent && isDegree($0, 180) && FieldNames.longitude.stem(of: $0) == stem
      }
      guard let other else { continue }
      return RecordGuess.Field(
        key: "place", sources: [latitude.path, other.path],
        reason: "latitude and longitude, \(presence(latitude))")
    }
    let whole = best { field in
      field.share(field.places) >= 0.8 && share(field) >= 0.1 ? share(field) - Double(field.depth) * 0.1 : nil
    }
    return whole.map {
      RecordGuess.Field(key: "place", sources: [$0.path], reason: "coordinates, \(presence($0))")
    }
  }

  /// Whether what is taken for the names of a table's columns looks like one more of its records.
  var hasRecordAsHeader: Bool {
    fields.contains { field in
      let name = field.names[0]
      guard columns[name] != nil else { return false }
      guard let number = Double(name) else { return field.counts[name] != nil }
      return isNumeric(field) && !(1_000..<3_000).contains(number)
    }
  }

  func isSplit(_ field: FieldStatistics) -> Bool {
    !columns.isEmpty && field.splits * 5 > field.values && field.partCounts.count <= 30
  }

  private func isDegree(_ field: FieldStatistics, _ limit: Double) -> Bool {
    field.share(field.numbers) >= 0.8 && share(field) >= 0.1 && abs(field.least) <= limit
      && abs(field.most) <= limit
  }

  /// Whether a field stands beside the title, or in something that does.
  func kinship(_ field: FieldStatistics) -> Double {
    guard let title else { return 0 }
    return field.names.starts(with: title.parent) ? (field.parent == title.parent ? 0.6 : 0.4) : 0
  }

  /// Whether it says something of a value beside it, as the type of a SPARQL binding does.
  private static func isAboutValue(_ field: FieldStatistics, _ survey: FieldSurvey) -> Bool {
    guard let last = field.names.last, ["type", "xml:lang", "datatype"].contains(last), field.names.count > 1
    else {
      return false
    }
    return survey.fields[RecordPath.written(field.names.dropLast() + ["value"])] != nil
  }

  private func best(
    besides others: FieldStatistics?..., score: (FieldStatistics) -> Double?
  ) -> FieldStatistics? {
    let taken = Set((others + [title]).compactMap { $0?.path })
    return Self.best(fields.filter { !taken.contains($0.path) }, score)
  }

  private static func best(
    _ fields: [FieldStatistics], _ score: (FieldStatistics) -> Double?
  ) -> FieldStatistics? {
    var best: (field: FieldStatistics, score: Double)?
    for field in fields {
      if let score = score(field), score > best?.score ?? -.infinity { best = (field, score) }
    }
    return best?.field
  }
}
