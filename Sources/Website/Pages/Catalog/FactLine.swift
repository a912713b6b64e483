import Catalogs
import Templating

/// A fact about an entry, in words.
struct FactLine: Sendable {
  let label: String
  let value: String
  /// What the value is written in, where that is not the page's own language (BCP 47).
  let language: String?

  init(_ fact: Fact, in page: Language) {
    switch fact {
    case .originalTitle(let title, let code):
      label =
        page.languages[code].map { page.text(.originalTitleIn, ["language": $0]) }
        ?? page.text(.originalTitle)
      value = title
      language = code.isEmpty ? nil : Self.tag(of: code)
    case .released(let day):
      label = page.text(.released)
      value = page.day(day)
      language = nil
    case .rating(let mean, let votes):
      label = page.text(.rating)
      value = page.text(.ratingValue, count: votes, ["mean": page.numbers.tenths(mean)])
      language = nil
    }
  }

  /// The language tag for a code: film lists write Cantonese as `cn`.
  private static func tag(of code: String) -> String { code == "cn" ? "yue" : code }
}

extension FactLine: Renderable {
  static let fields: [Field<FactLine>] = [
    .text("factLabel") { $0.label },
    .text("factValue") { $0.value },
    .optionalText("factLanguage") { $0.language },
  ]
}
