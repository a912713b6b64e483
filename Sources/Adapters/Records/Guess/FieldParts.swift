/// The paths of XML records that say in other words what another path says.
///
/// Elements that are names and values have a path for all of them, such as `Data.value`, and one for each name, such as
/// `Data@Height`. A text with elements in it has a path for its whole, and one for each of these.
struct FieldParts {
  /// Paths of which each longer path is left out.
  private var covered: Set<[String]> = []
  private let texts: Set<[String]>

  init(_ survey: FieldSurvey) {
    texts = Set(
      survey.fields.values.filter { field in
        field.names.last == XMLName.text
          && (field.share(.markup) >= 0.3 || field.share(.phrase) >= 0.6 && field.meanLength >= 20)
      }
      .map { Array($0.names.dropLast()) })
    var families: [[String]: Set<[String]>] = [:]
    for field in survey.fields.values {
      for (index, name) in field.names.enumerated() where !name.hasPrefix("@") && !name.hasPrefix("link@") {
        guard let sign = name.firstIndex(of: "@") else { continue }
        let whole = field.names[..<index] + [String(name[..<sign])]
        families[Array(whole), default: []].insert(Array(field.names[...index]))
      }
    }
    for (whole, named) in families {
      // Codes for machines that precede the fields of a library's record.
      if let name = whole.last, name.hasSuffix("datafield") {
        covered.insert(whole.dropLast() + [name.dropLast(9) + "leader"])
      }
      let key = FieldWords["xmlkeys"].exact.lazy.compactMap { name in
        survey.fields[RecordPath.written(whole + [String(name)])]
      }.first
      let element = FieldStatistics.plain(whole.last ?? "")
      let isFamily =
        FieldWords["xmlgeneral"].exact(element) || key.map { $0.several * 2 >= $0.present } ?? true
      if isFamily { covered.insert(whole) } else { covered.formUnion(named) }
    }
  }

  /// The reason why a field says nothing of its own; nil if it does.
  func reasonAgainst(_ field: FieldStatistics) -> String? {
    if LibraryFields.name(field.names) == "" || field.names.contains(where: FieldWords["xmltechnical"].exact)
    {
      return "for programs"
    }
    for end in 1...max(field.names.count, 1) where end <= field.names.count {
      let start = Array(field.names[..<end])
      if covered.contains(start) { return "shown by its names" }
      if end < field.names.count, texts.contains(start), field.names[end] != XMLName.text,
        !field.names[end].hasPrefix("@")
      {
        return "part of the text around it"
      }
    }
    return nil
  }
}
