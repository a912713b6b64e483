import Catalogs
import Configuration

/// A language of the interface: its words, and how it writes numbers and days.
struct Language: Sendable {
  enum Direction: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  /// What an error page says.
  struct ErrorWords: Sendable, Hashable {
    let heading: String
    let sentence: String
  }

  /// BCP 47.
  let tag: String
  /// What its speakers call it.
  let name: String
  let direction: Direction
  let numbers: NumberStyle
  let dates: DateStyle
  let rule: PluralRule
  /// What entries are called where a show does not say.
  let entry: NounWords
  /// Words of the templates.
  let words: [String: Pattern]
  let sentences: [Sentence: PluralPattern]
  /// By status; 0 is any other.
  let errors: [Int: ErrorWords]
  /// Titles that a feed gives to sections, by what it calls them.
  let sections: [String: String]
  /// Names of languages by their ISO 639-1 codes.
  let languages: [String: String]

  // MARK: Sentences

  func text(_ sentence: Sentence, _ values: KeyValuePairs<String, String> = [:]) -> String {
    sentences[sentence]?.other.filled(values) ?? ""
  }

  /// A sentence in the form of a number, which stands in it as `{count}`.
  func text(_ sentence: Sentence, count: Int, _ values: KeyValuePairs<String, String> = [:]) -> String {
    guard let forms = sentences[sentence] else { return "" }
    return forms.pattern(for: rule.category(of: count)).filled(values, count: number(count))
  }

  /// "43 characters".
  func counted(_ count: Int, _ noun: NounWords) -> String {
    noun.counted.pattern(for: rule.category(of: count)).filled([:], count: number(count))
  }

  // MARK: Words

  func number(_ number: Int) -> String { numbers.text(number) }

  func day(_ day: Day) -> String { dates.text(year: day.year, month: day.month, day: day.day) }

  /// - Parameter status: those about a request's size share one sentence.
  func error(_ status: Int) -> ErrorWords {
    errors[[414, 431].contains(status) ? 413 : status] ?? errors[0] ?? ErrorWords(heading: "", sentence: "")
  }

  func section(_ title: String) -> String { sections[title] ?? title }

  /// What a show's entries are called: in its own words for this language, else in general ones.
  func noun(of show: Show) -> NounWords {
    let primary = String(tag.prefix { $0 != "-" })
    let own = show.nouns[tag] ?? show.nouns[primary]
    let noun = own ?? ((show.language ?? "en").prefix { $0 != "-" } == primary ? show.noun : nil)
    return noun.flatMap { NounWords($0, rule) } ?? entry
  }
}
