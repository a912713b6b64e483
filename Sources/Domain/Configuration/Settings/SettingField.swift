public import JSON
import Synchronization

/// One key of a show's file, as its declaration in a ``SettingsReader`` describes it.
public struct SettingField: Sendable {
  /// Keys from the document's root, joined with dots; `*` stands for a name that the show chooses.
  public let path: String
  /// The kind of feed that has it; nil for every show.
  public let kind: String?
  public let form: FieldForm
  public let isRequired: Bool
  /// Its meaning, in a few words without a full stop.
  public let summary: String
  /// Further sentences.
  public let note: String?
  /// The value or behaviour that applies without it, in words.
  public let standard: String?
  public let example: JSONOutline?

  /// The last part of its path.
  public var key: String { String(path.split(separator: ".").last ?? "") }

  /// The path of its object; empty for the document itself.
  public var parent: String { path.lastIndex(of: ".").map { String(path[..<$0]) } ?? "" }

  /// Its summary and note as sentences.
  public var comment: String { ([sentence] + (note.map { [$0] } ?? [])).joined(separator: " ") }

  var sentence: String { "\(summary.prefix(1).uppercased())\(summary.dropFirst())." }

  /// Its form, for messages about other values.
  var expectation: String {
    guard form.isText, let example else { return form.inWords }
    return "\(form.inWords) such as \(example.onOneLine)"
  }

  /// Whether it is the field at a path in a document.
  func stands(at other: String) -> Bool {
    if path == other { return true }
    let (own, others) = (path.split(separator: "."), other.split(separator: "."))
    return own.count == others.count && zip(own, others).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

extension JSONOutline {
  var onOneLine: Substring { text(width: 1_000).dropLast() }
}

/// The values that a field accepts, in words and in keywords of JSON Schema. Patterns are regular expressions
/// (ECMA-262); words describe them, such as "a colour".
public struct FieldForm: Sendable {
  typealias Keywords = [(key: String, value: JSONOutline)]

  /// For people: "a colour", "true or false", "a number from 80 to 443".
  public let inWords: String
  let keywords: Keywords
  /// Whether it is a text, which an example explains.
  private(set) var isText = false
  /// Whether the show chooses the names of its values.
  private(set) var isNamedByShow = false
  public private(set) var fields: Fields?

  /// The fields of an object.
  public enum Fields: Sendable {
    case own
    /// The fields of each object whose name matches a pattern.
    case ofEach(named: String)
  }

  init(_ words: String, _ keywords: Keywords) { (inWords, self.keywords) = (words, keywords) }

  /// A text that is not empty and has no control characters.
  static func text(_ pattern: String, _ words: String) -> FieldForm {
    var form = FieldForm(words, [("type", "string"), ("pattern", .text(pattern))])
    form.isText = true
    return form
  }

  /// This form or another one.
  func or(_ words: String, _ other: Keywords) -> FieldForm {
    FieldForm("\(inWords), or \(words)", [("anyOf", .list([.members(keywords), .members(other)]))])
  }

  /// An object whose keys are fields of their own.
  static let object: FieldForm = {
    var form = FieldForm("an object", [])
    form.fields = .own
    return form
  }()

  /// An object of such values under names that the show chooses.
  static func byName(_ value: FieldForm) -> FieldForm {
    var form = FieldForm(
      value.isText ? "an object of texts" : "an object of values, each \(value.inWords)",
      [
        ("type", "object"), ("patternProperties", .members([("^//", true)])),
        ("additionalProperties", .members(value.keywords)),
      ])
    form.isNamedByShow = true
    return form
  }

  /// An object of objects under names that the show chooses and the pattern matches.
  static func objects(named pattern: String, _ words: String) -> FieldForm {
    var form = FieldForm("an object of objects, each named by \(words)", [])
    form.fields = .ofEach(named: pattern)
    return form
  }

  /// A list of objects, each with the fields of another one.
  static func objects(upTo limit: Int, like path: String) -> FieldForm {
    FieldForm(
      "a list of up to \(limit) objects like \(path)",
      [
        ("type", "array"), ("maxItems", number(limit)),
        ("items", .members([("$ref", .text("#/properties/\(path)"))])),
      ])
  }

  /// A list of objects with texts under some names, the first of which is required.
  static func objects(upTo limit: Int, of names: [String]) -> FieldForm {
    let text = JSONOutline.members(FieldForm.text(FieldPattern.text, "text").keywords)
    let item: Keywords =
      [
        ("type", "object"), ("required", .texts([names[0]])),
        ("properties", .members(names.map { ($0, text) })),
      ] + closed()
    return FieldForm(
      "a list of up to \(limit) objects with \(names.joined(separator: ", "))",
      [("type", "array"), ("maxItems", number(limit)), ("items", .members(item))])
  }

  /// The keywords of an object that has no further keys but comments.
  static func closed(_ named: Keywords = []) -> Keywords {
    [("patternProperties", .members([("^//", true)] + named)), ("additionalProperties", false)]
  }

  static func number(_ number: Int) -> JSONOutline { .value(.number(Double(number))) }
}

/// Regular expressions that several fields share.
public enum FieldPattern {
  /// Any text without control characters.
  public static let text = #"^[^\u0000-\u001F\u007F]+$"#
  static let visible = #"^[^\u0000-\u001F\u007F]*[^\s\u0000-\u001F\u007F][^\u0000-\u001F\u007F]*$"#
  static let host = #"^[A-Za-z0-9.:\[\]-]+$"#
  public static let hosts = #"^(\*\.)?[A-Za-z0-9.:\[\]-]+$"#
  static let languageTag = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"

  /// Cached, since compiling one takes longer than matching; locked, since threads may not share one.
  private static let expressions = Mutex<[String: Regex<AnyRegexOutput>]>([:])

  /// Whether a text matches a pattern, is not empty and has no control characters.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      return false
    }
    return expressions.withLock { expressions in
      if expressions[pattern] == nil {
        expressions[pattern] = try? Regex(pattern).matchingSemantics(.unicodeScalar)
      }
      return expressions[pattern].map { text.firstMatch(of: $0) != nil } ?? false
    }
  }
}

/// Language tags of shows and pages (BCP 47).
public enum LanguageTag {
  /// Whether a text is two or three letters, and subtags of one to eight letters and digits.
  public static func isTag(_ text: String) -> Bool { FieldPattern.matches(text, FieldPattern.languageTag) }
}
