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
  private static let names = [
    "january januar janvier enero يناير jänner janner", "february februar fevrier febrero فبراير feber",
    "march marz mars marzo مارس maerz mrz", "april avril abril ابريل", "may mai mayo مايو",
    "june juni juin junio يونيو", "july juli juillet julio يوليو",
    "august aout agosto اغسطس", "september septembre septiembre setiembre سبتمبر sept",
    "october oktober octobre octubre اكتوبر", "november novembre noviembre نوفمبر",
    "december dezember decembre diciembre ديسمبر",
  ].map { names in
    names.split(separator: " ").map { String(decoding: Folding.fold(String($0)), as: UTF8.self) }
  }
}
