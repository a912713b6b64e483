import Catalogs
import Configuration
import System

/// A language of the interface: its words and its formats.
struct Language: Sendable {
  enum Direction: String, Sendable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
  }

  struct ErrorWords: Sendable, Hashable {
    let heading: String
    let sentence: String
  }

  /// BCP 47.
  let tag: String
  /// The language's name in itself.
  let name: String
  let direction: Direction
  let numbers: NumberStyle
  let dates: DateStyle
  let rule: PluralRule
  /// Words for entries, if the show's file has none.
  let entry: NounWords
  let words: [String: Pattern]
  let sentences: [Sentence: PluralPattern]
  /// By status; 0 is the default.
  let errors: [Int: ErrorWords]
  /// Titles of sections by the feed's titles.
  let sections: [String: String]

  /// What foreign languages and countries are called.
  let names: ForeignNames

  // MARK: Sentences

  func text(_ sentence: Sentence, _ values: KeyValuePairs<String, String> = [:]) -> String {
    sentences[sentence]?.other.filled(values, isolating: direction == .leftToRight) ?? ""
  }

  /// A sentence in the plural form of a number, which replaces `{count}`.
  func text(_ sentence: Sentence, count: Int, _ values: KeyValuePairs<String, String> = [:]) -> String {
    guard let forms = sentences[sentence] else { return "" }
    return forms.pattern(for: rule.category(of: count)).filled(
      values, count: number(count), isolating: direction == .leftToRight)
  }

  func counted(_ count: Int, _ noun: NounWords) -> String {
    noun.counted.pattern(for: rule.category(of: count)).filled([:], count: number(count))
  }

  /// Several words in a row.
  func list(_ words: [String]) -> String { words.joined(separator: text(.comma)) }

  /// The progress of a list that is being read.
  func progress(_ note: LongWork.Note) -> String {
    let step: Sentence =
      switch note.step {
      case .fetching: .loadingFetches
      case .reading: .loadingReads
      case .indexing: .loadingIndexes
      }
    guard let percent = note.percent else { return text(step) }
    return text(.loadingShare, ["step": text(step), "percent": number(percent)])
  }

  // MARK: Words

  func number(_ number: Int) -> String { numbers.text(number) }

  func day(_ day: Day) -> String { dates.text(year: day.year, month: day.month, day: day.day) }

  /// - Parameter status: 414 and 431 share the sentence of 413.
  func error(_ status: Int) -> ErrorWords {
    // What a visitor entered is not saved either: 422 has the heading of 507.
    let alike = [414: 413, 431: 413, 422: 507]
    return errors[alike[status] ?? status] ?? errors[0] ?? ErrorWords(heading: "", sentence: "")
  }

  func section(_ title: String) -> String { sections[title] ?? title }

  /// The tag without a region.
  var primary: String { String(tag.prefix { $0 != "-" }) }

  /// Words for a show's entries: the show's for this language, or general ones.
  func noun(of show: Show) -> NounWords {
    let own = show.nouns[tag] ?? show.nouns[primary]
    let noun = own ?? ((show.language ?? "en").prefix { $0 != "-" } == primary ? show.noun : nil)
    return noun.flatMap(NounWords.init) ?? entry
  }
}

/// Words for a show's entries.
struct NounWords: Sendable, Hashable {
  let one: String
  let many: String
  /// Plural forms of "43 characters".
  let counted: PluralPattern

  /// Nil if a plural form is not a valid pattern.
  init?(_ noun: Show.Noun) {
    guard let plain = Pattern("{count} \(noun.many)"), let single = Pattern("{count} \(noun.one)") else {
      return nil
    }
    one = noun.one
    many = noun.many
    var forms: [PluralRule.Category: Pattern] = [.one: single]
    for (name, text) in noun.counted {
      guard let category = PluralRule.Category(rawValue: name), let pattern = Pattern(text) else {
        return nil
      }
      forms[category] = pattern
    }
    counted = PluralPattern(forms: forms, other: forms[.other] ?? plain)
  }
}

/// The format of numbers.
struct NumberStyle: Sendable, Hashable {
  let group: String
  let decimal: String
  /// The digits of the smallest number with groups.
  let groupedDigits: Int

  func text(_ number: Int) -> String { text((String(number), "", false)) }

  /// A number by its digits, all of which are shown.
  func text(_ digits: (whole: String, decimals: String, isNegative: Bool)) -> String {
    var whole = digits.whole
    let length = whole.count
    if length >= groupedDigits {
      for end in stride(from: length - 3, to: 0, by: -3) {
        whole.insert(contentsOf: group, at: whole.index(whole.startIndex, offsetBy: end))
      }
    }
    return (digits.isNegative ? "\u{2212}" : "") + whole
      + (digits.decimals.isEmpty ? "" : decimal + digits.decimals)
  }

  /// A number that is not negative, with one decimal: 7.8.
  func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return text((String(tenths / 10), String(tenths % 10), false))
  }

  /// Numbers from this one on have no text.
  private static let largest = 1e12

  func text(_ number: Double) -> String? {
    guard number.magnitude < Self.largest else { return nil }
    let text = rounded(number.magnitude, decimals: 6)
    return number < 0 && text != "0" ? "\u{2212}\(text)" : text
  }

  /// A number that is not negative, rounded, without trailing zeros: 39.7392.
  func rounded(_ number: Double, decimals: Int) -> String {
    let power = (0..<decimals).reduce(1) { power, _ in power * 10 }
    let (whole, rest) = Int((number * Double(power)).rounded()).quotientAndRemainder(dividingBy: power)
    var fraction = rest == 0 ? "" : rest.digits(decimals)
    while fraction.last == "0" { fraction.removeLast() }
    return text((String(whole), fraction, false))
  }
}

/// The format of dates.
struct DateStyle: Sendable, Hashable {
  /// Has `{day}`, `{month}` and `{year}`.
  let pattern: Pattern
  /// January first.
  let months: [String]
  /// Monday first.
  let weekdays: [String]
  /// The first day of a month, if it is not a plain number.
  let first: String?

  /// A month (1 to 12): the format of a date without the day and the text behind it.
  func text(year: Int, month: Int) -> String {
    guard months.indices.contains(month - 1) else { return String(year) }
    return pattern.without("day").filled(["month": months[month - 1], "year": String(year)])
  }

  /// A day of each year.
  func text(month: Int, day: Int) -> String {
    pattern.without("year").filled([
      "day": day == 1 ? first ?? "1" : String(day),
      "month": months.indices.contains(month - 1) ? months[month - 1] : "",
    ])
  }

  /// A date in full; the month counts from 1.
  func text(year: Int, month: Int, day: Int) -> String {
    guard months.indices.contains(month - 1) else { return String(year) }
    return pattern.filled([
      "day": day == 1 ? first ?? "1" : String(day), "month": months[month - 1], "year": String(year),
    ])
  }
}
