import JSON

/// Statistics of every path that records have.
struct FieldSurvey {
  private(set) var fields: [String: FieldStatistics] = [:]
  private(set) var count = 0

  mutating func take(_ record: JSONValue) {
    count += 1
    var found: [String: ([String], [JSONValue])] = [:]
    Self.collect(record, [], into: &found)
    for (path, (names, values)) in found {
      // Of a name without end no path is made.
      guard fields[path] != nil || fields.count < RecordPaths.limit && RecordPath(path) != nil else {
        continue
      }
      var field = fields[path] ?? FieldStatistics(names)
      field.present += 1
      if values.count > 1 { field.several += 1 }
      for value in values.prefix(20) { field.take(value) }
      fields[path] = field
    }
  }

  private static func collect(
    _ value: JSONValue, _ names: [String], into found: inout [String: ([String], [JSONValue])]
  ) {
    switch value {
    case .object(let members):
      let isGeometry = members["coordinates"]?.array != nil
      if isGeometry || isPlace(members) { add(value, names, to: &found) }
      // What GeoJSON's geometries hold says nothing by itself.
      if isGeometry, members["type"]?.string != nil { return }
      guard names.count < RecordPaths.depth else { return }
      for (name, member) in members { collect(member, names + [name], into: &found) }
    case .array(let elements):
      for element in elements.prefix(20) { collect(element, names, into: &found) }
    default:
      if value.recordText != nil { add(value, names, to: &found) }
    }
  }

  /// Whether an object has nothing but where something lies.
  private static func isPlace(_ members: [String: JSONValue]) -> Bool {
    let names = Set(members.keys.map { $0.lowercased() })
    return !names.isDisjoint(with: ["lat", "latitude"])
      && !names.isDisjoint(with: ["lon", "lng", "long", "longitude"])
  }

  private static func add(
    _ value: JSONValue, _ names: [String], to found: inout [String: ([String], [JSONValue])]
  ) {
    guard !names.isEmpty else { return }
    found[RecordPath.written(names), default: (names, [])].1.append(value)
  }
}
