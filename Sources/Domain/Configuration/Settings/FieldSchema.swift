public import JSON

extension FieldTable {
  /// The table as a JSON Schema, for editors and other tools.
  ///
  /// What it refuses, the decoder refuses too. The decoder knows more: contrasts, shapes of pictures, and
  /// whether an address can be read. Source of the form: https://json-schema.org/draft/2020-12
  public func schema(title: String) -> JSONOutline {
    .members(
      [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"),
        ("title", .text(title)),
        ("description", "Keys that begin with // are comments."),
      ] + object(at: "", kind: nil))
  }

  /// The keywords that describe an object by the fields in it.
  private func object(at path: String, kind: String?) -> [(key: String, value: JSONOutline)] {
    let inside = fields.filter { $0.parent == path && ($0.kind == nil || $0.kind == kind) }
    var keywords: [(key: String, value: JSONOutline)] = [("type", "object")]
    let required = inside.filter(\.isRequired).map(\.key)
    if !required.isEmpty { keywords.append(("required", .texts(required))) }
    keywords.append(("properties", .members(inside.map { ($0.key, property($0, kind: kind)) })))
    let kinds = kind == nil ? self.kinds(at: path) : []
    guard kinds.isEmpty else { return keywords + [("allOf", .list(kinds.map { variant($0, of: path) }))] }
    return keywords + [
      ("patternProperties", .members([("^//", true)])), ("additionalProperties", false),
    ]
  }

  /// Kinds of feeds that have fields of their own in an object.
  private func kinds(at path: String) -> [String] {
    var kinds: [String] = []
    for case let kind? in fields.filter({ $0.parent == path }).map(\.kind) where !kinds.contains(kind) {
      kinds.append(kind)
    }
    return kinds
  }

  private func variant(_ kind: String, of path: String) -> JSONOutline {
    let condition = JSONOutline.members([
      ("properties", .members([("kind", .members([("const", .text(kind))]))])),
      ("required", ["kind"]),
    ])
    return .members([("if", condition), ("then", .members(object(at: path, kind: kind)))])
  }

  private func property(_ field: SettingField, kind: String?) -> JSONOutline {
    // What all kinds share stands outside of what each has of its own.
    if kind != nil, field.kind == nil { return true }
    var keywords: [(key: String, value: JSONOutline)] = [("description", .text(field.comment))]
    switch field.form {
    case .object: keywords += object(at: field.path, kind: kind)
    case .objectsByName(let pattern, _):
      let named = JSONOutline.members(object(at: "\(field.path).*", kind: kind))
      keywords += [
        ("type", "object"), ("patternProperties", .members([("^//", true), (pattern, named)])),
        ("additionalProperties", false),
      ]
    default: keywords += field.form.schema
    }
    if let example = field.example { keywords.append(("examples", .list([example]))) }
    return .members(keywords)
  }
}

extension FieldForm {
  /// The keywords that describe a value of which nothing else is known.
  fileprivate var schema: [(key: String, value: JSONOutline)] {
    switch self {
    case .text(let pattern, _): Self.text(pattern)
    case .textOrTexts(let text, let names):
      [
        (
          "anyOf",
          .list([
            .members(text.schema),
            .members([
              ("type", "object"), ("required", .texts(names)),
              ("properties", .members(names.map { ($0, .members(text.schema)) })),
              ("patternProperties", .members([("^//", true)])), ("additionalProperties", false),
            ]),
          ])
        )
      ]
    case .choice(let choices): [("enum", .texts(choices))]
    case .flag: [("type", "boolean")]
    case .integer(let range):
      [
        ("type", "integer"), ("minimum", .value(.number(Double(range.lowerBound)))),
        ("maximum", .value(.number(Double(range.upperBound)))),
      ]
    case .texts(let pattern, _, let isSet):
      [("type", "array"), ("items", .members(Self.text(pattern)))]
        + (isSet ? [("minItems", 1), ("uniqueItems", true)] : [])
    case .object, .objectsByName: [("type", "object")]
    case .objects(let limit, let path):
      [
        ("type", "array"), ("maxItems", .value(.number(Double(limit)))),
        ("items", .members([("$ref", .text("#/properties/\(path)"))])),
      ]
    case .textsByName:
      [
        ("type", "object"), ("patternProperties", .members([("^//", true)])),
        ("additionalProperties", .members(Self.text(FieldPattern.text))),
      ]
    }
  }

  private static func text(_ pattern: String) -> [(key: String, value: JSONOutline)] {
    [("type", "string"), ("pattern", .text(pattern))]
  }
}
