public import JSON

/// Reads what entries are called, in one language and in several.
public enum NounDecoder {
  /// The words under a key; nil where there are none.
  public static func noun(_ key: String, in parent: StrictObject, required: Bool = false) -> Show.Noun? {
    let object = parent.object(key, required: required, "the words for one entry and for several")
    guard let object else { return nil }
    let one = object.string("one", "the word for one entry")
    let many = object.string("many", "the word for several entries")
    let counted = counted(object)
    parent.take(object.finish())
    guard let one, let many else { return nil }
    return Show.Noun(one: one, many: many, counted: counted)
  }

  /// The `nouns` of a show's file: words by language.
  static func nouns(_ root: StrictObject) -> [String: Show.Noun] {
    let form = "words for entries by language"
    guard let value = root.value("nouns", required: false, form),
      let object = root.object("nouns", required: false, form)
    else { return [:] }
    var nouns: [String: Show.Noun] = [:]
    for tag in (value.object ?? [:]).keys.sorted() where !tag.hasPrefix("//") {
      if !LanguageTag.isTag(tag) { object.fault(tag, "is no language; expected one such as \"de\"") }
      nouns[tag] = noun(tag, in: object)
    }
    root.take(object.finish())
    return nouns
  }

  private static func counted(_ noun: StrictObject) -> [String: String] {
    guard let object = noun.object("counted", required: false, "phrases with a number by plural category")
    else { return [:] }
    var phrases: [String: String] = [:]
    for category in ["zero", "one", "two", "few", "many", "other"] {
      guard let phrase = object.string(category, required: false, "a phrase") else { continue }
      let braces = phrase.replacing("{count}", with: "").contains { $0 == "{" || $0 == "}" }
      if braces { object.fault(category, "expected no braces but those of {count}, found \"\(phrase)\"") }
      phrases[category] = phrase
    }
    noun.take(object.finish())
    return phrases
  }
}
