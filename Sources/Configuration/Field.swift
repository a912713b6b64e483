public import JSON

/// One key that a show's file may hold: where it stands, what it takes, and what it is good for.
public struct Field: Sendable {
  /// Keys from the document's root, joined with dots; `*` stands for a name that the show chooses.
  public let path: String
  /// The kind of feed that knows it; nil where every show does.
  public let kind: String?
  public let form: FieldForm
  public let isRequired: Bool
  /// What it means, in a few words without a full stop.
  public let summary: String
  /// What else is to be known; whole sentences.
  public let note: String?
  /// What holds where it is missing.
  public let standard: String?
  public let example: JSONOutline?

  public init(
    _ path: String, _ form: FieldForm, required: Bool = false, _ summary: String, note: String? = nil,
    standard: String? = nil, example: JSONOutline? = nil
  ) {
    self.init(
      path: path, kind: nil, form: form, isRequired: required, summary: summary, note: note,
      standard: standard, example: example)
  }

  private init(
    path: String, kind: String?, form: FieldForm, isRequired: Bool, summary: String, note: String?,
    standard: String?, example: JSONOutline?
  ) {
    self.path = path
    self.kind = kind
    self.form = form
    self.isRequired = isRequired
    self.summary = summary
    self.note = note
    self.standard = standard
    self.example = example
  }

  /// The same field inside of an object, for shows of one kind only.
  public func inside(_ object: String, kind: String) -> Field {
    Field(
      path: "\(object).\(path)", kind: kind, form: form, isRequired: isRequired, summary: summary, note: note,
      standard: standard, example: example)
  }

  /// The last part of its path.
  public var key: String { String(path.split(separator: ".").last ?? "") }

  /// Whether it is the field at a path in a document.
  func stands(at other: String) -> Bool {
    if path == other { return true }
    let (own, others) = (path.split(separator: "."), other.split(separator: "."))
    return own.count == others.count && zip(own, others).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The path of the object that it stands in; empty for the document itself.
  public var parent: String { path.lastIndex(of: ".").map { String(path[..<$0]) } ?? "" }
}
