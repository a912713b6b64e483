public import System

/// Writes the arrays of a ``SearchIndex``, entry by entry in any order.
public struct SearchIndexWriter: ~Copyable, Sendable {
  /// The texts of all entries as ``SearchIndex`` has them; before those of an entry its sort key, if it has one.
  var bytes = NumberWriter<UInt8>()
  /// The offset of each entry's sort key, which is often a part of its title, and that of its title.
  var keys = NumberWriter<UInt32>()
  var titles = NumberWriter<UInt32>()
  private let searchesAnywhere: Bool
  private var scratch: [UInt8] = []

  /// Offsets have 32 bits: texts beyond them are not indexed.
  private static let limit = Int(UInt32.max)

  /// - Parameter match: the kind of search to answer fast.
  public init(answering match: SearchMatch) { searchesAnywhere = match == .contains }

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
  }

  /// Appends a further title of the entry.
  public mutating func append(alternative: String) {
    for form in forms(of: alternative, Folding.fold(alternative)) { appendTitle(form) }
  }

  /// The forms by which a prefix finds a title: with its apostrophes, without those before words, and with marks. A
  /// search of words has only the last beside the folded title, to rank by.
  private func forms(of title: String, _ folded: [UInt8]) -> [[UInt8]] {
    if title.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "`") }) {
      return [folded]
    }
    let signed = searchesAnywhere ? folded : Folding.fold(title, keeping: .signs)
    let plain = searchesAnywhere ? folded : Folding.fold(title, keeping: .apostrophes)
    let marked = Folding.fold(title, keeping: .marks)
    return [signed] + (plain == signed ? [] : [plain])
      + (marked == signed ? [] : [[TitleIndex.withMarks] + marked])
  }

  /// Appends the texts by which a search anywhere finds the entry beside its titles and facts.
  /// - Parameter text: in UTF-8.
  public mutating func append(rest text: [UInt8], subtitle: String = "") {
    guard searchesAnywhere else { return }
    scratch.removeAll(keepingCapacity: true)
    if !text.isEmpty {
      scratch.append(SearchIndex.rest)
      text.withUnsafeBufferPointer { Folding.append($0, to: &scratch) }
    }
    if !subtitle.isEmpty {
      scratch.append(scratch.isEmpty ? SearchIndex.rest : 0x20)
      Folding.append(subtitle, to: &scratch)
    }
    guard scratch.count > 1, hasRoom(for: scratch.count) else { return }
    bytes.append(scratch)
    bytes.append(0)
  }

  private mutating func appendTitle(_ title: [UInt8]) {
    let title = title.last == 0x20 ? title.dropLast() : title[...]
    if hasRoom(for: title.count) { bytes.append(title) }
    bytes.append(0)
  }

  private func hasRoom(for count: Int) -> Bool {
    bytes.count + count + 2 + FoldedTexts.padding < Self.limit
  }

  // MARK: Finishing

  /// Adds the arrays of the index. Nothing is left here.
  /// - Parameter order: the list, as numbers of entries.
  public mutating func finish(order: Numbers<UInt32>, to arrays: inout ArraySet) {
    var texts = NumberWriter<UInt8>(capacity: bytes.count + FoldedTexts.padding)
    var ends = NumberWriter<UInt32>(capacity: order.count)
    var starts = NumberWriter<UInt32>(capacity: order.count)
    var entries = NumberWriter<UInt32>(capacity: order.count)
    // The forms with marks follow those that a search anywhere reads.
    var marked = NumberWriter<UInt8>()
    var markedStarts = NumberWriter<UInt32>()
    var markedEntries = NumberWriter<UInt32>()
    var words = DistinctTexts()
    bytes.withUnsafeBufferPointer { bytes in
      for (position, entry) in zip(UInt32(0)..., order) {
        var start = Int(titles[Int(entry)])
        let end = endOfTexts(Int(entry), bytes.count)
        while start < end {
          let next = (bytes[start..<end].firstIndex(of: 0) ?? end - 1) + 1
          let text = UnsafeBufferPointer(rebasing: bytes[start..<next])
          if text[0] == TitleIndex.withMarks {
            markedStarts.append(UInt32(truncatingIfNeeded: marked.count))
            markedEntries.append(position)
            marked.append(text)
          } else {
            if text[0] != SearchIndex.rest {
              starts.append(UInt32(truncatingIfNeeded: texts.count))
              entries.append(position)
              if searchesAnywhere {
                Self.forEachWord(of: UnsafeRawBufferPointer(text)) { _ = words.number(of: $0) }
              }
            }
            texts.append(text)
          }
          start = next
        }
        ends.append(UInt32(truncatingIfNeeded: texts.count))
      }
    }
    _ = bytes.take()
    for index in 0..<markedStarts.count {
      starts.append(markedStarts[index] + UInt32(truncatingIfNeeded: texts.count))
      entries.append(markedEntries[index])
    }
    marked.withUnsafeBufferPointer { texts.append($0) }
    texts.append(Array(repeating: 0, count: FoldedTexts.padding))
    let listed = texts.numbers()
    arrays.add("texts", listed)
    arrays.add("texts.ends", ends.numbers())
    TitleIndex.write(starts, entries, in: listed, to: &arrays)
    if searchesAnywhere { TitleWords.write(&words, to: &arrays) }
  }

  /// Calls back with each word of a text that ends with a zero byte.
  private static func forEachWord(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    var start = 0
    for (end, byte) in text.enumerated() where byte <= 0x20 {
      if end > start { body(UnsafeRawBufferPointer(rebasing: text[start..<end])) }
      start = end + 1
    }
  }

  /// The end of an entry's texts: where the next entry begins.
  private func endOfTexts(_ entry: Int, _ end: Int) -> Int {
    guard entry + 1 < count else { return end }
    // A key of its own lies before the title; other keys lie within it.
    return Int(min(keys[entry + 1], titles[entry + 1]))
  }
}

