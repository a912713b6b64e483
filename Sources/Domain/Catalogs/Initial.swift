import Search
import Text

/// A letter that titles begin with, and the first entry that does.
public struct Initial: Sendable, Hashable {
  /// In upper case; `#` for everything that begins with no letter.
  public let letter: String
  /// Position in the catalog.
  public let position: Int

  /// The letter that a title sorts under.
  public static func letter(of title: String) -> String { letter(of: scalar(of: title)) }

  /// More letters than this, as in a catalogue of Chinese titles, do not help with jumping.
  private static let limit = 64

  /// The initials of titles that stand in the order of their folded texts, in that order.
  ///
  /// Cost: one search by halves for each letter. Empty if there are too many to jump by.
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
