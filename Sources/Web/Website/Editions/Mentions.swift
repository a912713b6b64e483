import Catalogs

/// Which entries of a catalog name which others in their descriptions.
///
/// An entry is named by its whole title, or by a word of it that no other title has and that no description
/// writes small: "Bart" is Bart Simpson, "Simpson" and "clown" are nobody.
struct Mentions: Sendable {
  /// Entries beyond which nobody is looked for; each text is read once for all of them.
  static let entryLimit = 1_000
  /// Bytes at the beginning of a description that are read.
  static let textLimit = 2_000
  /// How many others an entry leads to at most.
  static let shownLimit = 6
  /// Letters that a word has at least to be somebody's name.
  private static let shortestName = 3

  /// For each entry positions of those that it names, in the order of its text, and then of those that name it.
  private let related: [[Int]]

  init(_ entries: Entries) {
    guard entries.count <= Self.entryLimit else {
      related = []
      return
    }
    let texts = entries.map { Word.all(in: $0.text.utf8.prefix(Self.textLimit)) }
    let small = Set(texts.joined().lazy.filter { !$0.isCapital }.map(\.text))
    let names = Names(entries.map { Word.all(in: $0.title.utf8[...]) }, small)
    let named = texts.indices.map { names.found(in: texts[$0], but: $0) }
    var related = named
    for (position, others) in named.enumerated() {
      for other in others where !related[other].contains(position) { related[other].append(position) }
    }
    self.related = related.map { Array($0.prefix(Self.shownLimit)) }
  }

  /// Positions of the entries that the one at a position has to do with; none in a large catalog.
  func related(to position: Int) -> [Int] { related.isEmpty ? [] : related[position] }

  /// A run of letters and digits.
  private struct Word {
    let text: Substring
    let isCapital: Bool
    /// Whether nothing but a space stands before it.
    let followsOn: Bool

    static func all(in bytes: Substring.UTF8View) -> [Word] {
      // A letter that was cut in two ends what is read.
      let text = Substring(bytes)
      var words: [Word] = []
      var (previousEnd, index) = (text.endIndex, text.startIndex)
      while index < text.endIndex {
        let start = index
        while let end = endOfPart(at: index, of: text) { index = end }
        guard index > start else {
          index = text.unicodeScalars.index(after: index)
          continue
        }
        let isNext = previousEnd < start && bytes.index(after: previousEnd) == start
        words.append(
          Word(
            text: text[start..<index], isCapital: isCapital(at: start, of: text),
            followsOn: isNext && bytes[previousEnd] == UInt8(ascii: " ")))
        previousEnd = index
      }
      return words
    }

    /// Where a letter, its accent or a digit ends; nil if there is none. What is ASCII is told by its byte.
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

  /// What the entries of a catalog are called.
  private struct Names {
    private let titles: [[Word]]
    private let small: Set<Substring>
    /// Whose a name is; nil if it is that of several.
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

    /// Each once, in the order of the text, as many as are shown.
    func found(in text: [Word], but own: Int) -> [Int] {
      var found: [Int] = []
      var index = 0
      while index < text.count, found.count < shownLimit {
        let (position, count) = name(at: index, of: text)
        if let position, position != own, !found.contains(position) { found.append(position) }
        index += count
      }
      return found
    }

    /// Who is named by the words from here on, and by how many of them; the longest name counts.
    private func name(at index: Int, of text: [Word]) -> (position: Int?, count: Int) {
      guard text[index].isCapital else { return (nil, 1) }
      let most = beginnings.contains(text[index].text) ? min(longest, text.count - index) : 1
      for count in stride(from: most, to: 1, by: -1) {
        if let owner = owners[Self.joined(text[index..<(index + count)])] { return (owner, count) }
      }
      guard let owner = owners[text[index].text], let owner else { return (nil, 1) }
      // Part of a longer name, such as that of an actor, is somebody else's; but any word begins a sentence so.
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
