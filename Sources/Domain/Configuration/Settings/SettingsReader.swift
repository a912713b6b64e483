public import JSON

/// Reads an object of a show's file; a setting is declared where it is read.
///
///     port = server.optional("port", .port, default: 8080, "the port to listen on", example: 8081)
///
/// So the code that decodes a file also describes what a file may hold: ``FieldTable`` runs it without
/// a document. Faults are collected rather than thrown, so that one pass reports all of them: until
/// ``finish()`` is asked, a required setting that is missing or wrong reads as its example.
public final class SettingsReader {
  /// Nil if there is no document, and everything reads as missing.
  private let object: StrictObject?
  private let path: String
  /// The kind of feed whose settings are read.
  private let kind: String?
  /// Whether keys that nobody reads are valid.
  private var isOpen = false
  private var fields: [SettingField] = []

  /// - Parameter places: those of the document; nil if its keys have no order.
  public convenience init(_ document: JSONValue, places: JSONPlaces? = nil) {
    self.init(StrictObject(document, places: places))
  }

  /// Reads an object of a stricter reader's document, to which it adds its faults.
  public init(_ object: StrictObject) {
    self.object = object
    path = object.path
    kind = nil
  }

  private init(_ object: StrictObject?, at path: String, kind: String?) {
    self.object = object
    self.path = path
    self.kind = kind
  }

  /// What a reading declares, in its order.
  static func fields(of reading: (SettingsReader) -> Void) -> [SettingField] {
    let reader = SettingsReader(nil, at: "", kind: nil)
    reading(reader)
    return reader.fields
  }

  /// All faults, those for unknown keys included, in the order of their paths.
  public func finish() -> [Fault] {
    guard let object else { return [] }
    return isOpen ? object.faults : object.finish()
  }

  /// Accepts all keys that nobody reads.
  public func ignoreRest() { isOpen = true }

  // MARK: Values

  /// Whether the document has a key; true without a document.
  public func has(_ key: String) -> Bool { object?.has(key) ?? true }

  /// Adds a fault at a key.
  public func refuse(_ key: String, _ expected: String) { object?.fault(key, expected) }

  /// - Parameter example: also its placeholder until the faults are reported.
  public func required<Value>(
    _ key: String, _ form: SettingForm<Value>, _ summary: String, note: String? = nil, example: JSONOutline
  ) -> Value {
    let field = field(key, form.description, isRequired: true, summary, note, nil, example)
    return read(field, form) ?? form.value(of: example)
  }

  /// - Parameter standard: what applies if it is missing.
  public func optional<Value>(
    _ key: String, _ form: SettingForm<Value>, _ summary: String, note: String? = nil,
    standard: String? = nil, example: JSONOutline? = nil
  ) -> Value? {
    read(field(key, form.description, isRequired: false, summary, note, standard, example), form)
  }

  /// - Parameter standard: the default in words; nil if its description says it.
  public func optional<Value>(
    _ key: String, _ form: SettingForm<Value>, default value: Value, _ summary: String, note: String? = nil,
    standard: String? = nil, example: JSONOutline? = nil
  ) -> Value {
    optional(key, form, summary, note: note, standard: standard ?? "\(value)", example: example) ?? value
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
    nested(field(key, .object, isRequired: false, summary, note, standard, nil), reading)
  }

  /// Objects under names that the show chooses.
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that a name matches.
  ///   - words: what a name is.
  public func objects<Value>(
    _ key: String, named pattern: String, _ words: String, _ summary: String, standard: String? = nil,
    example: JSONOutline, reading: (SettingsReader) -> Value
  ) -> [String: Value] {
    let form = FieldForm.objectsByName(pattern: pattern, words: words)
    let field = field(key, form, isRequired: false, summary, nil, standard, example)
    guard let inner = members(of: field) else {
      describe(reading, at: "\(field.path).*", kind: kind)
      return [:]
    }
    var values: [String: Value] = [:]
    for name in inner.keys {
      if !FieldPattern.matches(name, pattern) { inner.fault(name, "expected \(words) as the key") }
      let value = inner.object(name, required: false, "an object").map { SettingsReader($0) }
      values[name] = value.map(reading)
      inner.take(value?.finish() ?? [])
    }
    object?.take(inner.finish())
    return values
  }

  /// Objects in a list, each with the fields of another object, which is where they are described.
  public func objects<Value>(
    _ key: String, upTo limit: Int, like path: String, _ summary: String, note: String? = nil,
    standard: String, example: JSONOutline, reading: (SettingsReader) -> Value
  ) -> [Value] {
    let form = FieldForm.objects(limit: limit, like: path)
    let field = field(key, form, isRequired: false, summary, note, standard, example)
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

  /// Texts under some of the names that are known.
  public func texts(
    _ key: String, named names: [String], _ summary: String, standard: String, example: JSONOutline
  ) -> [String: String] {
    let field = field(key, .textsByName, isRequired: false, summary, nil, standard, example)
    guard let inner = members(of: field) else { return [:] }
    var texts: [String: String] = [:]
    for name in names { texts[name] = inner.string(name, required: false, "text") }
    object?.take(inner.finish())
    return texts
  }

  /// Values under names that the show chooses, in the order of its file.
  public func texts<Value>(
    _ key: String, _ form: SettingForm<Value>, _ summary: String, note: String? = nil, standard: String,
    example: JSONOutline
  ) -> [(name: String, value: Value)] {
    guard
      let inner = members(of: field(key, .textsByName, isRequired: false, summary, note, standard, example))
    else { return [] }
    var values: [(name: String, value: Value)] = []
    for name in inner.keys {
      guard let value = inner.value(name, required: false, "") else { continue }
      do throws(Mismatch) {
        values.append((name, try form.read(value)))
      } catch {
        inner.fault(name, "expected \(error.expected ?? form.description.inWords), found \(error.found)")
      }
    }
    object?.take(inner.finish())
    return values
  }

  /// Reads a key that says how the rest of the object is to be read.
  ///
  /// Without a valid one it is unknown which other keys belong here, so none of them is a fault.
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

  /// A value as it stands, of a key that is declared elsewhere; null if there is none.
  public func raw(_ key: String) -> JSONValue { object?.value(key, required: false, "") ?? .null }

  // MARK: Reading

  private func field(
    _ key: String, _ form: FieldForm, isRequired: Bool, _ summary: String, _ note: String?,
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
    do throws(Mismatch) {
      return try form.read(value)
    } catch {
      object.fault(field.key, "expected \(error.expected ?? field.expectation), found \(error.found)")
      return nil
    }
  }

  private func nested<Value>(_ field: SettingField, _ reading: (SettingsReader) -> Value) -> Value? {
    guard let object else {
      describe(reading, at: field.path, kind: kind)
      return nil
    }
    guard let inner = object.object(field.key, required: field.isRequired, field.expectation) else {
      return nil
    }
    let reader = SettingsReader(inner)
    let value = reading(reader)
    object.take(reader.finish())
    return value
  }

  /// The object of a field; nil if there is none.
  private func members(of field: SettingField) -> StrictObject? {
    object?.object(field.key, required: false, field.expectation)
  }

  private func describe<Value>(_ reading: (SettingsReader) -> Value, at path: String, kind: String?) {
    guard object == nil else { return }
    let reader = SettingsReader(nil, at: path, kind: kind)
    _ = reading(reader)
    fields += reader.fields
  }
}
