// Titles of lists whose records have no field for them.
extension FieldChoice {
  /// Letters of an average text that is a title by itself.
  static let shortText = 60.0

  /// The field that says most of each record in a list without titles.
  var anyTitle: FieldStatistics? { best("else") }

  /// The first columns of a table of numbers and dates, which has no name for its rows: two if the first has the same
  /// value in several rows. Empty for any other list.
  var firstColumns: [FieldStatistics] {
    let known = inOrder(fields.filter { columns[$0.path] != nil })
    let numbers = known.filter { isNumeric($0) || isDated($0) || $0.survey.form.hasKeys }
    guard columns.count > 1, numbers.count * 2 >= columns.count else { return [] }
    let first = known.filter { share($0) >= 0.6 && ($0.distinct > 1 || count == 1) }
    return Array(first.prefix(first.first?.distinct == count ? 1 : 2))
  }

  /// The name of what records with numbers are of, such as the species of a herbarium's sheets, unless it groups them;
  /// nil if a field is no number.
  func nameBeside(_ number: FieldStatistics) -> FieldStatistics? {
    isNumber(number) ? best("beside", besides: number) : nil
  }

  /// Whether a title is a number that people give.
  func isNumber(_ title: FieldStatistics) -> Bool {
    title.weight("title") <= 0
      && (title.share(.code) > 0.6 || isNumeric(title) || title.weight("number") > 0)
  }

  /// The fields of first and last names that make a title together; nil if another field is the title.
  var personName: [FieldStatistics]? {
    // The "title" of people is not their name.
    if let title, title.weight("title") > 2, title.distinct * 10 >= title.values * 9 { return nil }
    for last in fields where FieldWords["lastname"].exact(last.name) && share(last) >= 0.9 {
      let first = fields.first { field in
        FieldWords["firstname"].exact(field.name) && field.parent == last.parent && field.several == 0
      }
      if let first { return [first, last] }
    }
    return nil
  }

  /// A path to the title, or else to what names other kinds of records in a list; nil if most have the title.
  private func alternatives(to title: FieldStatistics) -> String? {
    var present = title.present
    guard share(title) < 0.95, columns.isEmpty else { return nil }
    let others = fields.filter { field in
      field.path != title.path && field.weight("title") > 0.5 && field.several == 0
        && field.isRarely(.number, .date, .address, .place, below: 0.3)
        && field.names.count <= title.names.count
    }
    .sorted { ($1.present, $0.path) < ($0.present, $1.path) }
    var paths = [title.path]
    // Together they can be at most all records, if no record has two of them.
    for other in others where present + other.present <= count {
      present += other.present
      paths.append(other.path)
    }
    let path = paths.joined(separator: " || ")
    return paths.count > 1 && RecordPath(path) != nil ? path : nil
  }

  /// The title, or else the field that comes closest to one; nil for a list whose records get a number.
  var heading: FieldStatistics? { title ?? anyTitle ?? firstColumns.first ?? best("last") }

  /// The source of texts for addresses.
  var slug: String? { personName.map(Self.source) ?? heading?.path }

  fileprivate static func source(of fields: [FieldStatistics]) -> String {
    fields.count == 1 ? fields[0].path : fields.map { "{\($0.path)}" }.joined(separator: " ")
  }

  /// The source of the title, and the reason for it.
  /// - Parameter key: the path of the field that tells records apart; nil if there is none.
  func titleField(key: String?) -> RecordGuess.Field {
    if let names = personName { return .title(names, "first and last names, \(presence(names[1]))") }
    if let title {
      if let others = alternatives(to: title) {
        return RecordGuess.Field(
          key: "title", sources: [others], reason: "the first of these that a record has, \(presence(title))")
      }
      let use = score(title, "title.strict") == nil ? "title.named" : "title.strict"
      return .title(
        [title],
        isTitledByText ? "the beginning of the text, since there is no title" : reasons(title, use))
    }
    if let words = anyTitle {
      let other = fields.first {
        $0.path == key && $0.path != words.path && $0.meanLength <= 20 && !isDated(words)
      }
      return .title(
        [words, other].compactMap(\.self),
        "what says most of a record")
    }
    guard let heading else {
      return RecordGuess.Field(
        key: "title", sources: ["Row {#}"], reason: "the number of the record")
    }
    return .title(
      firstColumns.isEmpty ? [heading] : firstColumns,
      "the first that differs")
  }
}

extension RecordGuess.Field {
  /// A title of one field, or of several with spaces between them.
  fileprivate static func title(_ fields: [FieldStatistics], _ reason: String) -> Self {
    Self(key: "title", sources: [FieldChoice.source(of: fields)], reason: reason)
  }
}
