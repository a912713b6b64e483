import JSON

/// Validates documents against a JSON Schema with the keywords of our schema.
struct SchemaValidator {
  let schema: JSONValue
  private let patterns = Patterns()

  /// Compiled patterns, because compiling takes longest.
  private final class Patterns {
    private var compiled: [String: Regex<AnyRegexOutput>] = [:]

    func areMet(by text: String, _ pattern: String) throws -> Bool {
      let regex = try compiled[pattern] ?? Regex(pattern).matchingSemantics(.unicodeScalar)
      compiled[pattern] = regex
      return try regex.firstMatch(in: text) != nil
    }
  }

  private static let known: Set<String> = [
    "$schema", "title", "description", "examples", "type", "enum", "const", "pattern", "minimum", "maximum",
    "items", "minItems", "maxItems", "uniqueItems", "$ref", "required", "properties", "patternProperties",
    "additionalProperties", "allOf", "anyOf", "if", "then",
  ]

  /// - Throws: if the schema has an unknown keyword.
  func accepts(_ value: JSONValue) throws -> Bool { try accepts(value, schema) }

  struct UnknownKeyword: Error { let name: String }

  private func accepts(_ value: JSONValue, _ schema: JSONValue) throws -> Bool {
    if let verdict = schema.bool { return verdict }
    let keywords = schema.object ?? [:]
    if let reference = keywords["$ref"]?.string {
      guard let target = target(of: reference) else { throw UnknownKeyword(name: reference) }
      return try accepts(value, target)
    }
    if let unknown = keywords.keys.first(where: { !Self.known.contains($0) }) {
      throw UnknownKeyword(name: unknown)
    }
    if let type = keywords["type"]?.string, !Self.isOf(type, value) { return false }
    if let choices = keywords["enum"]?.array, !choices.contains(value) { return false }
    if let constant = keywords["const"], constant != value { return false }
    for part in keywords["allOf"]?.array ?? [] where try !accepts(value, part) { return false }
    if let parts = keywords["anyOf"]?.array, try !parts.contains(where: { try accepts(value, $0) }) {
      return false
    }
    if let condition = keywords["if"], let then = keywords["then"], try accepts(value, condition),
      try !accepts(value, then)
    {
      return false
    }
    switch value {
    case .string(let text):
      return try keywords["pattern"]?.string.map { try patterns.areMet(by: text, $0) } ?? true
    case .number(let number):
      return number >= keywords["minimum"]?.number ?? number
        && number <= keywords["maximum"]?.number ?? number
    case .array(let elements): return try accepts(elements, keywords)
    case .object(let members): return try accepts(members, keywords)
    default: return true
    }
  }

  /// The subschema of a local reference.
  private func target(of reference: String) -> JSONValue? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(schema) { $0?[String($1)] }
  }

  private func accepts(_ elements: [JSONValue], _ keywords: [String: JSONValue]) throws -> Bool {
    if Double(elements.count) < keywords["minItems"]?.number ?? 0 { return false }
    if Double(elements.count) > keywords["maxItems"]?.number ?? .infinity { return false }
    if keywords["uniqueItems"]?.bool == true, Set(elements).count < elements.count { return false }
    guard let schema = keywords["items"] else { return true }
    return try elements.allSatisfy { try accepts($0, schema) }
  }

  private func accepts(_ members: [String: JSONValue], _ keywords: [String: JSONValue]) throws -> Bool {
    let required = keywords["required"]?.array?.compactMap(\.string) ?? []
    guard required.allSatisfy({ members[$0] != nil }) else { return false }
    for (key, value) in members {
      var isKnown = false
      if let schema = keywords["properties"]?[key] {
        isKnown = true
        if try !accepts(value, schema) { return false }
      }
      for (pattern, schema) in keywords["patternProperties"]?.object ?? [:]
      where try patterns.areMet(by: key, pattern) {
        isKnown = true
        if try !accepts(value, schema) { return false }
      }
      if !isKnown, let schema = keywords["additionalProperties"], try !accepts(value, schema) { return false }
    }
    return true
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("string", .string), ("boolean", .bool), ("array", .array), ("object", .object): true
    case ("integer", .number(let number)): number == number.rounded()
    default: false
    }
  }
}
