public import JSON

extension SettingsReader {
  public func required<Value>(
    _ key: String, _ summary: String, note: String? = nil, reading: (SettingsReader) -> Value
  ) -> Value {
    let field = field(key, .object, isRequired: true, summary, note, nil, nil)
    return nested(field, reading) ?? reading(SettingsReader(describing: field.path, kind: kind))
  }

  public func optional<Value>(
    _ key: String, _ summary: String, note: String? = nil, standard: String? = nil,
    reading: (SettingsReader) -> Value
  ) -> Value? {
    nested(field(key, .object, summary, note, standard, nil), reading)
  }

  /// Objects under names that the show chooses.
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that a name matches.
  ///   - words: the description of a name.
  public func objects<Value>(
    _ key: String, named pattern: String, _ words: String, _ summary: String, standard: String? = nil,
    example: JSONOutline, reading: (SettingsReader) -> Value
  ) -> [String: Value] {
    let form = FieldForm.objects(named: pattern, words)
    let field = field(key, form, summary, nil, standard, example)
    return nested(field) { inner in
      inner.describe(reading, at: "\(field.path).*", kind: kind)
      var values: [String: Value] = [:]
      for name in inner.keys {
        if !FieldPattern.matches(name, pattern) { inner.refuse(name, "expected \(words) as the key") }
        values[name] = inner.object(name, "an object", reading)
      }
      return values
    } ?? [:]
  }

  /// Objects in a list, each with the fields of the object at a path, which describes them.
  public func objects<Value>(
    _ key: String, upTo limit: Int, like path: String, _ summary: String, note: String? = nil,
    standard: String, example: JSONOutline, reading: (SettingsReader) -> Value
  ) -> [Value] {
    let field = field(key, .objects(upTo: limit, like: path), summary, note, standard, example)
    return elements(of: field, upTo: limit, reading) ?? []
  }

  /// Objects of texts in a list; nil if it is missing.
  /// - Parameter names: of the texts; the first is required.
  public func objects(
    _ key: String, upTo limit: Int, of names: [String], _ summary: String, note: String? = nil,
    standard: String, example: JSONOutline
  ) -> [[String: String]]? {
    let field = field(key, .objects(upTo: limit, of: names), summary, note, standard, example)
    return elements(of: field, upTo: limit) { inner in
      var texts: [String: String] = [:]
      for name in names {
        texts[name] = inner.read(name, .text, isRequired: name == names[0], "a text")
      }
      return texts
    }
  }

  /// Reads a key that selects the reading of the rest of the object.
  ///
  /// Without a valid one no other key is a fault, since it is unknown which ones belong here.
  public func choice<Value>(
    _ key: String, _ summary: String, example: String,
    of readings: [(name: String, read: (SettingsReader) -> Value)]
  ) -> Value? {
    let form = SettingForm.choice(readings.map(\.name))
    let field = field(key, form.description, isRequired: true, summary, nil, nil, .text(example))
    if let name = read(field, form) { return readings.first { $0.name == name }?.read(self) }
    ignoreRest()
    for reading in readings { describe(reading.read, at: path, kind: reading.name) }
    return nil
  }
}
