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
    guard case .text = form, let example else { return form.inWords }
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

/// The values that a field accepts. Patterns are regular expressions (ECMA-262); words describe them, such as
/// "a colour".
public enum FieldForm: Sendable {
  /// A text that is not empty and has no control characters.
  case text(pattern: String, words: String)
  /// A text, or an object of texts under all of some names.
  indirect case textOrTexts(FieldForm, names: [String])
  /// A value of a form, or an object with a text under one of some names, which the words describe.
  indirect case orText(FieldForm, names: [String], words: String)
  /// A value of a form, or a list of such values.
  indirect case orList(FieldForm, limit: Int)
  case choice([String])
  case flag
  /// A flag or a word.
  case flagOr(String)
  case integer(ClosedRange<Int>)
  /// - Parameter isSet: whether there must be at least one, and each only once.
  case texts(pattern: String, words: String, isSet: Bool)
  /// An object whose keys are fields of their own.
  case object
  /// An object of such values under names that the show chooses.
  indirect case textsByName(FieldForm)
  /// An object of objects under names that the show chooses and the pattern matches.
  case objectsByName(pattern: String, words: String)
  /// A list of objects, each with the fields of another one.
  case objects(limit: Int, like: String)

  /// For people: "a colour", "true or false", "a number from 80 to 443".
  public var inWords: String {
    switch self {
    case .text(_, let words): return words
    case .textOrTexts(let text, let names):
      return "\(text.inWords), or an object with \(names.joined(separator: " and "))"
    case .orList(let form, let limit): return "\(form.inWords), or a list of at most \(limit) of them"
    case .orText(let form, _, let words): return "\(form.inWords), or \(words)"
    case .choice(let choices):
      let quoted = choices.map { "\"\($0)\"" }
      let first = quoted.dropLast().joined(separator: ", ")
      return first.isEmpty ? quoted.joined() : "\(first) or \(quoted.last ?? "")"
    case .flag: return "true or false"
    case .flagOr(let word): return "true, false or \"\(word)\""
    case .integer(let range): return "a number from \(range.lowerBound) to \(range.upperBound)"
    case .texts(_, let words, _): return "a list of \(words)"
    case .object: return "an object"
    case .textsByName(.text): return "an object of texts"
    case .textsByName(let form): return "an object of values, each \(form.inWords)"
    case .objectsByName(_, let words): return "an object of objects, each named by \(words)"
    case .objects(let limit, let path): return "a list of up to \(limit) objects like \(path)"
    }
  }
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
