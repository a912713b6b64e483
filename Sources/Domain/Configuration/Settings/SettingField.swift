public import JSON

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
