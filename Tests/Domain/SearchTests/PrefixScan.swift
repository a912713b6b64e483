import Search

/// A linear scan of titles by prefix: apostrophes count where they are typed, any for any other, and titles with typed
/// marks come first.
struct PrefixScan {
  private let titles: [[String]]

  init(_ texts: [SearchText]) {
    titles = texts.map { [$0.title, $0.alternative].compactMap { $0 } }
  }

  /// The matches, best first.
  func results(for typed: String) -> [Int] {
    let phrase = Folding.fold(Self.masked(typed))
    let found = titles.indices.filter { forms($0).contains { $0.starts(with: phrase) } }
    let exact = found.filter { forms($0).contains(phrase) }
    let marked =
      Self.marked(typed).map { typed in
        found.filter { titles[$0].contains { Self.letters($0).starts(with: typed) } }
      } ?? []
    return (marked.filter(exact.contains) + marked + exact + found).reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  private func forms(_ position: Int) -> [[UInt8]] {
    titles[position].flatMap { title in
      let line = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return [line, line.replacing(#/(^| )['’](?=[^\x00-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F])/#) { $0.1 }].map {
        Folding.fold(Self.masked(String($0)))
      }
    }
  }

  /// The text with letters in the place of apostrophes, which folding would change.
  private static func masked(_ text: String) -> String {
    text.replacing("'", with: "\u{E000}").replacing("’", with: "\u{E000}")
  }

  static func letters(_ text: String) -> [Character] {
    Array(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased())
  }

  /// The letters up to the last one that folding changes.
  static func marked(_ typed: String) -> [Character]? {
    let last = typed.lastIndex { letter in
      let lower = String(letter).lowercased()
      return !letter.isASCII && Folding.fold(lower) != Array(lower.utf8)
    }
    return last.map { letters(String(typed[...$0])) }
  }
}
