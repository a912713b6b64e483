import Search
import System
import Text

/// The order of a list by title: without an article at the beginning, and numbers by their value.
struct TitleOrder: Sendable {
  private let articles: [[UInt8]]

  /// - Parameter language: of the titles (BCP 47).
  init(language: String) {
    articles = (Self.articles[String(language.prefix { $0 != "-" }.lowercased())] ?? []).map {
      Folding.fold($0)
    }
  }

  /// The title from its first letter or digit on, without an article.
  func text(of title: String) -> String {
    let sortable = Self.sortable(title.unicodeScalars[...])
    let folded = Folding.fold(String(sortable))
    guard let article = articles.first(where: { folded.starts(with: $0) && folded.count > $0.count }) else {
      return String(sortable)
    }
    var end = sortable.startIndex
    while Folding.fold(String(sortable[..<end])).count < article.count { end = sortable.index(after: end) }
    return String(Self.sortable(sortable[end...]))
  }

  private static func sortable(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    let rest = text.drop { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
    return rest.isEmpty ? text : rest
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

/// A letter that titles begin with, and the first entry that does.
public struct Initial: Sendable, Hashable {
  /// In upper case; `#` for titles that begin with no letter.
  public let letter: String
  /// Position in the catalog.
  public let position: Int

  /// More letters, as in a list of Chinese titles, do not help with jumping.
  private static let limit = 64

  /// The letter that a title sorts under.
  static func letter(of title: String) -> String { letter(of: scalar(of: title)) }

  /// The initials of sorted titles; empty if there are too many to jump by.
  /// - Parameters:
  ///   - order: the list, as places.
  ///   - isOnce: whether a letter that comes again is left out, as one may that a language sorts apart.
  ///   - sign: that which decides about the letter at a place.
  static func all<Sign: Equatable>(
    of order: Numbers<UInt32>, once isOnce: Bool, _ sign: (UInt32) -> Sign, letter: (Sign) -> String
  ) -> [Initial] {
    var (initials, previous): ([Initial], Sign?) = ([], nil)
    for (position, place) in order.enumerated() {
      let sign = sign(place)
      if sign == previous { continue }
      previous = sign
      let letter = letter(sign)
      guard initials.last?.letter != letter,
        !isOnce || !initials.contains(where: { $0.letter == letter })
      else { continue }
      guard initials.count < limit else { return [] }
      initials.append(Initial(letter: letter, position: position))
    }
    return initials
  }

  private static func scalar(of title: String) -> Unicode.Scalar {
    String(decoding: Folding.sortable(Folding.fold(title)), as: UTF8.self).unicodeScalars.first ?? " "
  }

  static func letter(of folded: Unicode.Scalar) -> String {
    folded.properties.isAlphabetic ? folded.properties.uppercaseMapping : "#"
  }
}
