public import JSON
import System

/// The form of a setting: its description, and how a value is read.
public struct SettingForm<Value: Sendable>: Sendable {
  let description: FieldForm
  /// A value as a message may repeat it.
  let shown: @Sendable (JSONValue) -> String
  let read: @Sendable (JSONValue) throws(Mismatch) -> Value

  init(
    _ description: FieldForm, shown: @escaping @Sendable (JSONValue) -> String = { $0.shortDescription },
    read: @escaping @Sendable (JSONValue) throws(Mismatch) -> Value
  ) {
    (self.description, self.shown, self.read) = (description, shown, read)
  }

  /// - Parameter read: nil for a value of another form.
  init(_ description: FieldForm, read: @escaping @Sendable (JSONValue) -> Value?) {
    self.init(description) { value throws(Mismatch) in
      guard let read = read(value) else { throw Mismatch(found: value.shortDescription) }
      return read
    }
  }

  /// The same form, its value converted.
  /// - Parameter make: nil for a value of another form after all.
  public func map<Other>(
    _ make: @escaping @Sendable (Value) throws(Mismatch) -> Other?
  ) -> SettingForm<Other> {
    SettingForm<Other>(description, shown: shown) { [read, shown] value throws(Mismatch) in
      guard let made = try make(try read(value)) else { throw Mismatch(found: shown(value)) }
      return made
    }
  }

  /// A value of this form, or an object with one under each of some names.
  public func orTexts<Other>(
    _ names: [String], one: @escaping @Sendable (Value) -> Other,
    parts: @escaping @Sendable ([Value]) -> Other
  ) -> SettingForm<Other> {
    let form = description.or(
      "an object with \(names.joined(separator: " and "))",
      [
        ("type", "object"), ("required", .texts(names)),
        ("properties", .members(names.map { ($0, .members(description.keywords)) })),
      ] + FieldForm.closed())
    return SettingForm<Other>(form, shown: shown) { [read] value throws(Mismatch) in
      guard let members = value.object else { return one(try read(value)) }
      var values: [Value] = []
      for name in names { values.append(try read(members[name] ?? .null)) }
      if let other = members.keys.sorted().first(where: { !names.contains($0) && !$0.hasPrefix("//") }) {
        throw Mismatch(found: "an object with \"\(other)\"")
      }
      return parts(values)
    }
  }

  /// A value of this form, or a list of one or more.
  public func orList(limit: Int) -> SettingForm<[Value]> {
    let form = description.or(
      "a list of at most \(limit) of them",
      [
        ("type", "array"), ("minItems", 1), ("maxItems", FieldForm.number(limit)),
        ("items", .members(description.keywords)),
      ])
    return SettingForm<[Value]>(form, shown: shown) { [read] value throws(Mismatch) in
      guard let elements = value.array else { return [try read(value)] }
      guard (1...limit).contains(elements.count) else {
        throw Mismatch(found: "a list of \(elements.count)")
      }
      var values: [Value] = []
      for element in elements { values.append(try read(element)) }
      return values
    }
  }

  /// A value of this form, or an object with a text under one of some names.
  /// - Parameter named: nil for a text that the name does not accept.
  public func orText<Other>(
    under names: [String], _ words: String, one: @escaping @Sendable (Value) -> Other,
    named: @escaping @Sendable (_ name: String, _ text: String) -> Other?
  ) -> SettingForm<Other> {
    let text = JSONOutline.members(SettingForm<String>.text.description.keywords)
    let form = description.or(
      words,
      [("type", "object"), ("minProperties", 1), ("properties", .members(names.map { ($0, text) }))]
        + FieldForm.closed())
    return SettingForm<Other>(form, shown: shown) { [read] value throws(Mismatch) in
      guard let members = value.object?.filter({ !$0.key.hasPrefix("//") }) else {
        return one(try read(value))
      }
      guard members.count == 1, let (name, member) = members.first, names.contains(name),
        let text = member.string, let other = named(name, text)
      else { throw Mismatch(found: value.shortDescription) }
      return other
    }
  }

  /// Reads one of the program's own defaults or examples, which must be of this form.
  public func value(of sound: JSONOutline) -> Value {
    guard let value = try? read(sound.plain) else {
      preconditionFailure("\(sound.onOneLine) is not \(description.inWords)")
    }
    return value
  }
}

