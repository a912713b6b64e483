/// Texts cut and shaped to fit a place.
enum Wording {
  /// The first words of a text, with an ellipsis where there are more characters than the limit.
  static func beginning(of text: String, limit: Int) -> String {
    if limit == 0 { return "" }
    guard text.utf8.count > limit, text.count > limit else { return text }
    let cut = text.prefix(limit)
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }

  /// The word with a capital at its beginning.
  static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
