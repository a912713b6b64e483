/// The paths of XML records that say in other words what another path says.
///
/// Elements that are names and values have a path for all of them, such as `Data.value`, and one for each name, such as
/// `Data@Height`. A text with elements in it has a path for its whole, and one for each of these.
struct FieldParts {
  /// Paths of which each longer path is left out.
  private var covered: Set<[String]> = []
  private let texts: Set<[String]>

  /// Attributes that name a value.
  private static let keys = ["@name", "@key", "@k", "@tag", "@code", "@property"]
  /// Elements that hold nothing but names and values.
  private static let general: Set<String> = [
    "data", "simpledata", "tag", "field", "property", "attribute", "param", "meta", "binding", "datafield",
    "subfield", "controlfield", "str", "int", "arr", "date", "extra", "custom",
  ]

  /// Names of KML's elements about the look of a map, and of what programs add for themselves.
  private static let technical: Set<String> = [
    "etag", "__typename", "node_id", "_score", "LookAt", "Camera", "Style", "StyleMap", "styleUrl",
    "altitudeMode", "tessellate", "extrude", "visibility", "nd", "@changeset", "@uid",
  ]

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
      let key = Self.keys.lazy.compactMap { survey.fields[RecordPath.written(whole + [$0])] }.first
      let element = FieldStatistics.plain(whole.last ?? "")
      let isFamily = Self.general.contains(element) || key.map { $0.several * 2 >= $0.present } ?? true
      if isFamily { covered.insert(whole) } else { covered.formUnion(named) }
    }
  }

  /// Whether a field is not part of another.
  func isOwn(_ field: FieldStatistics) -> Bool {
    if LibraryFields.name(field.names) == "" || field.names.contains(where: Self.technical.contains) {
      return false
    }
    for end in 1...max(field.names.count, 1) where end <= field.names.count {
      let start = Array(field.names[..<end])
      if covered.contains(start) { return false }
      if end < field.names.count, texts.contains(start), field.names[end] != XMLName.text,
        !field.names[end].hasPrefix("@")
      {
        return false
      }
    }
    return true
  }
}
