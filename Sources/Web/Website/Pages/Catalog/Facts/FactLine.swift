import Catalogs
import Templates

/// A fact about an entry, in words.
struct FactLine: Sendable {
  let label: String
  /// Whether the label is the show's own, and so in the language of its texts.
  let isNamedByShow: Bool
  let values: [Value]

  struct Value: Sendable {
    let text: String
    /// What it is written in, where that is not the page's own language (BCP 47).
    var language: String?
    /// Whether it is in the language of the show's texts.
    var isOfShow = false
    /// Where it leads within the show; nil if nowhere.
    var address: String?
    /// Where it leads elsewhere; nil if nowhere.
    var source: String?
  }

  init(_ fact: Fact, in page: Language) {
    isNamedByShow = false
    switch fact {
    case .originalTitle(let title, let code):
      label =
        page.languages[code].map { page.text(.originalTitleIn, ["language": $0]) }
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

  /// - Parameters:
  ///   - position: of the entry.
  ///   - view: that of the lists to which it leads.
  init(_ fact: NamedFact, at position: Int, _ view: ListState.View, in context: PageContext) {
    label = fact.field.label
    isNamedByShow = true
    let (catalog, addresses) = (context.catalog, context.addresses)
    let state = ListState().with(\.view, view)
    values = fact.values.map { value in
      var line = Value(text: context.language.text(of: value), isOfShow: value.meaning == .text)
      if value.meaning == .text, let other = catalog.entry(titled: value.text), other != position {
        line.address = addresses.entry(catalog.entries[other].id, state)
      } else if addresses.venue != .copy, let filter = catalog.filter(fact.field, value) {
        line.address = addresses.list(state.with(\.filters, [filter]))
      } else if addresses.venue != .kiosk, DetailPane.Source(value.text) != nil, Self.isAddress(value.text) {
        line.source = value.text
      }
      return line
    }
  }

  /// Whether a text is an address as those of entries' sources are.
  private static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return (start.hasPrefix("http://") || start.hasPrefix("https://"))
      && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  /// The language tag for a code: film lists write Cantonese as `cn`.
  private static func tag(of code: String) -> String { code == "cn" ? "yue" : code }
}

extension FactLine: Renderable {
  static let fields: [Field<FactLine>] = [
    .text("factLabel") { $0.label },
    .flag("isNamedByShow") { $0.isNamedByShow },
    .list("factValues") { $0.values },
  ]
}

extension FactLine.Value: Renderable {
  static let fields: [Field<FactLine.Value>] = [
    .text("factValue") { $0.text },
    .optionalText("factLanguage") { $0.language },
    .flag("isOfShow") { $0.isOfShow },
    .optionalText("factAddress") { $0.address },
    .optionalText("factSource") { $0.source },
  ]
}
