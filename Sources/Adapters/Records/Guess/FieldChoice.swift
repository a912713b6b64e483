/// The choice of the field that most likely is the title, the picture and so on.
struct FieldChoice {
  private(set) var fields: [FieldStatistics]
  let count: Int
  /// Positions of columns, since the first ones of a table are often names.
  let columns: [String: Int]
  private(set) var title: FieldStatistics?
  /// The titles of the records, and their keys that are no numbers, in lower case.
  private(set) var titles: Set<String> = []
  /// Whether the title is the beginning of the description, as for posts.
  private(set) var isTitledByText = false
  /// The number that would be the title if there were no name beside it.
  private var numberBesideName: FieldStatistics?

  /// - Parameter prefersNames: whether a name is the title rather than a number beside it.
  init(_ survey: FieldSurvey, columns: [String], prefersNames: Bool = false) {
    count = survey.count
    self.columns = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    let parts = FieldParts(survey)
    fields = survey.fields.values.filter { !Self.isAboutValue($0, survey) && parts.isOwn($0) }
      .sorted { $0.path < $1.path }
    let strict = best { titleScore($0, distinct: 0.8, present: 0.95) }
    // A name that states it needs less evidence.
    let named = best { field in
      let weight = FieldNames.title.weight(of: field)
      return weight > 1 ? titleScore(field, distinct: 0.3, present: weight > 2 ? 0.4 : 0.6) : nil
    }
    title = strict.map { FieldNames.title.weight(of: $0) > 0 } == true ? strict : named ?? strict
    titleByText(instead: title)
    if isTitledByCode { title = nil }
    if prefersNames, let number = title ?? anyTitle, let name = nameBeside(number) {
      (title, numberBesideName) = (name, number)
    }
    let codes = fields.filter { FieldNames.id.exact($0.name) && !isNumeric($0) && $0.distinct == count }
    titles = Set(([title].compactMap(\.self) + codes).flatMap(\.counts.keys).map { $0.lowercased() })
    // The same said again, such as an outline's text.
    if let title {
      fields.removeAll {
        $0.path != title.path
          && ($0.counts == title.counts || $0.name == title.name && $0.parent == title.parent)
      }
    }
  }

  /// Takes the beginning of the text for records that have no title, such as posts.
  private mutating func titleByText(instead given: FieldStatistics?) {
    guard given.map({ FieldNames.title.weight(of: $0) <= 0 }) ?? true else { return }
    title = nil
    guard let text = description, share(text) >= 0.7,
      FieldNames.description.weight(of: text) > 0 || text.name.hasPrefix("column")
    else {
      title = given
      return
    }
    // Not that of something else within the record, such as a tag.
    let rare = best { field in
      columns.isEmpty && FieldNames.title.weight(of: field) > 2 && text.parent.starts(with: field.parent)
        ? titleScore(field, distinct: 0.3, present: 0.02) : nil
    }
    // A code, a group or a person names a record less well than its text.
    let isWeak =
      given.map { field in
        field.path == text.path && (fields.count > 1 || text.meanLength > Self.shortText)
          || field.share(.code) > 0.5
          || [FieldNames.id, .section, .subtitle].contains { $0.weight(of: field) > 1.5 }
      } ?? true
    isTitledByText = rare == nil && isWeak && (columns.isEmpty || given == nil)
    title = rare ?? (isTitledByText ? text : given)
  }

  /// Whether the title is an identifier, although another field has words.
  private var isTitledByCode: Bool {
    guard let title, FieldNames.title.weight(of: title) <= 0, title.share(.code) > 0.6 else { return false }
    return anyTitle.map { $0.path != title.path && $0.share(.phrase) >= 0.3 } ?? false
  }

  /// The names of some fields, for a message.
  var known: String {
    fields.prefix(8).map { $0.path.hasPrefix("\"") ? $0.path : "\"\($0.path)\"" }.joined(separator: ", ")
  }

  func presence(_ field: FieldStatistics) -> String {
    field.present == count ? "in all \(count)" : "in \(field.present) of \(count)"
  }

