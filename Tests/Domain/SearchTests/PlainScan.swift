import Glibc
import Search

/// A linear scan to compare the index with.
struct PlainScan {
  private struct Text {
    var titles: [[UInt8]]
    var written: [[Character]]
    /// A C string: each title after a byte of 1, the description after a byte of 2.
    var whole: [CChar]
  }

  private let texts: [Text]

  init(_ texts: [SearchText]) {
    self.texts = texts.map { text in
      let titles = [text.title, text.alternative].compactMap { $0.map(Self.trimmed) }
      let whole: [UInt8] = titles.flatMap { [1] + $0 } + [2] + Self.trimmed(text.description) + [0]
      let written = [text.title, text.alternative].compactMap { $0.map(PrefixScan.letters) }
      return Text(titles: titles, written: written, whole: whole.map(CChar.init(bitPattern:)))
    }
  }

  func results(for typed: String, match: SearchMatch) -> [Int] {
    let wanted = match == .prefix ? [[1] + Folding.fold(typed)] : Self.words(typed)
    let strings = wanted.map { ($0 + [0]).map(CChar.init(bitPattern:)) }
    return texts.indices.filter { position in
      strings.allSatisfy { strstr(texts[position].whole, $0) != nil }
    }
  }

  /// Results best first.
  func ranked(_ results: [Int], for typed: String, match: SearchMatch) -> [Int] {
    results.map { (rank(texts[$0], typed, match), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  private func rank(_ text: Text, _ typed: String, _ match: SearchMatch) -> Int {
    let phrase = match == .prefix ? Folding.fold(typed) : Self.trimmed(typed)
    if match == .contains, let marked = PrefixScan.marked(typed),
      text.written.contains(where: { $0.starts(with: marked) })
    {
      return text.titles.contains(phrase) ? -2 : -1
    }
    if text.titles.contains(phrase) { return 0 }
    if text.titles.contains(where: { $0.starts(with: phrase) }) { return 1 }
    guard match == .contains else { return 2 }
    let words = Set(Self.words(typed))
    let notBegun = words.count { word in !text.titles.contains { begins(word, in: $0) } }
    let notHeld = words.count { word in
      text.titles.allSatisfy { Self.offsets(of: word, in: $0).isEmpty }
    }
    return 2 + min(2 * notBegun, 2 * notHeld + 1)
  }

  private func begins(_ word: [UInt8], in title: [UInt8]) -> Bool {
    Self.offsets(of: word, in: title).contains { offset in
      guard let before = String(decoding: title[..<offset], as: UTF8.self).unicodeScalars.last else {
        return true
      }
      return !before.properties.isAlphabetic && before.properties.numericType == nil
    }
  }

  private static func offsets(of word: [UInt8], in text: [UInt8]) -> [Int] {
    text.indices.filter { text[$0] == word[0] && text[$0...].starts(with: word) }
  }

  private static func words(_ typed: String) -> [[UInt8]] {
    let hyphen = UInt8(ascii: "-")
    return Folding.fold(typed).split(separator: 0x20).flatMap { word in
      word.first == hyphen || word.last == hyphen ? [word] : word.split(separator: hyphen)
    }.map(Array.init)
  }

  private static func trimmed(_ text: String) -> [UInt8] {
    let folded = Folding.fold(text)
    return folded.last == 0x20 ? folded.dropLast() : folded
  }
}
