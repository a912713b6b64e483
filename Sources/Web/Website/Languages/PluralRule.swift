/// Which of a language's forms goes with a whole number, as CLDR has it (Unicode TR 35, part 3).
enum PluralRule: Sendable, Hashable {
  /// One and all others: English, German and most languages of Europe.
  case oneAndOther
  /// Zero counts as one; whole millions are followed by "de".
  case french
  /// Whole millions are followed by "de".
  case spanish
  case arabic

  enum Category: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
  }

  /// - Parameter language: a language tag; one that is not known here counts like English.
  init(language: String) {
    switch language.prefix(while: { $0 != "-" }) {
    case "fr": self = .french
    case "es": self = .spanish
    case "ar": self = .arabic
    default: self = .oneAndOther
    }
  }

  /// Forms that a language may name. Those before ``PluralRule/Category/other`` that are missing are as it.
  var categories: Set<Category> {
    switch self {
    case .oneAndOther: [.one, .other]
    case .french, .spanish: [.one, .many, .other]
    case .arabic: Set(Category.allCases)
    }
  }

  /// - Parameter count: not negative.
  func category(of count: Int) -> Category {
    switch self {
    case .oneAndOther: return count == 1 ? .one : .other
    case .french: return count < 2 ? .one : Self.isMillions(count) ? .many : .other
    case .spanish: return count == 1 ? .one : Self.isMillions(count) ? .many : .other
    case .arabic: return Self.arabic(count)
    }
  }

  private static func isMillions(_ count: Int) -> Bool { count > 0 && count % 1_000_000 == 0 }

  private static func arabic(_ count: Int) -> Category {
    switch (count, count % 100) {
    case (0, _): .zero
    case (1, _): .one
    case (2, _): .two
    case (_, 3...10): .few
    case (_, 11...99): .many
    default: .other
    }
  }
}
