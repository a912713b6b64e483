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
  static let predicateLimit = 96

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

  static func capitalized(_ text: Substring) -> String { text.prefix(1).uppercased() + text.dropFirst() }

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

/// The words that many texts of a list begin with, which its rows leave out.
struct CommonOpenings: Sendable {
  private let openings: Set<String>

  /// Characters of an opening.
  private static let shortest = 12
  static let longest = 120
  /// Characters of a text that is a value, which may stand in many rows; a longer one that is common is left out.
  private static let value = 48
  /// An opening has at least this number of texts, and this part of all.
  private static let (least, part) = (10, 3)
  /// Words after a comma that belong to what follows, such as "played by".
  private static let lead = 3

  init(_ texts: [String]) {
    var counts: [Substring: Int] = [:]
    for text in texts {
      for end in Self.ends(in: text) { counts[text[..<end], default: 0] += 1 }
    }
    let most = max(Self.least, (texts.count + Self.part - 1) / Self.part)
    openings = Set(counts.filter { $0.value >= most }.map { String($0.key) })
  }

  /// The text from a new phrase on, or from the first word that differs on.
  func leftOut(of text: String) -> String {
    let ends = openings.isEmpty ? [] : Self.ends(in: text)
    guard let end = ends.last(where: { openings.contains(String(text[..<$0])) }) else { return text }
    if end == ends.last { return text.count > Self.value ? "" : text }
    let opening = text[..<end]
    if let mark = opening.dropLast().lastIndex(where: { ",;:.–—،؛。、，：".contains($0) }),
      opening[mark...].split(separator: " ").count <= Self.lead + 1,
      opening.distance(from: opening.startIndex, to: mark) >= Self.shortest
    {
      return Wording.capitalized(text[text.index(after: mark)...].drop(while: \.isWhitespace))
    }
    return "…" + text[end...]
  }

  /// The ends of all openings of a text: after a space or a mark that has none after it, and its own or the longest.
  private static func ends(in text: String) -> [String.Index] {
    let limit = text.index(text.startIndex, offsetBy: longest, limitedBy: text.endIndex) ?? text.endIndex
    guard let start = text.index(text.startIndex, offsetBy: shortest, limitedBy: limit) else { return [] }
    return text[start..<limit].indices.filter { " 、。，：".contains(text[$0]) }.map(text.index(after:)) + [limit]
  }
}
