public import JSON

/// Reads an object of a show's file. Each setting is declared where it is read:
///
///     port = server.optional("port", .port, default: Defaults.port, "the port to listen on", example: 8081)
///
/// The code that decodes a file thereby describes it too: ``FieldTable`` runs it without a document. Faults are
/// collected, so that one pass reports all: until ``finish()``, a required setting with a fault reads as its example.
public final class SettingsReader {
  /// Nil without a document, when everything reads as missing.
  private let object: StrictObject?
  private let path: String
  /// The kind of feed whose settings are read.
  private let kind: String?
  /// Whether unknown keys are valid.
  private var isOpen = false
  private var fields: [SettingField] = []

  /// - Parameter places: those of the document; nil if its keys have no order.
  public convenience init(_ document: JSONValue, places: JSONPlaces? = nil) {
    self.init(StrictObject(document, places: places))
  }

  /// Reads an object of another reader's document and adds faults to it.
  public convenience init(_ object: StrictObject) {
    self.init(object, at: object.path, kind: nil)
  }

  private init(_ object: StrictObject?, at path: String, kind: String?) {
    (self.object, self.path, self.kind) = (object, path, kind)
  }

  /// The fields that a reading declares, in its order.
  static func fields(of reading: (SettingsReader) -> Void) -> [SettingField] {
    let reader = SettingsReader(nil, at: "", kind: nil)
    reading(reader)
    return reader.fields
  }

  /// All faults, including unknown keys, in the order of their paths.
  public func finish() -> [Fault] {
    guard let object else { return [] }
    return isOpen ? object.faults : object.finish()
  }

  /// Accepts all unknown keys.
  public func ignoreRest() { isOpen = true }

  // MARK: Values

  /// Whether the document has a key; true without a document.
  public func has(_ key: String) -> Bool { object?.has(key) ?? true }

  /// Adds a fault at a key.
  public func refuse(_ key: String, _ expected: String) { object?.fault(key, expected) }

  /// The value of a key that is declared elsewhere; null if it is missing.
  public func raw(_ key: String) -> JSONValue { object?.value(key, required: false, "") ?? .null }

  /// - Parameter example: also its placeholder until the faults are reported.
  public func required<Value>(
    _ key: String, _ form: SettingForm<Value>, _ summary: String, note: String? = nil, example: JSONOutline
  ) -> Value {
    let field = field(key, form.description, isRequired: true, summary, note, nil, example)
    return read(field, form) ?? form.value(of: example)
  }

  /// - Parameter standard: the default in words.
  public func optional<Value>(
    _ key: String, _ form: SettingForm<Value>, _ summary: String, note: String? = nil,
    standard: String? = nil, example: JSONOutline? = nil
  ) -> Value? {
    read(field(key, form.description, summary, note, standard, example), form)
  }

  /// - Parameter standard: the default in words; nil if its description says it.
  public func optional<Value>(
    _ key: String, _ form: SettingForm<Value>, default value: Value, _ summary: String, note: String? = nil,
    standard: String? = nil, example: JSONOutline? = nil
  ) -> Value {
    optional(key, form, summary, note: note, standard: standard ?? "\(value)", example: example) ?? value
  }

  /// Values under names that the show chooses, in the order of its file.
  public func texts<Value>(
    _ key: String, _ form: SettingForm<Value>, _ summary: String, note: String? = nil, standard: String,
    example: JSONOutline
  ) -> [(name: String, value: Value)] {
    nested(field(key, .byName(form.description), summary, note, standard, example)) { inner in
      guard let object = inner.object else { return [] }
      return object.keys.compactMap { name in
        guard let value = object.value(name, required: false, "") else { return nil }
        return Self.read(value, form, name, form.description.inWords, in: object).map {
          (name: name, value: $0)
        }
      }
    } ?? []
  }

  /// Texts under some of the known names.
  public func texts(
    _ key: String, named names: [String], _ summary: String, standard: String, example: JSONOutline
  ) -> [String: String] {
    nested(
      field(
        key, .byName(.text(FieldPattern.text, "text")), summary, nil, standard, example)
    ) { inner in
      var texts: [String: String] = [:]
      for name in names { texts[name] = inner.object?.string(name, required: false, "text") }
      return texts
    } ?? [:]
  }

