/// Finds the end of a text's first sentence. In doubt it ends early: the rest may give the end of a story away.
public enum FirstSentence {
  /// Characters of a text in which its first sentence may end.
  private static let limit = 2_000

  /// The UTF-8 offset after the first sentence; nil if no words follow it.
  public static func end(of text: String) -> Int? {
    let scalars = text.unicodeScalars
    var (word, index) = (scalars.startIndex, scalars.startIndex)
    for scalar in scalars.prefix(limit) {
      let stop = index
      index = scalars.index(after: index)
      // Most characters are ASCII letters.
      if 0x41...0x7A ~= scalar.value { continue }
      if scalar.properties.isWhitespace { word = index }
      let isWide = wideStops.contains(scalar)
      guard isWide || stops.contains(scalar) else { continue }
      let rest = scalars[index...].drop { stops.contains($0) || wideStops.contains($0) || ends.contains($0) }
      guard let next = rest.first, isWide || next.properties.isWhitespace else { continue }
      let words = rest.drop { !isOfWord($0) }
      guard let first = words.first else { return nil }
      let goesOn =
        first.properties.isLowercase
        || scalar == "." && rest.startIndex == index && isAbbreviation(scalars[word..<stop], before: words)
      if isWide || !goesOn { return text.utf8.distance(from: text.startIndex, to: rest.startIndex) }
    }
    return nil
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Whether a word with a full stop stands within a sentence.
  private static func isAbbreviation(
    _ word: Substring.UnicodeScalarView, before rest: Substring.UnicodeScalarView
  ) -> Bool {
    let word = Substring(word.drop { !isOfWord($0) })
    let next = Substring(rest.prefix { $0.properties.isAlphabetic })
    if subjects.contains(next) || word.isEmpty { return false }
    if word.count < 3, word.allSatisfy(\.isNumber) { return ordinals.contains { next.hasPrefix($0) } }
    // "J. R.", "J.-P.", "e.g.", "z. B."
    let parts = word.split { $0 == "." || $0 == "-" }
    return known.contains(word) || parts.allSatisfy { $0.count == 1 && $0.allSatisfy(\.isLetter) }
  }

  private static let stops = Set(".!?…".unicodeScalars)
  /// Marks of other scripts, which need no space behind them.
  private static let wideStops = Set("。！？｡؟۔।॥።།၊။։‼⁇⁈⁉".unicodeScalars)
  private static let ends = Set("\"'”’“»«›‹)]」』）】》".unicodeScalars)
  /// Words that begin a sentence, also after an abbreviation.
  private static let subjects = words("He She It They The His Her This Er Sie Il Elle Él Ella")
  private static let known = words(
    """
    Mr Mrs Ms Mx Dr Prof Rev Hon Gen Gov Sen Rep Col Capt Cmdr Lt Sgt Cpl Maj Fr St Ste Mt Ft Mme Mlle Hr Frl Hl Dipl \
    Ing Sr Sra Srta Dra No Nr Vol vs ca approx bzw geb gest evtl inkl sog
    """)
  /// Beginnings of words after a German number: "am 3. Mai", "im 19. Jahrhundert".
  private static let ordinals = words(
    "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez Jahrh Staffel Folge Weltk")

  private static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }
}