extension SearchIndexWriter {
  /// The entries sorted by their sort titles and titles, ignoring punctuation before the first letter or digit.
  /// - Parameter sortAlike: sorts entries of equal keys.
  public func sorted(_ sortAlike: (UnsafeMutableBufferPointer<UInt32>) -> Void) -> NumberWriter<UInt32> {
    var order = NumberWriter<UInt32>(capacity: 0)
    bytes.withUnsafeBufferPointer { bytes in
      order = TextSort.order(of: keys, in: UnsafeRawBufferPointer(bytes))
      order.withUnsafeMutableBufferPointer { order in
        Self.forEachRun(of: order, { compare($0, $1, bytes, within: TextSort.depth) == 0 }) { alike in
          if alike.allSatisfy({ compare($0, alike[0], bytes) == 0 }) { return sortAlike(alike) }
          // Equal only as far as their first bytes tell.
          var all = alike[...]
          all.sort { compare($0, $1, bytes) < 0 }
          Self.forEachRun(of: alike, { compare($0, $1, bytes) == 0 }, sortAlike)
        }
      }
    }
    return order
  }

  /// Calls a function with the first scalar of each entry's sort key.
  public func withFirstScalars<Value>(_ use: ((Int) -> Unicode.Scalar) -> Value) -> Value {
    bytes.withUnsafeBufferPointer { bytes in
      use { entry in
        let key = bytes[Int(keys[entry])...].prefix(4)
        if let first = key.first, first < 0x80 { return Unicode.Scalar(first) }
        return String(decoding: key, as: UTF8.self).unicodeScalars.first ?? " "
      }
    }
  }

  /// Calls back with each run of several entries that are alike.
  private static func forEachRun(
    of entries: UnsafeMutableBufferPointer<UInt32>, _ areAlike: (UInt32, UInt32) -> Bool,
    _ body: (UnsafeMutableBufferPointer<UInt32>) -> Void
  ) {
    var first = 0
    while first < entries.count {
      var end = first + 1
      while end < entries.count, areAlike(entries[first], entries[end]) { end += 1 }
      if end - first > 1 { body(UnsafeMutableBufferPointer(rebasing: entries[first..<end])) }
      first = end
    }
  }

  /// Negative, zero or positive as the key of the first entry is less, equal or greater, as far as some bytes tell.
  private func compare(
    _ one: UInt32, _ other: UInt32, _ bytes: UnsafeBufferPointer<UInt8>, within limit: Int = .max
  ) -> Int {
    let (one, other) = (Int(keys[Int(one)]), Int(keys[Int(other)]))
    var depth = 0
    while depth < limit, bytes[one + depth] == bytes[other + depth] {
      if bytes[one + depth] == 0 { return 0 }
      depth += 1
    }
    return depth == limit ? 0 : Int(bytes[one + depth]) - Int(bytes[other + depth])
  }
}
