import Search
import Text

/// A letter that titles begin with, and the first entry that does.
public struct Initial: Sendable, Hashable {
  /// In upper case; `#` for titles that begin with no letter.
  public let letter: String
  /// Position in the catalog.
  public let position: Int

  /// More letters, as in a list of Chinese titles, do not help with jumping.
  private static let limit = 64

  /// The letter that a title sorts under.
  public static func letter(of title: String) -> String { letter(of: scalar(of: title)) }

  /// The initials of sorted titles; empty if there are too many to jump by. Cost: a bisection for each letter.
  static func all(of count: Int, title: (Int) -> String) -> [Initial] {
    var initials: [Initial] = []
    var position = 0
    while position < count {
      let scalar = scalar(of: title(position))
      let letter = letter(of: scalar)
      if initials.last?.letter != letter { initials.append(Initial(letter: letter, position: position)) }
      guard initials.count <= limit else { return [] }
      position = (position + 1..<count).firstIndex(bisecting: { Self.scalar(of: title($0)) > scalar })
    }
    return initials
  }

  private static func scalar(of title: String) -> Unicode.Scalar {
    String(decoding: Folding.sortable(Folding.fold(title)), as: UTF8.self).unicodeScalars.first ?? " "
  }

  private static func letter(of folded: Unicode.Scalar) -> String {
    folded.properties.isAlphabetic ? folded.properties.uppercaseMapping : "#"
  }
}
