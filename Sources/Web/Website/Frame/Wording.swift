/// Parts of texts for rows and summaries.
enum Wording {
  /// The first words of a text, with an ellipsis if the text exceeds the limit.
  static func beginning(of text: String, limit: Int) -> String {
    if limit == 0 { return "" }
    guard text.utf8.count > limit, text.count > limit else { return text }
    let cut = text.prefix(limit)
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }

  /// An English text without its subject and verb: "Recurring character in …" for "Apu is a recurring character in …",
  /// also without "fictional". The whole text if it does not begin with the title.
  static func predicate(of text: String, title: String) -> String {
    let name = title.split(whereSeparator: \.isWhitespace).last ?? ""
    let beginning = text.prefix(predicateLimit)
    let verbs = [" is a ", " is an ", " is the "].compactMap { beginning.firstRange(of: $0) }
    guard !name.isEmpty, let verb = verbs.min(by: { $0.lowerBound < $1.lowerBound }) else { return text }
    let subject = beginning[..<verb.lowerBound]
    // A longer word with a full stop than "Jr." ends another sentence.
    let isOneSentence = !subject.split(separator: " ").contains { $0.hasSuffix(".") && $0.count > 3 }
    guard isOneSentence, subject.contains(name) else { return text }
    var rest = text[verb.upperBound...]
    if rest.hasPrefix("fictional ") { rest = rest.dropFirst("fictional ".count) }
    return capitalized(rest)
  }

  /// Characters in which a subject and its verb may stand.
  private static let predicateLimit = 96

  /// A text without the title that it begins with: from a new phrase on, or in one line from the next word on. The
  /// title of a post may be the beginning of its text, with an ellipsis.
  static func continuation(of text: String, after title: String, isLine: Bool) -> String {
    let name = title.hasSuffix("…") ? title.dropLast() : title[...]
    guard name.count > 1,
      let end = text.index(text.startIndex, offsetBy: name.count, limitedBy: text.endIndex),
      text[..<end].lowercased() == name.lowercased()
    else { return text }
    let (rest, isCut) = (text[end...], name.endIndex < title.endIndex)
    let next = rest.drop(while: \.isWhitespace)
    let words = next.drop { $0.isWhitespace || $0.isPunctuation && !opensPhrase($0) }
    if words.isEmpty { return "" }
    // Not within a word, such as "lime-green".
    guard !rest[..<words.startIndex].isEmpty, !"-'’".contains(rest.first ?? " ") else { return text }
    let isPhrase = words.startIndex > next.startIndex || rest[..<next.startIndex].contains(where: \.isNewline)
    if isPhrase, !isCut { return capitalized(words) }
    return isLine || isCut ? "…" + next : text
  }

  private static func opensPhrase(_ mark: Character) -> Bool { "([{\"'“„«‘‚¿¡#@".contains(mark) }

  private static func capitalized(_ text: Substring) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The words around a range of a text, with ellipses at cuts.
  /// - Parameters:
  ///   - range: UTF-8 offsets of whole characters.
  ///   - lead: most characters before the range.
  ///   - limit: most characters in all.
  static func excerpt(of text: String, around range: Range<Int>, lead: Int, limit: Int) -> String {
    let hit = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    guard let start = text.index(hit, offsetBy: -lead, limitedBy: text.startIndex), start > text.startIndex
    else { return beginning(of: text, limit: limit) }
    let words = text[start..<hit].firstIndex(of: " ").map(text.index(after:)) ?? start
    return "…" + beginning(of: String(text[words...]), limit: limit)
  }
}
