import CatalogCore
import Templating

/// A fact about an entry, in words.
struct FactLine: Sendable {
  let label: String
  let value: String
  /// What the value is written in, where that is not the page's own language (BCP 47).
  let language: String?

  init(_ fact: Fact) {
    switch fact {
    case .originalTitle(let title, let code):
      label = LanguageNames.name(of: code).map { "Original title (\($0))" } ?? "Original title"
      value = title
      language = code.isEmpty ? nil : LanguageNames.tag(of: code)
    case .released(let day):
      label = "Released"
      value = Wording.day(day)
      language = nil
    case .rating(let mean, let votes):
      label = "Rating"
      let tenths = Int((mean * 10).rounded())
      value =
        "\(tenths / 10).\(tenths % 10) of 10, \(Wording.grouped(votes)) \(votes == 1 ? "vote" : "votes")"
      language = nil
    }
  }
}

extension FactLine: Renderable {
  static let fields: [Field<FactLine>] = [
    .text("factLabel") { $0.label },
    .text("factValue") { $0.value },
    .optionalText("factLanguage") { $0.language },
  ]
}
