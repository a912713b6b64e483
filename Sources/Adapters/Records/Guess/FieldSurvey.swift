import JSON
import System

/// The fields of a sample of records.
struct FieldSurvey {
  private(set) var fields: [String: ListField] = [:]
  private(set) var count = 0

  /// Nesting of objects that are searched: LIDO has a title in the sixth.
  private static let depth = 8

  mutating func take(_ record: JSONValue) {
    count += 1
    var found: [String: ([String], [JSONValue])] = [:]
    Self.collect(record, [], into: &found)
    // In order, so that the same fields are left out each time.
    for path in found.keys.filter({ fields[$0] == nil }).sorted() {
      // A name that is too long makes no path.
      guard fields.count < RecordLimits.columns, RecordPath(path) != nil else { continue }
      fields[path] = ListField(found[path]?.0 ?? [])
    }
    // In place: their dictionaries are large.
    for (path, (_, values)) in found { fields[path]?.take(values, of: count) }
  }

  private static func collect(
    _ value: JSONValue, _ names: [String], into found: inout [String: ([String], [JSONValue])]
  ) {
    func add() {
      if !names.isEmpty { found[RecordPath.written(names), default: (names, [])].1.append(value) }
    }
    switch value {
    case .object(let members):
      let isGeometry = members["coordinates"]?.array != nil
      if isGeometry { add() }
      // Members of GeoJSON's geometries mean nothing by themselves.
      if isGeometry, members["type"]?.string != nil { return }
      guard names.count < Self.depth else { return }
      for (name, member) in members { collect(member, names + [name], into: &found) }
    case .array(let elements):
      for element in elements.prefix(20) { collect(element, names, into: &found) }
    default: if value.recordText != nil { add() }
    }
  }

  /// The fields in the order of a table's columns, or in that in which a text has their names first.
  func ordered(_ columns: [String], in bytes: Numbers<UInt8>, like form: RecordForm) -> [ListField] {
    let places = Dictionary(columns.enumerated().map { ($1, $0) }) { first, _ in first }
    let signs = form == .xml ? ("", "") : ("\"", "\"")
    // An element that has attributes in some records only.
    let whole = fields.values.filter { field in
      let text = RecordPath.written(field.names + [XMLName.text])
      let bare = field.names.count > 1 && field.names.last == XMLName.text ? fields[field.path] : nil
      return (fields[text].map { $0.present <= field.present } ?? true)
        && (bare.map { $0.present < field.present } ?? true)
    }
    return whole.map { field in
      var field = field
      field.close()
      let name = field.names.last(where: { $0 != XMLName.text }) ?? ""
      field.position =
        columns.isEmpty && fields.count <= 500
        ? bytes.offset(of: Array("\(signs.0)\(name.drop { $0 == "@" })\(signs.1)".utf8), from: 0) ?? .max
        : places[field.path] ?? places[field.names[0]] ?? .max
      return field
    }
    .sorted { ($0.position, $0.path) < ($1.position, $1.path) }
  }
}
