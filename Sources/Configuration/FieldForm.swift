/// What a field takes.
public enum FieldForm: Sendable {
  /// A text that is neither empty nor holds control characters.
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that it matches as well.
  ///   - words: the pattern in words, such as "a colour".
  case text(pattern: String? = nil, words: String = "text")
  case choice([String])
  case flag
  case integer(ClosedRange<Int>)
  /// - Parameter isSet: whether there must be one at least, and each only once.
  case texts(pattern: String, words: String, isSet: Bool = false)
  /// An object whose keys are fields of their own.
  case object
  /// An object of texts under names that the show chooses.
  case textsByName
  /// An object of objects under names that the show chooses; in their fields' paths `*` stands for the name.
  /// - Parameters:
  ///   - pattern: a regular expression (ECMA-262) that a name matches.
  ///   - words: what a name is.
  case objectsByName(pattern: String, words: String)

  /// For people: "a colour", "true or false", "80 to 443".
  public var inWords: String {
    switch self {
    case .text(_, let words): words
    case .choice(let choices): choices.joined(separator: " or ")
    case .flag: "true or false"
    case .integer(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .texts(_, let words, _): "[\(words), …]"
    case .object: "{…}"
    case .textsByName: "{name: text, …}"
    case .objectsByName(_, let words): "{\(words): {…}, …}"
    }
  }
}

/// Regular expressions that several fields share.
public enum FieldPattern {
  /// Anything but control characters.
  public static let text = #"^[^\u0000-\u001F\u007F]+$"#
  /// The same, and not all white space.
  public static let visible = #"^[^\u0000-\u001F\u007F]*[^\s\u0000-\u001F\u007F][^\u0000-\u001F\u007F]*$"#
  /// No user name before the host.
  public static let webAddress =
    #"^[Hh][Tt][Tt][Pp][Ss]?:/+(?!/)[^/?#@\u0000-\u001F\u007F]*([/?#][^\u0000-\u001F\u007F]*)?$"#
  public static let host = #"^[A-Za-z0-9.:\[\]-]+$"#
  public static let hosts = #"^(\*\.)?[A-Za-z0-9.:\[\]-]+$"#
  public static let color = "^#[0-9A-Fa-f]{6}$"
}
