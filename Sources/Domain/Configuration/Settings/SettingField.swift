public import JSON
import Synchronization

/// One key of a show's file: its path, what it takes and what it means.
///
/// Made by ``SettingsReader`` from what a setting's declaration says.
public struct SettingField: Sendable {
  /// Keys from the document's root, joined with dots; `*` stands for a name that the show chooses.
  public let path: String
  /// The kind of feed that knows it; nil if every show does.
  public let kind: String?
  public let form: FieldForm
  public let isRequired: Bool
  /// What it means, in a few words without a full stop.
  public let summary: String
  /// What else is to be known; whole sentences.
  public let note: String?
  /// What applies if it is missing.
  public let standard: String?
  public let example: JSONOutline?

  /// The last part of its path.
  public var key: String { String(path.split(separator: ".").last ?? "") }

  /// The path of the object that it stands in; empty for the document itself.
  public var parent: String { path.lastIndex(of: ".").map { String(path[..<$0]) } ?? "" }

  /// What it means, as sentences.
  public var comment: String {
    let sentence = "\(summary.prefix(1).uppercased())\(summary.dropFirst())."
    return note.map { "\(sentence) \($0)" } ?? sentence
  }

  /// What it takes, for messages about other values.
  var expectation: String {
    guard case .text = form, let example else { return form.inWords }
    return "\(form.inWords) such as \(example.text(width: 1_000).dropLast())"
  }

  /// Whether it is the field at a path in a document.
  func stands(at other: String) -> Bool {
    if path == other { return true }
    let (own, others) = (path.split(separator: "."), other.split(separator: "."))
    return own.count == others.count && zip(own, others).allSatisfy { $0 == "*" || $0 == $1 }
  }
}

/// What a field takes.
public enum FieldForm: Sendable {
  /// A text that is neither empty nor holds control characters.
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that it matches as well.
  ///   - words: the pattern in words, such as "a colour".
  case text(pattern: String, words: String)
  /// A text, or an object of texts under all of some names.
  indirect case textOrTexts(FieldForm, names: [String])
  case choice([String])
  case flag
  case integer(ClosedRange<Int>)
  /// - Parameter isSet: whether there must be at least one, and each only once.
  case texts(pattern: String, words: String, isSet: Bool)
  /// An object whose keys are fields of their own.
  case object
  /// An object of texts under names that the show chooses.
  case textsByName
  /// An object of objects under names that the show chooses; in their fields' paths `*` stands for the name.
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that a name matches.
  ///   - words: what a name is.
  case objectsByName(pattern: String, words: String)
  /// A list of objects, each with the fields of another one.
  case objects(limit: Int, like: String)

  /// For people: "a colour", "true or false", "a number from 80 to 443".
  public var inWords: String {
    switch self {
    case .text(_, let words): words
    case .textOrTexts(let text, let names):
      "\(text.inWords), or an object with \(names.joined(separator: " and "))"
    case .choice(let choices): Self.list(choices)
    case .flag: "true or false"
    case .integer(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .texts(_, let words, _): "a list of \(words)"
    case .object: "an object"
    case .textsByName: "an object of texts"
    case .objectsByName(_, let words): "an object of objects, each named by \(words)"
    case .objects(let limit, let path): "a list of up to \(limit) objects like \(path)"
    }
  }

  private static func list(_ choices: [String]) -> String {
    let quoted = choices.map { "\"\($0)\"" }
    let first = quoted.dropLast().joined(separator: ", ")
    return first.isEmpty ? quoted.joined() : "\(first) or \(quoted.last ?? "")"
  }
}

/// Regular expressions that several fields share.
public enum FieldPattern {
  /// Anything but control characters.
  public static let text = #"^[^\u0000-\u001F\u007F]+$"#
  static let visible = #"^[^\u0000-\u001F\u007F]*[^\s\u0000-\u001F\u007F][^\u0000-\u001F\u007F]*$"#
  static let host = #"^[A-Za-z0-9.:\[\]-]+$"#
  public static let hosts = #"^(\*\.)?[A-Za-z0-9.:\[\]-]+$"#
  static let languageTag = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"

  /// Kept, since making one takes longer than matching; guarded, since threads may not share one.
  private static let expressions = Mutex<[String: Regex<AnyRegexOutput>]>([:])

  /// Whether a text has what a pattern asks for.
  static func matches(_ text: String, _ pattern: String) -> Bool {
    expressions.withLock { expressions in
      if expressions[pattern] == nil {
        expressions[pattern] = try? Regex(pattern).matchingSemantics(.unicodeScalar)
      }
      return expressions[pattern].map { text.firstMatch(of: $0) != nil } ?? false
    }
  }
}

/// Language tags as far as shows and pages use them (BCP 47): a language and its subtags.
public enum LanguageTag {
  /// Two or three letters, then subtags of one to eight letters and digits.
  public static func isTag(_ text: String) -> Bool { FieldPattern.matches(text, FieldPattern.languageTag) }
}
