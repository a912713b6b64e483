import Search

/// The order of a list by title: without an article at the beginning, and numbers by their value.
struct TitleOrder: Sendable {
  private let articles: [[UInt8]]

  /// - Parameter language: of the titles (BCP 47).
  init(language: String) {
    articles = (Self.articles[String(language.prefix { $0 != "-" }.lowercased())] ?? []).map {
      Folding.fold($0)
    }
  }

  /// The sort key of a folded title; nil if it is the title from its first letter or digit on.
  func key(of folded: [UInt8]) -> [UInt8]? {
    let sortable = Folding.sortable(folded)
    let article = articles.first { sortable.starts(with: $0) && sortable.count > $0.count }
    let key = Folding.natural(Folding.sortable(Array(sortable.dropFirst(article?.count ?? 0))))
    return key == sortable ? nil : Array(key)
  }

  /// The articles of a language, each with the space or apostrophe behind it.
  private static let articles: [String: [String]] = [
    "en": ["the ", "a ", "an "],
    "de": ["der ", "die ", "das ", "ein ", "eine "],
    "fr": ["le ", "la ", "les ", "l'", "un ", "une ", "des "],
    "es": ["el ", "la ", "los ", "las ", "un ", "una "],
    "it": ["il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "un ", "una "],
    "nl": ["de ", "het ", "een "],
    "pt": ["o ", "a ", "os ", "as ", "um ", "uma "],
    "ar": ["ال"],
  ]
}