  func share(_ field: FieldStatistics) -> Double { Double(field.present) / Double(count) }

  // MARK: Fields of an entry

  private func titleScore(_ field: FieldStatistics, distinct: Double, present: Double) -> Double? {
    guard Double(field.present) >= present * Double(count), field.several * 5 <= field.present,
      Double(field.distinct) >= distinct * Double(field.values) || count < 3,
      (2...(FieldNames.title.weight(of: field) > 1 ? 160 : 80)).contains(field.meanLength),
      field.isRarely(.address, below: FieldNames.title.weight(of: field) > 2 ? 0.5 : 0.1),
      field.isRarely(.number, .date, .place, .truth, below: 0.3),
      FieldNames.title.weight(of: field) > 2 || !field.survey.form.hasKeys
    else { return nil }
    let first = columns[field.path].map { max(0, 1.2 - Double($0) * 0.2) } ?? 0
    let isCode = field.share(.code) > 0.6
    return FieldNames.title.weight(of: field) + Double(field.distinct) / Double(field.values) + first
      + field.share(.phrase) * 0.1 - (isCode ? 2 : 0) - field.depth * 0.3 - (field.meanLength > 60 ? 1 : 0)
  }

  /// Whether all titles are different; false if not all records were examined.
  var hasDifferentTitles: Bool {
    count < RecordGuess.sample && title.map { $0.distinct == count } ?? false
  }

  /// The share of the most frequent value.
  func constancy(_ field: FieldStatistics) -> Double {
    Double(field.counts.values.max() ?? 0) / Double(max(field.values, 1))
  }

  var link: FieldStatistics? {
    // The file of a podcast's episode, if it has no page.
    link(FieldNames.link) ?? link(FieldNames.media)
  }

  private func link(_ names: FieldNames) -> FieldStatistics? {
    best(besides: picture) { field in
      let weight = names.weight(of: field)
      guard field.share(.address) >= 0.9, field.isRarely(.picture, below: 0.3), share(field) >= 0.5,
        weight > 0, field.distinct * 10 >= field.values * (weight > 2 ? 4 : 6)
      else { return nil }
      return weight + share(field) + kinship(field) - field.depth * 0.3 - (field.several > 0 ? 0.5 : 0)
    }
  }

  var description: FieldStatistics? {
    if isTitledByText { return title }
    return best { field in
      let weight = FieldNames.description.weight(of: field)
      guard share(field) >= 0.2, field.share(.phrase) >= 0.6, field.isRarely(.address, .picture, below: 0.2),
        field.isRarely(.date, .place, below: 0.3), weight >= 0,
        field.meanLength >= (weight == 0 ? 40 : field.share(.markup) > 0.5 ? 1 : 15)
      else { return nil }
      let length = min(max(field.meanLength, 2), 600)
      return length.squareRoot() * 0.25 * share(field) + weight * 1.5 + kinship(field) * 0.5
    }
  }

  var section: FieldStatistics? {
    best(besides: description) { field in
      let weight = FieldNames.section.weight(ofNamed: field)
      // Lists of tags are filters.
      guard weight >= 0, weight > 0 || separator(field) == nil, separator(field) != .comma,
        field.isRarely(.mediaType, .markup, .date), field.survey.form == .year || !field.survey.form.hasKeys,
        field.survey.form != .truth,
        field.isRarely(.number, .truth, below: 0.5), let grouping = grouping(field)
      else { return nil }
      let isFew = (3...9).contains(grouping.count) ? 0.6 : (10...15).contains(grouping.count) ? 0.4 : 0
      return weight + isFew + grouping.score
    }
  }