/// A value that a setting does not accept.
public struct Mismatch: Error {
  let found: String
  /// The expected form; nil for that of the setting.
  let expected: String?

  public init(found: String, expected: String? = nil) {
    (self.found, self.expected) = (found, expected)
  }
}

extension SettingForm where Value == String {
  /// A text that is not empty and has no control characters.
  public static var text: Self { text(FieldPattern.text, "text") }

  /// A text that is not all white space.
  static var visibleText: Self { text(FieldPattern.visible, "visible text") }

  static var languageTag: Self { text(FieldPattern.languageTag, "a language tag") }

  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that the text matches.
  ///   - words: its description, such as "a colour".
  ///   - shown: the text as a message may repeat it.
  public static func text(
    _ pattern: String, _ words: String, shown: @escaping @Sendable (String) -> String = { $0 }
  ) -> Self {
    let shown = { @Sendable (value: JSONValue) in
      value.string.map { "\"\(shown($0))\"" } ?? value.shortDescription
    }
    return Self(.text(pattern, words), shown: shown) { value throws(Mismatch) in
      guard let text = value.string, FieldPattern.matches(text, pattern) else {
        throw Mismatch(found: shown(value))
      }
      return text
    }
  }

  public static func choice(_ choices: [String]) -> Self {
    let quoted = choices.map { "\"\($0)\"" }
    let first = quoted.dropLast().joined(separator: ", ")
    let words = first.isEmpty ? quoted.joined() : "\(first) or \(quoted.last ?? "")"
    return Self(FieldForm(words, [("enum", .texts(choices))])) { value in
      value.string.flatMap { choices.contains($0) ? $0 : nil }
    }
  }
}

extension SettingForm where Value: CaseIterable & RawRepresentable<String> {
  /// One of the cases of a type.
  static var choice: Self {
    SettingForm<String>.choice(Value.allCases.map(\.rawValue)).map { Value(rawValue: $0) }
  }
}

extension SettingForm where Value == JSONValue {
  /// An object, whose values are read later.
  static var object: Self { Self(.object) { $0.object == nil ? nil : $0 } }
}

extension SettingForm where Value == Bool {
  public static var flag: Self { Self(FieldForm("true or false", [("type", "boolean")])) { $0.bool } }
}

extension SettingForm where Value == Bool? {
  /// True or false, or a word, which reads as nil.
  public static func flag(or word: String) -> Self {
    let form = FieldForm("true, false or \"\(word)\"", [("enum", .list([true, false, .text(word)]))])
    return Self(form) { value in value.string == word ? .some(nil) : value.bool.map { $0 } }
  }
}

extension SettingForm where Value == Int {
  public static func integer(_ range: ClosedRange<Int>) -> Self {
    let (first, last) = (range.lowerBound, range.upperBound)
    let form = FieldForm(
      "a number from \(first) to \(last)",
      [("type", "integer"), ("minimum", FieldForm.number(first)), ("maximum", FieldForm.number(last))])
    return Self(form) { value in value.number?.whole(in: range) }
  }
}

extension SettingForm where Value == [String] {
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that each text matches.
  ///   - words: their description, such as "host names".
  ///   - isSet: whether there must be at least one, and each only once.
  public static func texts(_ pattern: String, _ words: String, isSet: Bool = false) -> Self {
    let items = JSONOutline.members(FieldForm.text(pattern, words).keywords)
    let form = FieldForm(
      "a list of \(words)",
      [("type", "array"), ("items", items)] + (isSet ? [("minItems", 1), ("uniqueItems", true)] : []))
    return Self(form) { value throws(Mismatch) in
      guard let values = value.array else { throw Mismatch(found: value.shortDescription) }
      var texts: [String] = []
      for value in values {
        guard let text = value.string, FieldPattern.matches(text, pattern) else {
          throw Mismatch(found: value.shortDescription)
        }
        if isSet, texts.contains(text) { throw Mismatch(found: "\"\(text)\" twice") }
        texts.append(text)
      }
      if isSet, texts.isEmpty { throw Mismatch(found: "an empty list") }
      return texts
    }
  }
}

extension JSONOutline {
  /// The document without its layout.
  fileprivate var plain: JSONValue {
    switch self {
    case .value(let value): value
    case .list(let elements): .array(elements.map(\.plain))
    case .members(let members): .object(.init(members.map { ($0.key, $0.value.plain) }) { $1 })
    }
  }
}
