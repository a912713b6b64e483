import Catalogs

/// The entries that descriptions mention.
///
/// A mention is the whole title of an entry, or a word of it that is in no other title and never written
/// small: "Bart" is Bart Simpson, but "Simpson" and "clown" are ambiguous.
struct Mentions: Sendable {
  /// Most entries of a catalog with mentions.
  static let entryLimit = 1_000
  /// Bytes of a description that are searched.
  static let textLimit = 2_000
  /// Most related entries of an entry.
  static let shownLimit = 6
  private static let shortestName = 3

  /// For each entry, the positions of mentioned entries in the order of its text, then of entries that
  /// mention it.
  private let related: [[Int]]

  init(_ entries: Entries) {
    guard entries.count <= Self.entryLimit else {
      related = []
      return
    }
    let texts = entries.map { Word.all(in: $0.text.utf8.prefix(Self.textLimit)) }
    let small = Set(texts.joined().lazy.filter { !$0.isCapital }.map(\.text))
    let names = Names(entries.map { Word.all(in: $0.title.utf8[...]) }, small)
    let named = texts.enumerated().map { own, text -> [Int] in
      names.found(in: text).filter { $0 != own }.reduce(into: []) {
        if !$0.contains($1), $0.count < Self.shownLimit { $0.append($1) }
      }
    }
    var related = named
    for (position, others) in named.enumerated() {
      for other in others where !related[other].contains(position) { related[other].append(position) }
    }
    self.related = related.map { Array($0.prefix(Self.shownLimit)) }
  }

  func related(to position: Int) -> [Int] { related.isEmpty ? [] : related[position] }

  /// A run of letters and digits.
  private struct Word {
    let text: Substring
    let isCapital: Bool
    /// The text between it and the word before.
    let gap: Substring

    /// Whether a single space separates it from the word before.
    var followsOn: Bool { gap == " " }

    static func all(in bytes: Substring.UTF8View) -> [Word] {
      // The limit may cut a character in two.
      let text = Substring(bytes)
      var words: [Word] = []
      var (previousEnd, index) = (text.startIndex, text.startIndex)
      while index < text.endIndex {
        let start = index
        while let end = endOfPart(at: index, of: text) { index = end }
        guard index > start else {
          index = text.unicodeScalars.index(after: index)
          continue
        }
        words.append(
          Word(
            text: text[start..<index], isCapital: isCapital(at: start, of: text),
            gap: text[previousEnd..<start]))
        previousEnd = index
      }
      return words
    }

    /// The end of a letter, accent or digit; nil for other characters. ASCII is decided by the byte.
    private static func endOfPart(at index: Substring.Index, of text: Substring) -> Substring.Index? {
      guard index < text.endIndex else { return nil }
      let byte = text.utf8[index]
      if byte < 0x80 {
        let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
        return isDigit || isLetter ? text.utf8.index(after: index) : nil
      }
      let properties = text.unicodeScalars[index].properties
      guard properties.isAlphabetic || properties.generalCategory == .nonspacingMark else { return nil }
      return text.unicodeScalars.index(after: index)
    }

    private static func isCapital(at index: Substring.Index, of text: Substring) -> Bool {
      let byte = text.utf8[index]
      return byte < 0x80
        ? UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte : text.unicodeScalars[index].properties.isUppercase
    }
  }

  private struct Names {
    private let titles: [[Word]]
    private let small: Set<Substring>
    /// Position of the entry with a name; nil if several have it.
    private var owners: [Substring: Int?] = [:]
    /// The first words of titles that have more than one.
    private var beginnings: Set<Substring> = []
    private var longest = 1

    init(_ titles: [[Word]], _ small: Set<Substring>) {
      self.titles = titles
      self.small = small
      for (position, words) in titles.enumerated() {
        for name in Set(words.lazy.filter(isName).map(\.text)) { claim(name, for: position) }
        guard words.count > 1 else { continue }
        beginnings.insert(words[0].text)
        longest = max(longest, min(words.count, 6))
        claim(Self.joined(words[...]), for: position)
      }
    }

    private mutating func claim(_ name: Substring, for position: Int) {
      owners.updateValue(owners.keys.contains(name) ? nil : position, forKey: name)
    }

    private func isName(_ word: Word) -> Bool {
      word.isCapital && word.text.count >= shortestName && !small.contains(Substring(word.text.lowercased()))
    }

    private static func joined(_ words: ArraySlice<Word>) -> Substring {
      Substring(words.map(\.text).joined(separator: " "))
    }

    /// The entries that a text mentions, in its order.
    func found(in text: [Word]) -> [Int] {
      var found: [Int] = []
      var index = 0
      while index < text.count {
        let (position, count) = name(at: index, of: text)
        if let position { found.append(position) }
        index += count
      }
      return found
    }

    /// The entry of the longest name that begins at a word, and the number of its words.
    private func name(at index: Int, of text: [Word]) -> (position: Int?, count: Int) {
      guard text[index].isCapital else { return (nil, 1) }
      let most = beginnings.contains(text[index].text) ? min(longest, text.count - index) : 1
      for count in stride(from: most, to: 1, by: -1) {
        if let owner = owners[Self.joined(text[index..<(index + count)])] { return (owner, count) }
      }
      guard let owner = owners[text[index].text], let owner else { return (nil, 1) }
      // A part of a longer name, such as an actor's, is not a mention. The first word of a sentence may be
      // any word.
      let (before, behind) = (index - 1, index + 1)
      let isLonger =
        text[index].followsOn && text[before].followsOn && isStranger(text[before], to: owner)
        || behind < text.count && text[behind].followsOn && isStranger(text[behind], to: owner)
      return (isLonger ? nil : owner, 1)
    }

    private func isStranger(_ word: Word, to owner: Int) -> Bool {
      word.isCapital && !small.contains(Substring(word.text.lowercased()))
        && !titles[owner].contains { $0.text == word.text }
    }
  }
}
