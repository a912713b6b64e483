import Catalogs
import System
import Templates
import Text

/// A fact of an entry, in words.
struct FactLine: Renderable {
  let label: String
  /// Whether the label comes from the show's file, in the language of the show.
  let isNamedByShow: Bool
  let values: [Value]

  struct Value: Renderable {
    var text: String
    /// Language of the text, if it differs from the page's (BCP 47).
    var language: String?
    /// Whether the text is in the language of the show.
    var isOfShow = false
    var address: String?
    var source: String?

    static let fields: [Field<Self>] = [
      .text("factValue") { $0.text },
      .optionalText("factLanguage") { $0.language },
      .flag("isOfShow") { $0.isOfShow },
      .optionalText("factAddress") { $0.address },
      .optionalText("factSource") { $0.source },
    ]
  }

  init(_ fact: Fact, in page: Language) {
    isNamedByShow = false
    switch fact {
    case .originalTitle(let title, let code):
      label =
        page.names.language(code).map { page.text(.originalTitleIn, ["language": $0]) }
        ?? page.text(.originalTitle)
      values = [Value(text: title, language: code.isEmpty ? nil : Self.tag(of: code))]
    case .released(let day):
      label = page.text(.released)
      values = [Value(text: page.day(day))]
    case .rating(let mean, let votes):
      label = page.text(.rating)
      values = [
        Value(text: page.text(.ratingValue, count: votes, ["mean": page.numbers.tenths(mean)]))
      ]
    }
  }

  /// The sections of an entry, as values with a name.
  init(_ label: String, _ sections: [Link], in context: PageContext) {
    self.label = context.label(label)
    isNamedByShow = context.translated(label) == nil
    values = sections.map { Value(text: $0.title, isOfShow: true, address: $0.address) }
  }

  /// - Parameter view: of the lists that values link to.
  init(_ fact: NamedFact, at position: Int, _ view: ListState.View?, in context: PageContext) {
    label = context.label(fact.field.label)
    isNamedByShow = context.translated(fact.field.label) == nil
    let (catalog, addresses) = (context.catalog, context.addresses)
    let state = ListState().with(\.view, view)
    values = fact.values.map { value in
      var line = Value(text: context.language.text(of: value), isOfShow: value.meaning == .text)
      if addresses.venue != .kiosk, let (name, address) = Self.linked(value.text) {
        (line.text, line.source) = (name, address)
        return line
      }
      if value.meaning == .text, let other = catalog.entry(titled: value.text), other != position {
        line.address = addresses.entry(catalog.entries[other].id, state)
      } else if addresses.venue != .copy, let filter = catalog.filter(fact.field, value) {
        line.address = addresses.list(state.with(\.filters, [filter]))
      } else if addresses.venue != .kiosk, DetailPane.host(of: value.text) != nil, Self.isAddress(value.text)
      {
        line.source = value.text
      }
      return line
    }
  }

  /// The parts of `name (https://…)`.
  private static func linked(_ text: String) -> (name: String, address: String)? {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex else { return nil }
    let address = String(text[text.index(after: open)...].dropLast())
    guard isAddress(address), DetailPane.host(of: address) != nil else { return nil }
    return (String(text[..<open]).trimmed, address)
  }

  private static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return (start.hasPrefix("http://") || start.hasPrefix("https://"))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// The language tag of a code: film lists write Cantonese as `cn`.
  private static func tag(of code: String) -> String { code == "cn" ? "yue" : code }

  static let fields: [Field<Self>] = [
    .text("factLabel") { $0.label },
    .flag("isNamedByShow") { $0.isNamedByShow },
    .list("factValues") { $0.values },
  ]
}

extension Language {
  func text(of value: FactValue) -> String {
    switch value.meaning {
    case .text, .written: value.text
    case .truth(let isTrue): text(isTrue ? .yes : .no)
    case .number: value.digits.map(numbers.text) ?? value.text.replacing(".", with: numbers.decimal)
    case .amount(let amount):
      value.digits.map { amount.before + numbers.text($0) + amount.after } ?? value.text
    case .year(let year): String(year)
    case .month(let year, let month): dates.text(year: year, month: month)
    case .day(let day): self.day(day)
    case .annual(let month, let day): dates.text(month: month, day: day)
    case .moment(let day, let second, let clock):
      text(.dayAndTime, ["day": self.day(day), "time": Self.time(second)])
        + (clock?.zone.map { " (\($0.replacing("_", with: " ")))" } ?? "")
    case .repeated(let rule): rule.flatMap(text) ?? text(.repeatedSomehow)
    case .range(let start, let end): range(start, end)
    case .years(let years):
      years.count == 1 ? String(years.lowerBound) : "\(years.lowerBound)–\(years.upperBound)"
    }
  }

  /// A rule in words; nil for one that has none.
  private func text(of rule: RepeatRule) -> String? {
    let every: Sentence =
      switch rule.frequency {
      case .daily: .everyDay
      case .weekly: .everyWeek
      case .monthly: .everyMonth
      case .yearly: .everyYear
      }
    let days = rule.weekdays.compactMap { day -> String? in
      guard let ordinal = day.ordinal else { return dates.weekdays[day.number] }
      let ordinals: [Int: Sentence] = [1: .first, 2: .second, 3: .third, 4: .fourth, -1: .last]
      return ordinals[ordinal].map { text($0, ["day": dates.weekdays[day.number]]) }
    }
    let hasAllDays = days.count == rule.weekdays.count && (days.isEmpty || rule.monthDays.isEmpty)
    guard hasAllDays, rule.monthDays.allSatisfy({ $0 > 0 }) else { return nil }
    let words =
      [text(every, count: rule.interval)] + days + rule.monthDays.map { text(.ofMonth, ["day": number($0)]) }
      + [
        rule.count.map { text(.severalTimes, count: $0) },
        rule.lastDay.map { text(.untilDay, ["day": day($0)]) },
      ].compactMap { $0 }
    return list(words)
  }

  /// Hours and minutes.
  static func time(_ second: Int) -> String {
    "\((second / 3_600).digits(2)):\((second / 60 % 60).digits(2))"
  }

  private func range(_ start: Double?, _ end: Double?) -> String {
    func text(_ number: Double) -> String { numbers.text(number) ?? "\(number)" }
    switch (start, end) {
    case (let start?, let end?): return self.text(.range, ["start": text(start), "end": text(end)])
    case (let start?, nil): return self.text(.atLeast, ["number": text(start)])
    case (nil, let end?): return self.text(.below, ["number": text(end)])
    case (nil, nil): return self.text(.all)
    }
  }
}

extension PageContext {
  func facts(at position: Int) -> String { line(of: catalog.facts(at: position)) }

  func line(of facts: [NamedFact]) -> String {
    facts.map { fact in
      "\(fact.field.label): \(fact.values.map(\.text).joined(separator: ", "))"
    }
    .joined(separator: " · ")
  }
}
