/// The choice of the field that most likely is the title, the picture and so on, by ``FieldRules``.
struct FieldChoice {
  private(set) var fields: [FieldStatistics]
  let count: Int
  /// Positions of columns, since the first ones of a table are often names.
  let columns: [String: Int]
  private(set) var title: FieldStatistics?
  private(set) var link: FieldStatistics?
  /// The titles of the records, and their keys that are no numbers, in lower case.
  private(set) var titles: Set<String> = []
  /// The numbers that are keys of the records.
  private(set) var numbers: Set<String> = []
  /// Whether the title is the beginning of the description, as for posts.
  private(set) var isTitledByText = false
  /// Fields that say nothing of their own.
  private(set) var leftOut: [LeftOutField] = []
  /// The number that would be the title if there were no name beside it.
  private var numberBesideName: FieldStatistics?

  /// - Parameter prefersNames: whether a name is the title rather than a number beside it.
  init(_ survey: FieldSurvey, columns: [String], prefersNames: Bool = false) {
    count = survey.count
    self.columns = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    let parts = FieldParts(survey)
    fields = []
    for var field in survey.fields.values.sorted(by: { $0.path < $1.path }) {
      if let reason = parts.reasonAgainst(field) ?? Self.reasonBesideValue(field, survey) {
        leftOut.append(LeftOutField(path: field.path, reason: reason))
      } else {
        field.close()
        fields.append(field)
      }
    }
    let strict = best("title.strict")
    title = strict.map { $0.weight("title") > 0 } == true ? strict : best("title.named") ?? strict
    titleByText(instead: title)
    if isTitledByCode { title = nil }
    if prefersNames, let number = title ?? anyTitle, let name = nameBeside(number) {
      (title, numberBesideName) = (name, number)
    }
    numbers = Set(
      fields.first { $0.last.hasSuffix("id") && isNumeric($0) && $0.distinct == count }?.counts.keys.map(
        \.self) ?? [])
    let codes = fields.filter { FieldWords["id"].exact($0.name) && !isNumeric($0) && $0.distinct == count }
    let names = personName == nil ? [title].compactMap(\.self) : []
    titles = Set((names + codes).flatMap(\.counts.keys).map { $0.lowercased() })
    // The same said again, such as an outline's text.
    if let title {
      let isRepeated = { (field: FieldStatistics) in
        field.path != title.path
          && (field.counts == title.counts || field.name == title.name && field.parent == title.parent)
      }
      leftOut += fields.filter(isRepeated).map { LeftOutField(path: $0.path, reason: "as the title") }
      fields.removeAll(where: isRepeated)
    }
    link =
      best("link.page", besides: picture) ?? best("link.media", besides: picture)
      ?? best("link.values", besides: picture)
  }

  /// Takes the beginning of the text for records that have no title, such as posts.
  private mutating func titleByText(instead given: FieldStatistics?) {
    guard given.map({ $0.weight("title") <= 0 }) ?? true else { return }
    title = nil
    guard let text = description, share(text) >= 0.7, text.weight("description") > 0 || text.isUnnamed else {
      title = given
      return
    }
    // Not that of something else within the record, such as a tag.
    let rare = columns.isEmpty ? best("title.rare") { text.parent.starts(with: $0.parent) } : nil
    let isWeak =
      given.map { field in
        field.path == text.path && (fields.count > 1 || text.meanLength > Self.shortText)
          || score(field, "weak") == nil
      } ?? true
    isTitledByText = rare == nil && isWeak && (columns.isEmpty || given == nil)
    title = rare ?? (isTitledByText ? text : given)
  }

  /// Whether the title is an identifier, although another field has words.
  private var isTitledByCode: Bool {
    guard let title, title.weight("title") <= 0, title.share(.code) > 0.6 else { return false }
    return anyTitle.map { $0.path != title.path && $0.share(.phrase) >= 0.3 } ?? false
  }

  func presence(_ field: FieldStatistics) -> String {
    field.present == count ? "in all \(count)" : "in \(field.present) of \(count)"
  }

  func share(_ field: FieldStatistics) -> Double { Double(field.present) / Double(count) }

  // MARK: Rules

