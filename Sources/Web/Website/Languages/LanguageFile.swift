import Configuration
import JSON

/// Reads a locale file strictly: every language must have exactly the keys of English.
struct LanguageFile {
  private let root: StrictObject
  private let document: JSONValue
  private let tag: String
  private let rule: PluralRule
  private let basis: Language?

  init(_ document: JSONValue, tag: String, basis: Language?) {
    root = StrictObject(document)
    self.document = document
    self.tag = tag
    self.basis = basis
    rule = PluralRule(language: tag)
  }

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
    object("numbers", "how numbers are written") { object in
      let group = object.string("group", "what stands between groups of digits")
      let decimal = object.string("decimal", "what stands before decimals")
      let from = object.integer("groupedFrom", in: 1_000...1_000_000, "the smallest number with groups")
      guard let group, let decimal, let from else { return nil }
      return NumberStyle(group: group, decimal: decimal, groupedFrom: from)
    }
  }

  private func dates() -> DateStyle? {
    object("dates", "how days are written") { object in
      let names: Set = ["day", "month", "year"]
      let pattern = pattern(object.string("day", "a day in full"), "day", in: object, names: names)
      let months = object.strings("months", "the names of twelve months")
      if let months, months.count != 12 { object.fault("months", "expected twelve names") }
      let weekdays = object.strings("weekdays", "the names of seven days, Monday first")
      if let weekdays, weekdays.count != 7 { object.fault("weekdays", "expected seven names") }
      let first = object.string("first", required: false, "the first day of a month")
      guard let pattern, let months, months.count == 12, let weekdays, weekdays.count == 7 else {
        return nil
      }
      return DateStyle(pattern: pattern, months: months, weekdays: weekdays, first: first)
    }
  }

  /// Reads a member of an object, or of the file; its faults join those of the file.
  private func object<Value>(
    _ key: String, _ form: String, in parent: StrictObject? = nil, _ read: (StrictObject) -> Value?
  ) -> Value? {
    let parent = parent ?? root
    guard let object = parent.object(key, form) else { return nil }
    let value = read(object)
    parent.take(object.finish())
    return value
  }

  /// The texts of an object: the keys of English, or all keys in English itself.
  private func texts(_ key: String, as known: [String: some Any]?, _ form: String) -> [String: String] {
    object(key, form) { object in
      let keys = known.map { Array($0.keys) } ?? Array((document[key]?.object ?? [:]).keys)
      return keys.sorted().reduce(into: [:]) { $0[$1] = object.string($1, "a text") }
    } ?? [:]
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
    object("sentences", "the sentences that hold values") { object in
      Sentence.allCases.reduce(into: [:]) { sentences, sentence in
        let key = sentence.rawValue
        let names = basis?.sentences[sentence].map { Self.completed($0.names) }
        if names?.contains("count") != false, document["sentences"]?[key]?.object != nil {
          sentences[sentence] = forms(of: sentence, names, in: object)
        } else if let text = object.string(key, "a sentence") {
          sentences[sentence] = pattern(text, key, in: object, names: names)
            .map { PluralPattern(forms: [:], other: $0) }
        }
      }
    } ?? [:]
  }

  /// Names of values of which each language takes those that its grammar needs.
  private static let groups: [Set<String>] = [["count", "all", "total"], ["noun", "nouns"]]

  private static func completed(_ names: Set<String>) -> Set<String> {
    groups.reduce(names) { $1.isDisjoint(with: names) ? $0 : $0.union($1) }
  }

  private func forms(
    of sentence: Sentence, _ names: Set<String>?, in parent: StrictObject
  ) -> PluralPattern? {
    object(sentence.rawValue, "a sentence by plural category", in: parent) { object in
      var forms: [PluralRule.Category: Pattern] = [:]
      for category in PluralRule.Category.allCases where rule.categories.contains(category) {
        let text = object.string(category.rawValue, required: category == .other, "a sentence")
        forms[category] = pattern(text, category.rawValue, in: object, names: names)
      }
      return forms.removeValue(forKey: .other).map { PluralPattern(forms: forms, other: $0) }
    }
  }

  private func errors() -> [Int: Language.ErrorWords] {
    object("errors", "what error pages say, by status") { object in
      Self.statuses.reduce(into: [:]) { errors, status in
        let key = status == 0 ? "other" : String(status)
        errors[status] = self.object(key, "heading and sentence", in: object) { words in
          let heading = words.string("heading", "a heading")
          let sentence = words.string("sentence", "a sentence")
          guard let heading, let sentence else { return nil }
          return Language.ErrorWords(heading: heading, sentence: sentence)
        }
      }
    } ?? [:]
  }

  /// Statuses with a text; 0 is the default.
  static let statuses = [400, 403, 404, 405, 409, 413, 415, 421, 429, 503, 507, 0]

  /// - Parameter names: those of English; nil for English itself.
  private func pattern(
    _ text: String?, _ key: String, in object: StrictObject, names: Set<String>?
  ) -> Pattern? {
    guard let text else { return nil }
    guard let pattern = Pattern(text), names.map(pattern.names.isSubset) ?? true else {
      object.fault(key, "expected no braces but \(Self.list(names ?? [])), found \"\(text)\"")
      return nil
    }
    return pattern
  }

  private static func list(_ names: Set<String>) -> String {
    names.isEmpty ? "none" : names.sorted().map { "{\($0)}" }.joined(separator: ", ")
  }
}
