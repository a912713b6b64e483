/// The types of the models that stand open at one place of a template, innermost last.
struct ContextStack {
  /// A value, and which of the frames at run time holds the address it is read at.
  struct Resolved {
    let value: Value
    let frame: Int
  }

  /// Why a name has no value here.
  struct Unresolved: Error {
    let reason: String
  }

  private enum Context {
    case model(Schema, frame: Int)
    /// A text, flag or the like, which a section about it makes the current item.
    case item(Resolved)
  }

  private var contexts: [Context]

  init(model: Schema) {
    contexts = [.model(model, frame: 0)]
  }

  func pushing(_ model: Schema, frame: Int) -> ContextStack {
    var stack = self
    stack.contexts.append(.model(model, frame: frame))
    return stack
  }

  func pushing(_ item: Resolved) -> ContextStack {
    var stack = self
    stack.contexts.append(.item(item))
    return stack
  }

  /// Finds the value of a name: `.`, `name`, `name.part` or, in the current model only, `.name`.
  func resolve(_ name: String) throws(Unresolved) -> Resolved {
    if name == "." { return current }
    var parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    let isLocal = parts.first?.isEmpty == true
    if isLocal { parts = parts.dropFirst() }
    guard let first = parts.popFirst(), !first.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else {
      throw Unresolved(reason: "\"\(name)\" is not a name: a part of it is empty")
    }
    let found = try find(first, in: isLocal ? contexts.suffix(1) : contexts[...])
    var value = found.value
    var path = first
    for part in parts {
      guard case .object(let visit, _, let makeSchema) = value else {
        throw Unresolved(reason: "\"\(path)\" is \(value.typeName) and has no parts")
      }
      let schema = makeSchema()
      guard let inner = try schema.value(part) else {
        throw Unresolved(reason: "there is no \"\(part)\" in \(schema.model), which \"\(path)\" is")
      }
      value = inner.reached(through: visit)
      path += ".\(part)"
    }
    return Resolved(value: value, frame: found.frame)
  }

  private var current: Resolved {
    switch contexts[contexts.count - 1] {
    case .model(let schema, let frame): Resolved(value: .itself(schema), frame: frame)
    case .item(let item): item
    }
  }

  private func find(_ name: String, in contexts: ArraySlice<Context>) throws(Unresolved) -> Resolved {
    var searched: [String] = []
    for context in contexts.reversed() {
      guard case .model(let schema, let frame) = context else { continue }
      if let value = try schema.value(name) { return Resolved(value: value, frame: frame) }
      if !searched.contains(schema.model) { searched.append(schema.model) }
    }
    let places = searched.isEmpty ? "here" : "in \(searched.joined(separator: ", "))"
    throw Unresolved(reason: "there is no \"\(name)\" \(places)")
  }
}

extension Schema {
  fileprivate func value(_ name: String) throws(ContextStack.Unresolved) -> Value? {
    if ambiguous.contains(name) {
      throw ContextStack.Unresolved(reason: "\(model) has more than one value named \"\(name)\"")
    }
    return values[name]
  }
}