  /// The score of a field for a use; nil if a rule excludes it.
  func score(_ field: FieldStatistics, _ use: String) -> Double? {
    if case .score(let score, _) = FieldRules.all.verdict(on: field, for: use, in: self) {
      score
    } else {
      nil
    }
  }

  /// The strongest reasons for the use of a field, and how many records have it.
  func reasons(_ field: FieldStatistics, _ use: String) -> String {
    guard case .score(_, let reasons) = FieldRules.all.verdict(on: field, for: use, in: self) else {
      return presence(field)
    }
    return (reasons.prefix(2) + [presence(field)]).joined(separator: ", ")
  }

  /// The field with the highest score for a use, without the title and some others.
  func best(
    _ use: String, besides others: FieldStatistics?...,
    where isMeant: (FieldStatistics) -> Bool = { _ in true }
  ) -> FieldStatistics? {
    let taken = Set((others + [title]).compactMap { $0?.path })
    var best: (field: FieldStatistics, score: Double)?
    for field in fields where !taken.contains(field.path) && isMeant(field) {
      if let score = score(field, use), score > best?.score ?? -.infinity { best = (field, score) }
    }
    return best?.field
  }

  var description: FieldStatistics? { isTitledByText ? title : best("description") }

  var section: FieldStatistics? { best("section", besides: description) }

  var subtitle: FieldStatistics? {
    // A number says nothing by itself.
    numberBesideName ?? best("subtitle", besides: section, description)
      ?? (title.map(isNumber) == true ? section : nil)
  }

  // MARK: Evidence

  /// Whether all titles are different; false if not all records were examined.
  var hasDifferentTitles: Bool {
    count < RecordGuess.sample && title.map { $0.distinct == count } ?? false
  }

  /// Whether a field says more about a name beside it, as the role of a contributor does.
  func isBesideName(_ field: FieldStatistics) -> Bool {
    let names = ["name", "fullname", "displayname"]
    return !field.parent.isEmpty && !names.contains(field.last) && field.parent != title?.parent
      && fields.contains { $0.parent == field.parent && names.contains($0.last) }
  }

  func isNumeric(_ field: FieldStatistics) -> Bool { field.share(.number) >= 0.8 }
  func isDated(_ field: FieldStatistics) -> Bool { field.share(.date) >= 0.8 }

  /// The number of groups that a field makes, and their quality; nil if there are too few or too many of them.
  func grouping(_ field: FieldStatistics) -> (count: Int, score: Double)? {
    let counts = field.parts
    let most = field.separator == nil ? 30 : 120
    guard share(field) >= 0.6, (2...most).contains(counts.count), field.meanLength <= 40,
      field.isRarely(.address, .place, .date)
    else { return nil }
    let frequent = Double(counts.values.max() ?? 0) / Double(max(field.values, 1))
    guard counts.count * 4 <= counts.values.reduce(0, +) * 3, frequent <= 0.97 else { return nil }
    return (counts.count, share(field) - frequent + kinship(field) * 0.5 - Double(field.names.count) * 0.3)
  }

  /// A score for fields in the object of the title, or within it.
  func kinship(_ field: FieldStatistics) -> Double {
    guard let title else { return 0 }
    return field.names.starts(with: title.parent) ? (field.parent == title.parent ? 0.6 : 0.4) : 0
  }

  /// The reason to leave out a field that describes the value beside it, as the type of a SPARQL binding or the length
  /// of a file do; nil for any other.
  private static func reasonBesideValue(_ field: FieldStatistics, _ survey: FieldSurvey) -> String? {
    guard let last = field.names.last, field.names.count > 1 else { return nil }
    func isBeside(_ name: String) -> Bool {
      survey.fields[RecordPath.written(field.names.dropLast() + [name])] != nil
    }
    let isDetail =
      ["type", "xml:lang", "datatype"].contains(last) && isBeside("value")
      || ["@type", "@xml:lang", "@lang", "@mode", "@isPermaLink"].contains(last) && isBeside(XMLName.text)
      || FieldWords["details"].exact(field.last)
        && ["@url", "@href", "@src", "url", "src"].contains(where: isBeside)
    return isDetail ? "about the value beside it" : nil
  }
}
