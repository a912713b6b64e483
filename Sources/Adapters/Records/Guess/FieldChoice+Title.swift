// Titles of lists whose records have no field for them.
extension FieldChoice {
  /// Letters of an average text that is a title by itself.
  static let shortText = 60.0

  /// The field that says most of each record in a list without titles.
  var anyTitle: FieldStatistics? {
    best { field in
      guard share(field) >= 0.6, field.several * 5 <= field.present, field.distinct > 1,
        (1...80).contains(field.meanLength), field.isRarely(.place, .truth, .markup, below: 0.3)
      else { return nil }
      let distinct = Double(field.distinct) / Double(field.values)
      // Of a log, the day tells more than a number.
      let isDay = isDated(field) && field.depth == 1 && distinct >= 0.9
      let isKey = FieldNames.id.weight(of: field) > 0 || FieldNames.number.weight(of: field) > 0
      guard isKey || isDay || !field.survey.form.hasKeys && field.isRarely(.date, below: 0.3) else {
        return nil
      }
      // A few words for all records are groups of them.
      let isText =
        field.isRarely(.number, .address, below: 0.3) && field.share(.code) < 0.6 && distinct >= 0.15
      return FieldNames.title.weight(of: field) * 0.3 + distinct + (isDay ? 0.5 : 0)
        + (isText ? 1 : 0) + share(field) - field.depth * 0.3
    }
  }

  /// The name of what records with numbers are of, such as the species of a herbarium's sheets, unless it groups them;
  /// nil if a field is no number.
  func nameBeside(_ number: FieldStatistics) -> FieldStatistics? {
    guard isNumber(number) else { return nil }
    return best(besides: number) { field in
      let weight = FieldNames.title.weight(of: field)
      guard weight > 0, share(field) >= 0.9, field.several == 0, (2...80).contains(field.meanLength),
        field.share(.code) < 0.2, field.isRarely(.number, .date, .place, .truth, .address, .markup),
        grouping(field) == nil
      else { return nil }
      return weight
    }
  }

  /// Whether a title is a number that people give.
  func isNumber(_ title: FieldStatistics) -> Bool {
    FieldNames.title.weight(of: title) <= 0
      && (title.share(.code) > 0.6 || isNumeric(title) || FieldNames.number.weight(of: title) > 0)
  }

  /// The fields of first and last names that make a title together; nil if another field is the title.
  var personName: [FieldStatistics]? {
    // The "title" of people is not their name.
    if let title, FieldNames.title.weight(of: title) > 2, title.distinct * 10 >= title.values * 9 {
      return nil
    }
    for last in fields where Self.lastNames.contains(last.name) && share(last) >= 0.9 {
      let first = fields.first { field in
        Self.firstNames.contains(field.name) && field.parent == last.parent && field.several == 0
      }
      if let first { return [first, last] }
    }
    return nil
  }

  private static let lastNames: Set<String> = [
    "lastname", "surname", "familyname", "nachname", "zuname", "apellido", "apellidos", "nomdefamille",
  ]
  private static let firstNames: Set<String> = [
    "firstname", "forename", "givenname", "vorname", "prenom", "prénom", "nombre", "first",
  ]

  /// A path to the title, or else to what names other kinds of records in a list; nil if most have the title.
  private func alternatives(to title: FieldStatistics) -> String? {
    var present = title.present
    guard share(title) < 0.95, columns.isEmpty else { return nil }
    let others = fields.filter { field in
      field.path != title.path && FieldNames.title.weight(of: field) > 0.5 && field.several == 0
        && field.isRarely(.number, .date, .address, .place, below: 0.3) && field.depth <= title.depth
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

  /// The source of the title, and the reason for it.
  /// - Parameters:
  ///   - field: the title, or what says most of a record.
  ///   - key: the path of the field that tells records apart; nil if there is none.
  func titleField(_ field: FieldStatistics, key: String?) -> RecordGuess.Field {
    if let names = personName {
      return .title(names, "first and last names, \(presence(names[1]))")
    }
    if let others = alternatives(to: field) {
      return RecordGuess.Field(
        key: "title", sources: [others], reason: "the first of these that a record has, \(presence(field))")
    }
    guard title == nil else {
      return .title(
        [field],
        isTitledByText
          ? "the beginning of the text, since there is no title"
          : "\(presence(field)), \(field.distinct) different")
    }
    let other = fields.first {
      $0.path == key && $0.path != field.path && $0.meanLength <= 20 && !isDated(field)
    }
    return .title(
      [field, other].compactMap(\.self), "no field looks like a title, so what says most of a record")
  }
}

extension RecordGuess.Field {
  /// A title of one field, or of several with spaces between them.
  fileprivate static func title(_ fields: [FieldStatistics], _ reason: String) -> Self {
    let paths = fields.map(\.path)
    let source = paths.count == 1 ? paths[0] : paths.map { "{\($0)}" }.joined(separator: " ")
    return Self(key: "title", sources: [source], reason: reason)
  }
}
