public import System

/// Writes the arrays of a ``SearchIndex``, entry by entry in any order.
public struct SearchIndexWriter: ~Copyable, Sendable {
  /// The texts of all entries as ``FoldedTexts`` has them; before those of an entry its sort key, if it has one.
  var bytes = NumberWriter<UInt8>()
  /// The offset of each entry's sort key, which is often a part of its title, and that of its title.
  var keys = NumberWriter<UInt32>()
  var titles = NumberWriter<UInt32>()
  private var hasAlternatives = false
  private var words = DistinctTexts()
  private var occurrences = Occurrences()
  /// For each word the last entry with it, plus one.
  private var lastEntry = NumberWriter<UInt32>()
  private let indexesWords: Bool
  private var scratch: [UInt8] = []

  /// Offsets have 32 bits: texts beyond them are not indexed.
  private static let limit = Int(UInt32.max)

  /// - Parameter match: the kind of search to answer fast.
  public init(answering match: SearchMatch) { indexesWords = match == .contains }

  /// The number of entries so far.
  public var count: Int { keys.count }

  // MARK: Appending

  /// Begins the next entry.
  /// - Parameters:
  ///   - title: as it is written.
  ///   - folded: the same, folded.
  ///   - sortTitle: bytes to sort by before the title, without a zero: sortable, or an order's own.
  public mutating func begin(_ title: String, folded: [UInt8], sortTitle: [UInt8]? = nil) {
    let start = bytes.count
    let sortable = Folding.sortable(folded)
    let forms = forms(of: title, folded)
    // Apostrophes that are kept would sort behind all letters.
    if let sortTitle = sortTitle ?? (forms[0] == folded ? nil : Array(sortable)),
      hasRoom(for: sortTitle.count + sortable.count)
    {
      // Zero would end the key: "San" always comes before "San Antonio".
      bytes.append(sortTitle)
      bytes.append(1)
      bytes.append(sortable)
      bytes.append(0)
      keys.append(UInt32(truncatingIfNeeded: start))
    } else {
      keys.append(UInt32(truncatingIfNeeded: start + (hasRoom(for: folded.count) ? sortable.startIndex : 0)))
    }
    titles.append(UInt32(truncatingIfNeeded: bytes.count))
    for form in forms { appendTitle(form) }
    hasAlternatives = hasAlternatives || forms.count > 1
  }

  /// Appends a further title of the entry.
  public mutating func append(alternative: String) {
    hasAlternatives = true
    for form in forms(of: alternative, Folding.fold(alternative)) { appendTitle(form) }
  }

