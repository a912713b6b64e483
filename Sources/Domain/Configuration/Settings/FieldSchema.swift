public import JSON

extension FieldTable {
  private typealias Keywords = [(key: String, value: JSONOutline)]

  /// The table as a JSON Schema (https://json-schema.org/draft/2020-12), for editors and other tools.
  ///
  /// The decoder refuses all that the schema refuses, and also low contrasts and unreadable addresses.
  public func schema(title: String) -> JSONOutline {
    .members(
      [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"),
        ("title", .text(title)),
        ("description", "Keys that begin with // are comments."),
      ] + object(at: "", kind: nil))
  }

  /// The keywords of an object with the fields in it.
  private func object(at path: String, kind: String?) -> Keywords {
    let inside = fields.filter { $0.parent == path && ($0.kind == nil || $0.kind == kind) }
    var keywords: Keywords = [("type", "object")]
    let required = inside.filter(\.isRequired).map(\.key)
    if !required.isEmpty { keywords.append(("required", .texts(required))) }
    keywords.append(("properties", .members(inside.map { ($0.key, property($0, kind: kind)) })))
    // Kinds of feeds that have fields of their own here.
    var kinds: [String] = []
    if kind == nil {
      for case let own? in fields.filter({ $0.parent == path }).map(\.kind) where !kinds.contains(own) {
        kinds.append(own)
      }
    }
    guard kinds.isEmpty else { return keywords + [("allOf", .list(kinds.map { variant($0, of: path) }))] }
    return keywords + Self.closed()
  }

  private func variant(_ kind: String, of path: String) -> JSONOutline {
    let condition = JSONOutline.members([
      ("properties", .members([("kind", .members([("const", .text(kind))]))])),
      ("required", ["kind"]),
    ])
    return .members([("if", condition), ("then", .members(object(at: path, kind: kind)))])
  }

  private func property(_ field: SettingField, kind: String?) -> JSONOutline {
    // Fields that all kinds share are described outside of the variants.
    if kind != nil, field.kind == nil { return true }
    var keywords: Keywords = [("description", .text(field.comment))]
    switch field.form {
    case .object: keywords += object(at: field.path, kind: kind)
    case .objectsByName(let pattern, _):
      let named = JSONOutline.members(object(at: "\(field.path).*", kind: kind))
      keywords += [("type", "object")] + Self.closed([(pattern, named)])
    default: keywords += Self.keywords(field.form)
    }
    if let example = field.example { keywords.append(("examples", .list([example]))) }
    return .members(keywords)
  }

  /// The keywords of a value that has no fields.
  private static func keywords(_ form: FieldForm) -> Keywords {
    switch form {
    case .text(let pattern, _): text(pattern)
    case .textOrTexts(let text, let names):
      [
        (
          "anyOf",
          .list([
            .members(keywords(text)),
            .members(
              [
                ("type", "object"), ("required", .texts(names)),
                ("properties", .members(names.map { ($0, .members(keywords(text))) })),
              ] + closed()),
          ])
        )
      ]
    case .orText(let form, let names, _):
      [
        (
          "anyOf",
          .list([
            .members(keywords(form)),
            .members(
              [
                ("type", "object"), ("minProperties", 1),
                ("properties", .members(names.map { ($0, .members(text(FieldPattern.text))) })),
              ] + closed()),
          ])
        )
      ]
    case .orList(let form, let limit):
      [
        (
          "anyOf",
          .list([
            .members(keywords(form)),
            .members([
              ("type", "array"), ("minItems", 1), ("maxItems", .value(.number(Double(limit)))),
              ("items", .members(keywords(form))),
            ]),
          ])
        )
      ]
    case .choice(let choices): [("enum", .texts(choices))]
    case .flag: [("type", "boolean")]
    case .flagOr(let word): [("enum", .list([true, false, .text(word)]))]
    case .integer(let range):
      [
        ("type", "integer"), ("minimum", .value(.number(Double(range.lowerBound)))),
        ("maximum", .value(.number(Double(range.upperBound)))),
      ]
    case .texts(let pattern, _, let isSet):
      [("type", "array"), ("items", .members(text(pattern)))]
        + (isSet ? [("minItems", 1), ("uniqueItems", true)] : [])
    case .object, .objectsByName: [("type", "object")]
    case .objects(let limit, let path):
      [
        ("type", "array"), ("maxItems", .value(.number(Double(limit)))),
        ("items", .members([("$ref", .text("#/properties/\(path)"))])),
      ]
    case .textsByName(let form):
      [
        ("type", "object"), ("patternProperties", .members([("^//", true)])),
        ("additionalProperties", .members(keywords(form))),
      ]
    }
  }

  private static func text(_ pattern: String) -> Keywords {
    [("type", "string"), ("pattern", .text(pattern))]
  }

  /// The keywords of an object that has no further keys but comments.
  private static func closed(_ named: Keywords = []) -> Keywords {
    [("patternProperties", .members([("^//", true)] + named)), ("additionalProperties", false)]
  }
}
