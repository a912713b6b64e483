/// Language tags as far as shows and pages use them (BCP 47): a language and its subtags.
public enum LanguageTag {
  /// Two or three letters, then subtags of one to eight letters and digits.
  public static func isTag(_ text: String) -> Bool { FieldPattern.matches(text, FieldPattern.languageTag) }
}
