public import JSON

extension FieldTable {
  private typealias Keywords = FieldForm.Keywords

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
    return keywords + FieldForm.closed()
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
    switch field.form.fields {
    case .own: keywords += object(at: field.path, kind: kind)
    case .ofEach(let pattern):
      let named = JSONOutline.members(object(at: "\(field.path).*", kind: kind))
      keywords += [("type", "object")] + FieldForm.closed([(pattern, named)])
    case nil: keywords += field.form.keywords
    }
    if let example = field.example { keywords.append(("examples", .list([example]))) }
    return .members(keywords)
  }
}