  /// The forms by which a prefix finds a title: with its apostrophes, without those before words, and with marks. A
  /// search of words has only the last beside the folded title, to rank by.
  private func forms(of title: String, _ folded: [UInt8]) -> [[UInt8]] {
    if title.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "`") }) {
      return [folded]
    }
    let signed = indexesWords ? folded : Folding.fold(title, keeping: .signs)
    let plain = indexesWords ? folded : Folding.fold(title, keeping: .apostrophes)
    let marked = Folding.fold(title, keeping: .marks)
    return [signed] + (plain == signed ? [] : [plain])
      + (marked == signed ? [] : [[FoldedTexts.withMarks] + marked])
  }

  /// Ends the titles of the entry, and appends its description and subtitle.
  public mutating func append(description: String, subtitle: String? = nil) {
    guard indexesWords else { return }
    occurrences.endTitles()
    for text in [description, subtitle ?? ""] { appendText(text) }
  }

  private mutating func appendText(_ text: String) {
    guard hasRoom(for: text.utf8.count * 3) else { return }
    scratch.removeAll(keepingCapacity: true)
    Folding.append(text, to: &scratch)
    appendWords(scratch[...])
  }

  /// The numbers of a fact's words, each once, for ``append(facts:)``; empty unless words are indexed.
  public mutating func numbers(ofFact text: String) -> [UInt32] {
    guard indexesWords, hasRoom(for: text.utf8.count * 4) else { return [] }
    scratch.removeAll(keepingCapacity: true)
    Folding.append(text, to: &scratch)
    var numbers: [UInt32] = []
    Self.forEachWord(of: scratch[...]) { word in
      let number = number(of: word)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// Appends words of facts to the entry.
  public mutating func append(facts numbers: UnsafeBufferPointer<UInt32>) {
    for number in numbers { append(word: number) }
  }

  /// Ends the entry.
  public mutating func end() {
    if indexesWords { occurrences.endEntry() }
  }

  private mutating func appendTitle(_ title: [UInt8]) {
    let title = title.last == 0x20 ? title.dropLast() : title[...]
    if hasRoom(for: title.count) {
      bytes.append(title)
      if indexesWords, title.first != FoldedTexts.withMarks { appendWords(title) }
    }
    bytes.append(0)
  }

  private mutating func appendWords(_ text: ArraySlice<UInt8>) {
    Self.forEachWord(of: text) { append(word: number(of: $0)) }
  }

  private static func forEachWord(of text: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Void) {
    text.withUnsafeBytes { text in
      var start = 0
      while start < text.count {
        var end = start
        while end < text.count, text[end] != 0x20 { end += 1 }
        if end > start { body(UnsafeRawBufferPointer(rebasing: text[start..<end])) }
        start = end + 1
      }
    }
  }

  private mutating func append(word number: UInt32) {
    let entry = UInt32(truncatingIfNeeded: count)
    guard lastEntry[Int(number)] != entry else { return }
    lastEntry[Int(number)] = entry
    occurrences.append(number)
  }

  private mutating func number(of word: UnsafeRawBufferPointer) -> UInt32 {
    let number = words.number(of: word)
    if number == lastEntry.count { lastEntry.append(0) }
    return UInt32(truncatingIfNeeded: number)
  }

  private func hasRoom(for count: Int) -> Bool {
    let length = count + 2 + FoldedTexts.padding
    return bytes.count + length < Self.limit && words.size + length < Self.limit
  }

  // MARK: Finishing

  /// Adds the arrays of the index. Nothing is left here.
  /// - Parameter order: the list, as numbers of entries.
  public mutating func finish(order: Numbers<UInt32>, to arrays: inout ArraySet) {
    var listed = NumberWriter<UInt8>(capacity: bytes.count + FoldedTexts.padding)
    var entries = NumberWriter<UInt32>(capacity: order.count)
    var starts = NumberWriter<UInt32>(capacity: order.count)
    let end = UInt32(truncatingIfNeeded: bytes.count)
    for entry in order {
      let start = titles[Int(entry)]
      entries.append(UInt32(truncatingIfNeeded: listed.count))
      starts.append(UInt32(truncatingIfNeeded: listed.count))
      bytes.withUnsafeBufferPointer { bytes in
        let next = endOfTexts(Int(entry), end, bytes)
        if hasAlternatives {
          for offset in Int(start)..<(next - 1) where bytes[offset] == 0 {
            starts.append(UInt32(truncatingIfNeeded: listed.count + offset + 1 - Int(start)))
          }
        }
        listed.append(UnsafeBufferPointer(rebasing: bytes[Int(start)..<next]))
      }
    }
    _ = bytes.take()
    listed.append(Array(repeating: 0, count: FoldedTexts.padding))
    arrays.add("titles.bytes", listed.numbers())
    PieceStarts.write(entries.numbers(), to: &arrays, "titles")
    TitleIndex.write(starts, in: FoldedTexts(arrays), to: &arrays)
    guard indexesWords else { return }
    let (words, wordStarts) = words.take()
    WordIndex.write(words, wordStarts, occurrences, order: order, to: &arrays)
  }

  /// The end of an entry's texts: where the next entry begins.
  private func endOfTexts(_ entry: Int, _ end: UInt32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard entry + 1 < count else { return Int(end) }
    // A key of its own lies before the title; other keys lie within it.
    return Int(min(keys[entry + 1], titles[entry + 1]))
  }
}
