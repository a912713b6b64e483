public import JSON

/// What a setting takes: how that is described, and what a program reads it as.
public struct SettingForm<Value: Sendable>: Sendable {
  let description: FieldForm
  /// A value as a message may repeat it.
  var shown: @Sendable (JSONValue) -> String = { $0.shortDescription }
  let read: @Sendable (JSONValue) throws(Mismatch) -> Value

  /// The same form, its value made into another.
  /// - Parameter make: nil for what is not of this form after all.
  public func map<Other>(
    _ make: @escaping @Sendable (Value) throws(Mismatch) -> Other?
  ) -> SettingForm<Other> {
    SettingForm<Other>(description: description, shown: shown) { [read, shown] value throws(Mismatch) in
      guard let made = try make(try read(value)) else { throw Mismatch(found: shown(value)) }
      return made
    }
  }

  /// A value of this form, or an object with one under each of some names.
  public func orTexts<Other>(
    _ names: [String], one: @escaping @Sendable (Value) -> Other,
    parts: @escaping @Sendable ([Value]) -> Other
  ) -> SettingForm<Other> {
    let form = FieldForm.textOrTexts(description, names: names)
    return SettingForm<Other>(description: form, shown: shown) { [read] value throws(Mismatch) in
      guard let members = value.object else { return one(try read(value)) }
      var values: [Value] = []
      for name in names { values.append(try read(members[name] ?? .null)) }
      if let other = members.keys.sorted().first(where: { !names.contains($0) && !$0.hasPrefix("//") }) {
        throw Mismatch(found: "an object with \"\(other)\"")
      }
      return parts(values)
    }
  }

  /// What a default or an example of the program's own is read as; it must be of this form.
  public func value(of sound: JSONOutline) -> Value {
    guard let value = try? read(sound.plain) else {
      preconditionFailure("\(sound.text(width: 1_000).dropLast()) is not \(description.inWords)")
    }
    return value
  }
}

/// A value that a setting does not take.
public struct Mismatch: Error {
  let found: String
  /// What is expected; nil if the setting's form says it.
  let expected: String?

  public init(found: String, expected: String? = nil) {
    self.found = found
    self.expected = expected
  }
}

extension SettingForm where Value == String {
  /// A text that is neither empty nor holds control characters.
  public static var text: Self { text(FieldPattern.text, "text") }

  /// A text that is not all white space.
  static var visibleText: Self { text(FieldPattern.visible, "visible text") }

  static var languageTag: Self { text(FieldPattern.languageTag, "a language tag") }

  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that the text matches.
  ///   - words: what it is, such as "a colour".
  ///   - shown: the text as a message may repeat it.
  public static func text(
    _ pattern: String, _ words: String, shown: @escaping @Sendable (String) -> String = { $0 }
  ) -> Self {
    let shown = { @Sendable (value: JSONValue) in
      value.string.map { "\"\(shown($0))\"" } ?? value.shortDescription
    }
    return Self(description: .text(pattern: pattern, words: words), shown: shown) { value throws(Mismatch) in
      guard let text = value.string, text.isPlain, FieldPattern.matches(text, pattern) else {
        throw Mismatch(found: shown(value))
      }
      return text
    }
  }

  public static func choice(_ choices: [String]) -> Self {
    Self(description: .choice(choices)) { value throws(Mismatch) in
      guard let text = value.string, choices.contains(text) else {
        throw Mismatch(found: value.shortDescription)
      }
      return text
    }
  }
}

extension SettingForm where Value: CaseIterable & RawRepresentable<String> {
  /// One of the cases of a type.
  static var choice: Self {
    SettingForm<String>.choice(Value.allCases.map(\.rawValue)).map { Value(rawValue: $0) }
  }
}

extension SettingForm where Value == Bool {
  public static var flag: Self {
    Self(description: .flag) { value throws(Mismatch) in
      guard let flag = value.bool else { throw Mismatch(found: value.shortDescription) }
      return flag
    }
  }
}

extension SettingForm where Value == Int {
  public static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(description: .integer(range)) { value throws(Mismatch) in
      guard let whole = value.number.flatMap({ Int(exactly: $0) }), range.contains(whole) else {
        throw Mismatch(found: value.shortDescription)
      }
      return whole
    }
  }
}

extension SettingForm where Value == [String] {
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that each text matches.
  ///   - words: what they are, such as "host names".
  ///   - isSet: whether there must be at least one, and each only once.
  public static func texts(_ pattern: String, _ words: String, isSet: Bool = false) -> Self {
    Self(description: .texts(pattern: pattern, words: words, isSet: isSet)) { value throws(Mismatch) in
      guard let values = value.array else { throw Mismatch(found: value.shortDescription) }
      var texts: [String] = []
      for value in values {
        guard let text = value.string, text.isPlain, FieldPattern.matches(text, pattern) else {
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

extension String {
  /// Whether it is neither empty nor holds control characters.
  fileprivate var isPlain: Bool {
    !isEmpty && !unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
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
