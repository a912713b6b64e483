/// The types of the models whose values can be named at one place of a template.
struct Scope {
  /// A value, and the number of the frame that holds at run time the address it is read at.
  struct Resolved {
    let value: Value
    let frame: Int
  }

  /// Why a name has no value here.
  struct Unresolved: Error {
    let reason: String
  }

  /// Innermost last.
  private var models: [(schema: Schema, frame: Int)]
  /// The value of the innermost section, unless that is a model.
  private var item: Resolved?
  /// The frame of the next section that visits something.
  private(set) var nextFrame = 1

  init(model: Schema) {
    models = [(model, 0)]
  }

  /// The names in a section about a value, which becomes `.` or is searched first.
  func inside(_ section: Resolved) -> Scope {
    var scope = self
    guard section.value.visit != nil else {
      scope.item = section
      return scope
    }
    if let schema = section.value.schema {
      scope.models.append((schema(), nextFrame))
      scope.item = nil
    } else {
      scope.item = Resolved(value: .element, frame: nextFrame)
    }
    scope.nextFrame += 1
    return scope
  }

  /// Finds the value of a name: `.`, `name` or `name.part`.
  func resolve(_ name: String) throws(Unresolved) -> Resolved {
    if name == "." {
      guard let item else {
        throw Unresolved(reason: "\".\" is a model: name its values")
      }
      return item
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var (value, frame) = try find(parts[0])
    for (index, part) in parts.enumerated().dropFirst() {
      let path = parts[..<index].joined(separator: ".")
      guard value.kind == .object, let visit = value.visit, let schema = value.schema?() else {
        throw Unresolved(reason: "\"\(path)\" is \(value.kind.rawValue) and has no parts")
      }
      guard let inner = schema.values[part] else {
        throw Unresolved(reason: "there is no \"\(part)\" in \(schema.model), which \"\(path)\" is")
      }
      value = inner.reached(through: visit)
    }
    return Resolved(value: value, frame: frame)
  }

  private func find(_ name: String) throws(Unresolved) -> (Value, frame: Int) {
    var searched: [String] = []
    for (schema, frame) in models.reversed() {
      if let value = schema.values[name] { return (value, frame) }
      if !searched.contains(schema.model) { searched.append(schema.model) }
    }
    throw Unresolved(reason: "there is no \"\(name)\" in \(searched.joined(separator: ", "))")
  }
}