  // MARK: Objects

  public func required<Value>(
    _ key: String, _ summary: String, note: String? = nil, reading: (SettingsReader) -> Value
  ) -> Value {
    let field = field(key, .object, isRequired: true, summary, note, nil, nil)
    return nested(field, reading) ?? reading(SettingsReader(nil, at: field.path, kind: kind))
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
      guard let object = inner.object else { return values }
      for name in object.keys {
        if !FieldPattern.matches(name, pattern) { object.fault(name, "expected \(words) as the key") }
        let reader = object.object(name, required: false, "an object").map { SettingsReader($0) }
        values[name] = reader.map(reading)
        object.take(reader?.finish() ?? [])
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
    guard let object, let list = object.value(key, required: false, field.expectation) else { return [] }
    guard let elements = list.array, elements.count <= limit else {
      let found = list.array.map { "\($0.count)" } ?? list.shortDescription
      object.fault(key, "expected \(field.expectation), found \(found)")
      return []
    }
    return elements.enumerated().map { index, element in
      let reader = SettingsReader(StrictObject(element, at: "\(field.path).\(index)"))
      let value = reading(reader)
      object.take(reader.finish())
      return value
    }
  }

  /// Objects of texts in a list; nil if it is missing.
  /// - Parameter names: of the texts; the first is required.
  public func objects(
    _ key: String, upTo limit: Int, of names: [String], _ summary: String, note: String? = nil,
    standard: String, example: JSONOutline
  ) -> [[String: String]]? {
    let field = field(key, .objects(upTo: limit, of: names), summary, note, standard, example)
    guard let object, let list = object.value(key, required: false, field.expectation) else { return nil }
    guard let elements = list.array, elements.count <= limit else {
      object.fault(key, "expected \(field.expectation), found \(list.shortDescription)")
      return nil
    }
    return elements.enumerated().map { index, element in
      let inner = StrictObject(element, at: "\(field.path).\(index)")
      var texts: [String: String] = [:]
      for name in names { texts[name] = inner.string(name, required: name == names[0], "a text") }
      object.take(inner.finish())
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

  // MARK: Reading

  private func field(
    _ key: String, _ form: FieldForm, isRequired: Bool = false, _ summary: String, _ note: String?,
    _ standard: String?, _ example: JSONOutline?
  ) -> SettingField {
    let field = SettingField(
      path: path.isEmpty ? key : "\(path).\(key)", kind: kind, form: form, isRequired: isRequired,
      summary: summary, note: note, standard: standard, example: example)
    fields.append(field)
    return field
  }

  private func read<Value>(_ field: SettingField, _ form: SettingForm<Value>) -> Value? {
    guard let object,
      let value = object.value(field.key, required: field.isRequired, field.expectation)
    else { return nil }
    return Self.read(value, form, field.key, field.expectation, in: object)
  }

  private static func read<Value>(
    _ value: JSONValue, _ form: SettingForm<Value>, _ key: String, _ expectation: @autoclosure () -> String,
    in object: StrictObject
  ) -> Value? {
    do throws(Mismatch) {
      return try form.read(value)
    } catch {
      object.fault(key, "expected \(error.expected ?? expectation()), found \(error.found)")
      return nil
    }
  }

  /// Reads the object of a field; nil if it is missing.
  private func nested<Value>(_ field: SettingField, _ reading: (SettingsReader) -> Value) -> Value? {
    guard let object else {
      describe(reading, at: field.path, kind: kind)
      return nil
    }
    return object.object(field.key, required: field.isRequired, field.expectation).map { inner in
      let reader = SettingsReader(inner)
      let value = reading(reader)
      object.take(reader.finish())
      return value
    }
  }

  /// Adds the fields of a reading, if there is no document.
  private func describe<Value>(_ reading: (SettingsReader) -> Value, at path: String, kind: String?) {
    guard object == nil else { return }
    let reader = SettingsReader(nil, at: path, kind: kind)
    _ = reading(reader)
    fields += reader.fields
  }
}
