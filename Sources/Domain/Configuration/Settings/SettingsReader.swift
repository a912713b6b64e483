public import JSON

/// Reads an object of a show's file. Each setting is declared where it is read:
///
///     port = server.optional("port", .port, default: Defaults.port, "the port to listen on", example: 8081)
///
/// The code that decodes a file thereby describes it too: ``FieldTable`` runs it without a document. Faults are
/// collected, so that one pass reports all: until ``finish()``, a required setting with a fault reads as its example.
/// A key that begins with `//` is a comment.
public final class SettingsReader {
  /// Nil without a document, when everything reads as missing.
  private let members: [String: JSONValue]?
  let path: String
  /// The kind of feed whose settings are read.
  let kind: String?
  private let places: JSONPlaces?
  /// Whether the document has another value than an object here, which is a fault of its own.
  private var isOtherValue = false
  /// Whether unknown keys are valid.
  private var isOpen = false
  private var asked: Set<String> = []
  private var faults: [Fault] = []
  private var fields: [SettingField] = []

  /// - Parameters:
  ///   - path: of the object in its document.
  ///   - places: those of the document; nil if its keys have no order.
  public init(_ value: JSONValue, at path: String = "", places: JSONPlaces? = nil) {
    (members, self.path, kind, self.places) = (value.object ?? [:], path, nil, places)
    guard value.object == nil else { return }
    isOtherValue = true
    faults = [Fault(at: path, "expected an object, found \(value.kind)")]
  }

  /// A reader without a document.
  init(describing path: String, kind: String?) {
    (members, self.path, self.kind, places) = (nil, path, kind, nil)
  }

  /// The fields that a reading declares, in its order.
  static func fields(of reading: (SettingsReader) -> Void) -> [SettingField] {
    let reader = SettingsReader(describing: "", kind: nil)
    reading(reader)
    return reader.fields
  }

  /// All faults, including unknown keys, in the order of their paths.
  public func finish() -> [Fault] {
    if isOpen { return faults }
    for key in (members ?? [:]).keys where !asked.contains(key) && !key.hasPrefix("//") {
      refuse(key, "unknown key; known keys here: \(asked.sorted().joined(separator: ", "))")
    }
    return faults.sorted { $0.path < $1.path }
  }

  /// Accepts all unknown keys.
  public func ignoreRest() { isOpen = true }

  // MARK: Values

  /// Whether the document has a key; true without a document.
  public func has(_ key: String) -> Bool { members.map { $0[key] != nil } ?? true }

  /// Adds a fault at a key.
  public func refuse(_ key: String, _ expected: String) {
    if members != nil { faults.append(Fault(at: join(key), expected)) }
  }

  /// The value of a key that is declared elsewhere; null if it is missing.
  public func raw(_ key: String) -> JSONValue { value(key) ?? .null }

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
      inner.keys.compactMap { name in
        inner.read(name, form, form.description.inWords).map { (name: name, value: $0) }
      }
    } ?? []
  }

  /// Texts under some of the known names.
  public func texts(
    _ key: String, named names: [String], _ summary: String, standard: String, example: JSONOutline
  ) -> [String: String] {
    let text = SettingForm.text
    return nested(field(key, .byName(text.description), summary, nil, standard, example)) { inner in
      var texts: [String: String] = [:]
      for name in names { texts[name] = inner.read(name, text, text.description.inWords) }
      return texts
    } ?? [:]
  }

  // MARK: Reading

  private func join(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// The keys without comments, in the order of the document, or else sorted.
  var keys: [String] {
    let keys = (members ?? [:]).keys.filter { !$0.hasPrefix("//") }.sorted()
    guard let places else { return keys }
    return keys.map { ($0, places.place(of: join($0))) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The value of a key, which is known from now on.
  private func value(_ key: String) -> JSONValue? {
    asked.insert(key)
    return members?[key]
  }

  func field(
    _ key: String, _ form: FieldForm, isRequired: Bool = false, _ summary: String, _ note: String?,
    _ standard: String?, _ example: JSONOutline?
  ) -> SettingField {
    let field = SettingField(
      path: join(key), kind: kind, form: form, isRequired: isRequired, summary: summary, note: note,
      standard: standard, example: example)
    fields.append(field)
    return field
  }

  func read<Value>(_ field: SettingField, _ form: SettingForm<Value>) -> Value? {
    read(field.key, form, isRequired: field.isRequired, field.expectation)
  }

  /// Reads a value; nil if it is missing or has a fault.
  func read<Value>(
    _ key: String, _ form: SettingForm<Value>, isRequired: Bool = false, _ expected: @autoclosure () -> String
  ) -> Value? {
    guard let value = value(key) else {
      if isRequired, !isOtherValue { refuse(key, "is missing; expected \(expected())") }
      return nil
    }
    do throws(Mismatch) {
      return try form.read(value)
    } catch {
      refuse(key, "expected \(error.expected ?? expected()), found \(error.found)")
      return nil
    }
  }

  /// Reads the object of a field; nil if it is missing.
  func nested<Value>(_ field: SettingField, _ reading: (SettingsReader) -> Value) -> Value? {
    describe(reading, at: field.path, kind: kind)
    return object(field.key, isRequired: field.isRequired, field.expectation, reading)
  }

  func object<Value>(
    _ key: String, isRequired: Bool = false, _ expected: String, _ reading: (SettingsReader) -> Value
  ) -> Value? {
    read(key, .object, isRequired: isRequired, expected).map { element($0, at: join(key), reading) }
  }

  /// Reads the objects in the list of a field; nil if it is missing.
  func elements<Value>(
    of field: SettingField, upTo limit: Int, _ reading: (SettingsReader) -> Value
  ) -> [Value]? {
    let form = SettingForm<[JSONValue]>(field.form) { value throws(Mismatch) in
      guard let elements = value.array, elements.count <= limit else {
        throw Mismatch(found: value.array.map { "\($0.count)" } ?? value.shortDescription)
      }
      return elements
    }
    return read(field, form)?.enumerated().map { element($1, at: "\(field.path).\($0)", reading) }
  }

  private func element<Value>(
    _ value: JSONValue, at path: String, _ reading: (SettingsReader) -> Value
  ) -> Value {
    let reader = SettingsReader(value, at: path, places: places)
    defer { faults += reader.finish() }
    return reading(reader)
  }

  /// Adds the fields of a reading, if there is no document.
  func describe<Value>(_ reading: (SettingsReader) -> Value, at path: String, kind: String?) {
    guard members == nil else { return }
    let reader = SettingsReader(describing: path, kind: kind)
    _ = reading(reader)
    fields += reader.fields
  }
}
