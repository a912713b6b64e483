/// Texts cut and shaped to fit a place.
enum Wording {
  /// The first words of a text, with an ellipsis where there are more characters than the limit.
  static func beginning(of text: String, limit: Int) -> String {
    if limit == 0 { return "" }
    guard text.utf8.count > limit, text.count > limit else { return text }
    let cut = text.prefix(limit)
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }

  /// The words around a place in a text, with an ellipsis where there are more.
  /// - Parameters:
  ///   - place: UTF-8 offsets of whole characters.
  ///   - lead: characters before the place, at most.
  ///   - limit: characters in all, at most.
  static func excerpt(of text: String, around place: Range<Int>, lead: Int, limit: Int) -> String {
    let hit = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
    guard let start = text.index(hit, offsetBy: -lead, limitedBy: text.startIndex), start > text.startIndex
    else { return beginning(of: text, limit: limit) }
    let words = text[start..<hit].firstIndex(of: " ").map(text.index(after:)) ?? start
    return "…" + beginning(of: String(text[words...]), limit: limit)
  }

  /// The word with a capital at its beginning.
  static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
