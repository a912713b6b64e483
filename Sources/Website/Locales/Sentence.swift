/// Every sentence that is made of values while the program runs; its words stand in the locale files.
enum Sentence: String, Sendable, CaseIterable {
  // The list.
  case matches, matchesNothing, noFavoriteMatches, page, all
  // How old the data is.
  case asOf, bundled
  // Favorites.
  case favorites, countedFavorites, newestFavorites, allFavorites, codeHolds, codeAndLinkHold
  case otherDevice, countedOtherDevice, addAll, addSome
  case notSavedFull, notSavedReadOnly, notSavedBusy, notSavedDisk, notReadable, tooManyFavorites
  case fileNotUnderstood
  // Coming here.
  case connecting
  // Facts.
  case originalTitle, originalTitleIn, released, rating, ratingValue
  // Searching.
  case noSuggestions, resultsFor, searchAmong, searchWithSuggestions

  /// Names that its patterns may use.
  var names: Set<String> {
    switch self {
    case .matches: ["count", "all", "total", "text"]
    case .matchesNothing: ["noun", "nouns", "text"]
    case .noFavoriteMatches: ["text"]
    case .page: ["page", "pages"]
    case .asOf: ["date"]
    case .countedFavorites, .allFavorites, .countedOtherDevice, .addSome: ["count"]
    case .newestFavorites: ["favorites", "limit"]
    case .codeHolds: ["code", "count"]
    case .codeAndLinkHold: ["code", "count", "link"]
    case .tooManyFavorites: ["limit"]
    case .originalTitleIn: ["language"]
    case .ratingValue: ["mean", "count"]
    case .resultsFor: ["text"]
    case .searchAmong: ["nouns", "name"]
    case .searchWithSuggestions: ["name"]
    default: []
    }
  }

  /// Whether it has forms for a number.
  var hasForms: Bool {
    switch self {
    case .matches, .countedFavorites, .allFavorites, .countedOtherDevice, .addSome, .ratingValue: true
    default: false
    }
  }
}