  var subtitle: FieldStatistics? {
    if let numberBesideName { return numberBesideName }
    let best = best(besides: section, description) { field in
      let weight = FieldNames.subtitle.weight(ofNamed: field)
      // A date is a fact, which is shown in the visitor's language.
      guard weight > 0, share(field) >= 0.5, field.meanLength <= 60, field.survey.form != .truth,
        field.isRarely(.address, .markup, .date, .place, .mediaType), field.share(.code) < 0.5,
        field.distinct > 1, field.values < 4 || constancy(field) <= 0.8, !isBesideName(field)
      else { return nil }
      return weight + share(field) + kinship(field) - field.depth * 0.2
    }
    // A number says nothing by itself.
    return best ?? (title.map(isNumber) == true ? section : nil)
  }

  /// Whether a field says more about a name beside it, as the role of a contributor does.
  private func isBesideName(_ field: FieldStatistics) -> Bool {
    !field.parent.isEmpty && !["name", "fullname", "displayname"].contains(field.last)
      && fields.contains {
        $0.parent == field.parent && ["name", "fullname", "displayname"].contains($0.last)
      }
      && field.parent != title?.parent
  }

  // MARK: Evidence

  func isNumeric(_ field: FieldStatistics) -> Bool { field.share(.number) >= 0.8 }
  func isDated(_ field: FieldStatistics) -> Bool { field.share(.date) >= 0.8 }

  /// The separator of a column's values; nil if it has one value.
  func separator(_ field: FieldStatistics) -> ListSeparator? {
    guard field.survey.form == .text, !isDated(field) else { return nil }
    return ListSeparator.allCases.first { field.lists[$0]?.isList(with: $0) == true }
  }

  /// The number of records with each value.
  func counts(_ field: FieldStatistics) -> [String: Int] {
    separator(field).flatMap { field.lists[$0]?.counts } ?? field.counts
  }

  /// The number of groups that a field makes, and their quality; nil if there are too few or too many of them.
  func grouping(_ field: FieldStatistics) -> (count: Int, score: Double)? {
    let counts = counts(field)
    let frequent = Double(counts.values.max() ?? 0) / Double(max(field.values, 1))
    let total = counts.values.reduce(0, +)
    let most = separator(field) == nil ? 30 : 120
    guard share(field) >= 0.6, (2...most).contains(counts.count), counts.count * 4 <= total * 3,
      field.meanLength <= 40, field.isRarely(.address, .place, .date), frequent <= 0.97
    else { return nil }
    return (counts.count, share(field) - frequent + kinship(field) * 0.5 - field.depth * 0.3)
  }

  /// A score for fields in the object of the title, or within it.
  func kinship(_ field: FieldStatistics) -> Double {
    guard let title else { return 0 }
    return field.names.starts(with: title.parent) ? (field.parent == title.parent ? 0.6 : 0.4) : 0
  }

  /// Whether a field describes the value beside it, as the type of a SPARQL binding or the length of a file do.
  private static func isAboutValue(_ field: FieldStatistics, _ survey: FieldSurvey) -> Bool {
    guard let last = field.names.last, field.names.count > 1 else { return false }
    func isBeside(_ name: String) -> Bool {
      survey.fields[RecordPath.written(field.names.dropLast() + [name])] != nil
    }
    if ["type", "xml:lang", "datatype"].contains(last), isBeside("value") { return true }
    if ["@type", "@xml:lang", "@lang", "@mode", "@isPermaLink"].contains(last), isBeside(XMLName.text) {
      return true
    }
    return details.contains(field.last) && ["@url", "@href", "@src", "url", "src"].contains(where: isBeside)
  }

  /// Names of details of a file, beside its address.
  private static let details: Set<String> = [
    "length", "filesize", "width", "height", "bitrate", "sizeinbytes", "isdefault", "type", "medium", "rel",
  ]

  /// The field with the highest score, without the title and some others.
  func best(
    besides others: FieldStatistics?..., score: (FieldStatistics) -> Double?
  ) -> FieldStatistics? {
    let taken = Set((others + [title]).compactMap { $0?.path })
    var best: (field: FieldStatistics, score: Double)?
    for field in fields where !taken.contains(field.path) {
      if let score = score(field), score > best?.score ?? -.infinity { best = (field, score) }
    }
    return best?.field
  }
}
