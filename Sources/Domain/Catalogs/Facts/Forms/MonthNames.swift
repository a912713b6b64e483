import Search

/// The names of months in English, German, French, Spanish and Arabic, and their beginnings.
enum MonthNames {
  /// 1 to 12; nil for a word that begins no month, or several.
  static func number(of word: Substring) -> Int? {
    guard word.utf8.count <= 24 else { return nil }
    let folded = String(decoding: Folding.fold(String(word)), as: UTF8.self)
    guard folded.utf8.count >= 3 else { return nil }
    let found = Set(
      names.indices.filter { names[$0].contains { $0 == folded || $0.hasPrefix(folded) } })
    return found.count == 1 ? found.first.map { $0 + 1 } : nil
  }

  /// As ``Folding`` writes them.
  private static let names = (1...12).map { month in
    FormWords.all["month \(month)"].map { String(decoding: Folding.fold($0), as: UTF8.self) }
  }
}
