import Catalogs

extension Language {
  /// A fact's value in the words of this language.
  func text(of value: FactValue) -> String {
    switch value.meaning {
    case .text: value.text
    case .number(let number): numbers.text(number) ?? value.text
    case .year(let year): String(year)
    case .month(let year, let month): dates.text(year: year, month: month)
    case .day(let day): self.day(day)
    }
  }
}

extension PageContext {
  /// What an entry has of the show's facts, as one line.
  func facts(at position: Int) -> String {
    catalog.facts(at: position).map { fact in
      "\(fact.field.label): \(fact.values.map(\.text).joined(separator: ", "))"
    }
    .joined(separator: " · ")
  }
}
