import JSON

/// A path, followed in records whose fields are cells.
struct PathBinding {
  /// The fields that one alternative of a path may lead to, by the numbers of their cells; -1 if there is none.
  struct Field {
    /// The field whose name is the whole path.
    let whole: Int
    /// The field at the names that the path begins with.
    let start: Int
    /// Whether the path has no further steps.
    let isPlain: Bool
  }

  let fields: [Field]
  /// The steps of each alternative after its names.
  private let rests: [ArraySlice<RecordPath.Step>]
  /// Whether the alternatives have no such steps.
  let isPlain: Bool

  /// - Parameter cell: the number of the cell at a path of names; nil if there is none.
  init(_ path: RecordPath, cell: ([String]) -> Int?) {
    fields = path.alternatives.map { alternative in
      let names = Self.names(alternative.steps)
      return Field(
        whole: cell([alternative.text]) ?? -1, start: cell(names) ?? -1,
        isPlain: names.count == alternative.steps.count)
    }
    rests = path.alternatives.map { $0.steps[Self.names($0.steps).count...] }
    isPlain = rests.allSatisfy(\.isEmpty)
  }

  /// The names that a path begins with; `#text` after a name leads into a text.
  private static func names(_ steps: [RecordPath.Step]) -> [String] {
    var names: [String] = []
    for case .name(let name) in steps.prefix(while: { $0.isName }) {
      if name == XMLName.text, !names.isEmpty { break }
      names.append(name)
    }
    return names
  }

  /// The fields that a path may lead to, as paths of names.
  static func fields(of path: RecordPath) -> [[String]] {
    path.alternatives.flatMap { [[$0.text], names($0.steps)] }
  }

  /// All values at the path; see ``RecordPath/values(in:)``.
  /// - Parameter value: the value of a cell; nil if the record has none.
  func values(_ value: (Int) -> JSONValue?) -> [JSONValue] {
    for (field, rest) in zip(fields, rests) {
      var found: [JSONValue] = []
      if let whole = value(field.whole) {
        RecordPath.collect(whole, into: &found)
      } else if let start = value(field.start) {
        RecordPath.walk(start, rest, into: &found)
      }
      if !found.isEmpty { return found }
    }
    return []
  }
}

extension RecordPath.Step {
  fileprivate var isName: Bool { if case .name = self { true } else { false } }
}
