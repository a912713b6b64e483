import Configuration
import JSON

extension Language {
  /// Statuses with a text; 0 is the default.
  private static let statuses = [400, 403, 404, 405, 409, 413, 415, 421, 503, 507, 0]

  /// Reads a file of `config/locales`, which has the keys of the English one; `make lint` checks what they say.
  init(_ document: JSONValue, tag: String, basis: Language?) throws(Fault) {
    func text(_ path: String...) throws(Fault) -> String {
      var value: JSONValue? = document
      for key in path { value = value?[key] }
      guard let text = value?.string else {
        throw Fault(at: path.joined(separator: "."), value == nil ? "is missing" : "expected a text")
      }
      return text
    }
    func pattern(_ text: String, _ path: String) throws(Fault) -> Pattern {
      guard let pattern = Pattern(text) else {
        throw Fault(at: path, "expected names in braces, found \"\(text)\"")
      }
      return pattern
    }
    guard LanguageTag.isTag(tag) else {
      throw Fault(at: "", "the file's name is not a language tag, such as de.json")
    }
    self.tag = tag
    name = try text("name")
    guard let direction = Direction(rawValue: try text("direction")) else {
      throw Fault(at: "direction", "expected \"ltr\" or \"rtl\"")
    }
    self.direction = direction
    let forms = LanguageForms(tag: tag, first: document["firstOfMonth"]?.string)
    let languages = (document["languages"]?.object ?? [:]).compactMapValues(\.string)
    names = ForeignNames(tag: tag, own: languages)
    (numbers, dates, rule) = (forms.numbers, forms.dates, PluralRule(language: tag))
    let counted = document["entry"]?["counted"]?.object ?? [:]
    guard
      let entry = NounWords(
        Show.Noun(
          one: try text("entry", "one"), many: try text("entry", "many"),
          counted: counted.compactMapValues(\.string)))
    else { throw Fault(at: "entry", "expected phrases with {count}") }
    self.entry = entry

    var words: [String: Pattern] = [:]
    for key in (basis?.words.keys.sorted() ?? (document["words"]?.object ?? [:]).keys.sorted()) {
      words[key] = try pattern(try text("words", key), "words.\(key)")
    }
    var sentences: [Sentence: PluralPattern] = [:]
    for sentence in Sentence.allCases {
      let (key, path) = (sentence.rawValue, "sentences.\(sentence.rawValue)")
      guard let object = document["sentences"]?[key]?.object else {
        sentences[sentence] = PluralPattern(forms: [:], other: try pattern(try text("sentences", key), path))
        continue
      }
      var forms: [PluralRule.Category: Pattern] = [:]
      for category in PluralRule.Category.allCases where object[category.rawValue] != nil {
        forms[category] = try pattern(try text("sentences", key, category.rawValue), path)
      }
      guard let other = forms.removeValue(forKey: .other) else {
        throw Fault(at: "\(path).other", "is missing")
      }
      sentences[sentence] = PluralPattern(forms: forms, other: other)
    }
    var errors: [Int: ErrorWords] = [:]
    for status in Self.statuses {
      let key = status == 0 ? "other" : String(status)
      errors[status] = ErrorWords(
        heading: try text("errors", key, "heading"), sentence: try text("errors", key, "sentence"))
    }
    (self.words, self.sentences, self.errors) = (words, sentences, errors)
    sections = (document["sections"]?.object ?? [:]).compactMapValues(\.string)
  }
}
