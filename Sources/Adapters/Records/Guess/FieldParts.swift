/// Paths that say in other words what another path says.
///
/// Elements of XML that are names and values have a path for all of them, such as `Data.value`, and one for each name,
/// such as `Data@Height`. A text with elements in it has a path for its whole, and one for each of these.
struct FieldParts {
  /// Paths of which each longer path is left out.
  private var covered: Set<[String]> = []
  private let texts: Set<[String]>
  private let survey: FieldSurvey

  init(_ survey: FieldSurvey) {
    self.survey = survey
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
      let key = XMLElement.keys.lazy.compactMap { survey.fields[RecordPath.written(whole + [$0])] }.first
      let isFamily =
        XMLElement.generalNames.contains(ListField.plain(whole.last ?? ""))
        || key.map { $0.several * 2 >= $0.present } ?? true
      if isFamily { covered.insert(whole) } else { covered.formUnion(named) }
    }
  }

  /// The reason why a field says nothing of its own; nil if it does.
  func reasonAgainst(_ field: ListField) -> String? {
    if field.names.contains(where: XMLElement.technicalNames.contains) { return "for programs" }
    for end in field.names.indices.map({ $0 + 1 }) {
      let start = Array(field.names[..<end])
      if covered.contains(start) { return "shown by its names" }
      if end < field.names.count, texts.contains(start), field.names[end] != XMLName.text,
        !field.names[end].hasPrefix("@")
      {
        return "part of the text around it"
      }
    }
    return isAboutValue(field) ? "about the value beside it" : nil
  }

  /// Whether a field describes the value beside it, as the type of a SPARQL binding or the length of a file do.
  private func isAboutValue(_ field: ListField) -> Bool {
    guard field.names.count > 1 else { return false }
    func isBeside(_ name: String) -> Bool {
      survey.fields[RecordPath.written(field.names.dropLast() + [name])] != nil
    }
    let details: Set = [
      "type", "lang", "datatype", "mode", "ispermalink", "length", "filesize", "bitrate", "sizeinbytes",
      "isdefault", "medium", "rel", "width", "height",
    ]
    return details.contains(field.last)
      && ["value", XMLName.text, "@url", "@href", "@src", "url", "src"].contains(where: isBeside)
  }
}
