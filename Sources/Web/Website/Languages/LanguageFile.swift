import Configuration
import JSON

/// Reads a locale file strictly: what English has, every other language must have, and nothing else.
struct LanguageFile {
  private let root: StrictObject
  private let document: JSONValue
  private let tag: String
  private let rule: PluralRule
  /// English; nil while it is read itself.
  private let basis: Language?

  init(_ document: JSONValue, tag: String, basis: Language?) {
    root = StrictObject(document)
    self.document = document
    self.tag = tag
    self.basis = basis
    rule = PluralRule(language: tag)
  }

  /// - Throws: every fault of the file.
  func decode() throws(LanguageFaults) -> Language {
    if !LanguageTag.isTag(tag) {
      root.take([Fault(at: "", "the file's name is not a language tag, such as de.json")])
    }
    let name = root.string("name", "the language's own name")
    let directionForm = "\"ltr\" or \"rtl\""
    let directionText = root.string("direction", directionForm)
    let direction = directionText.flatMap(Language.Direction.init(rawValue:))
    if let directionText, direction == nil {
      root.fault("direction", "expected \(directionForm), found \"\(directionText)\"")
    }
    let numbers = numbers()
    let dates = dates()
    let noun = SettingsReader(root).required("entry", "the words for one entry and for several") {
      Show.Noun($0)
    }
    let entry = NounWords(noun, rule)
    let words = words()
    let sentences = sentences()
    let errors = errors()
    let sections = texts("sections", as: basis?.sections, "titles of sections by what feeds call them")
    let languages = texts("languages", as: basis?.languages, "names of languages by their codes")
    let faults = root.finish()
    guard faults.isEmpty, let name, let direction, let numbers, let dates, let entry else {
      throw LanguageFaults(faults: faults)
    }
    return Language(
      tag: tag, name: name, direction: direction, numbers: numbers, dates: dates, rule: rule, entry: entry,
      words: words, sentences: sentences, errors: errors, sections: sections, languages: languages)
  }

  private func numbers() -> NumberStyle? {
    guard let object = root.object("numbers", "how numbers are written") else { return nil }
    let group = object.string("group", "what stands between groups of digits")
    let decimal = object.string("decimal", "what stands before decimals")
    let from = object.integer("groupedFrom", in: 1_000...1_000_000, "the smallest number with groups")
    root.take(object.finish())
    guard let group, let decimal, let from else { return nil }
    return NumberStyle(group: group, decimal: decimal, groupedFrom: from)
  }

  private func dates() -> DateStyle? {
    guard let object = root.object("dates", "how days are written") else { return nil }
    let names: Set = ["day", "month", "year"]
    let pattern = pattern(object.string("day", "a day in full"), "day", in: object, names: names)
    let months = object.strings("months", "the names of twelve months")
    if let months, months.count != 12 { object.fault("months", "expected twelve names") }
    let first = object.string("first", required: false, "the first day of a month")
    root.take(object.finish())
    guard let pattern, let months, months.count == 12 else { return nil }
    return DateStyle(pattern: pattern, months: months, first: first)
  }

  /// The texts of an object: those of English, or in English itself all that are there.
  private func texts(_ key: String, as known: [String: some Any]?, _ form: String) -> [String: String] {
    guard let object = root.object(key, form) else { return [:] }
    let keys = known.map { Array($0.keys) } ?? Array((document[key]?.object ?? [:]).keys)
    var texts: [String: String] = [:]
    for key in keys.sorted() { texts[key] = object.string(key, "a text") }
    root.take(object.finish())
    return texts
  }

  private func words() -> [String: Pattern] {
    var words: [String: Pattern] = [:]
    for (key, text) in texts("words", as: basis?.words, "the words of the templates") {
      guard let pattern = Pattern(text) else {
        root.fault("words.\(key)", "expected names in braces, found \"\(text)\"")
        continue
      }
      if let names = basis?.words[key]?.names, pattern.names != names {
        root.fault("words.\(key)", "expected \(Self.list(names)), as in English")
      }
      words[key] = pattern
    }
    return words
  }

  private func sentences() -> [Sentence: PluralPattern] {
    guard let object = root.object("sentences", "the sentences that hold values") else { return [:] }
    var sentences: [Sentence: PluralPattern] = [:]
    for sentence in Sentence.allCases {
      let key = sentence.rawValue
      if sentence.hasForms, document["sentences"]?[key]?.object != nil {
        sentences[sentence] = forms(of: sentence, in: object)
      } else if let text = object.string(key, "a sentence") {
        sentences[sentence] = pattern(text, key, in: object, names: sentence.names)
          .map { PluralPattern(forms: [:], other: $0) }
      }
    }
    root.take(object.finish())
    return sentences
  }

  private func forms(of sentence: Sentence, in parent: StrictObject) -> PluralPattern? {
    guard let object = parent.object(sentence.rawValue, "a sentence by plural category") else { return nil }
    var forms: [PluralRule.Category: Pattern] = [:]
    for category in PluralRule.Category.allCases where rule.categories.contains(category) {
      let text = object.string(category.rawValue, required: category == .other, "a sentence")
      forms[category] = pattern(text, category.rawValue, in: object, names: sentence.names)
    }
    parent.take(object.finish())
    return forms.removeValue(forKey: .other).map { PluralPattern(forms: forms, other: $0) }
  }

  private func errors() -> [Int: Language.ErrorWords] {
    guard let object = root.object("errors", "what error pages say, by status") else { return [:] }
    var errors: [Int: Language.ErrorWords] = [:]
    for status in Self.statuses {
      let key = status == 0 ? "other" : String(status)
      guard let words = object.object(key, "heading and sentence") else { continue }
      let heading = words.string("heading", "a heading")
      let sentence = words.string("sentence", "a sentence")
      object.take(words.finish())
      if let heading, let sentence {
        errors[status] = Language.ErrorWords(heading: heading, sentence: sentence)
      }
    }
    root.take(object.finish())
    return errors
  }

  /// Those that have words of their own; 0 is any other.
  static let statuses = [400, 403, 404, 405, 409, 413, 415, 421, 429, 503, 507, 0]

  private func pattern(
    _ text: String?, _ key: String, in object: StrictObject, names: Set<String>
  ) -> Pattern? {
    guard let text else { return nil }
    guard let pattern = Pattern(text), pattern.names.isSubset(of: names) else {
      object.fault(key, "expected no braces but \(Self.list(names)), found \"\(text)\"")
      return nil
    }
    return pattern
  }

  private static func list(_ names: Set<String>) -> String {
    names.isEmpty ? "none" : names.sorted().map { "{\($0)}" }.joined(separator: ", ")
  }
}
