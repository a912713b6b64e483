/// Folds texts one by one into the parts of an index.
struct SearchIndexWriter {
  private var bytes: [UInt8] = []
  private var entries = PieceStarts()
  private var titleStarts: [UInt32] = []
  private var words: WordIndexWriter?
  private var description: [UInt8] = []

  /// Offsets have 32 bits: texts beyond them are not indexed.
  private static let limit = Int(UInt32.max)

  /// - Parameter indexesWords: if false, descriptions are stored for scans.
  init(indexesWords: Bool) {
    words = indexesWords ? WordIndexWriter() : nil
  }

  mutating func append(_ text: SearchText) {
    entries.append(bytes.count)
    switch text.given {
    case .text(let title): appendTitle(title)
    case .folded(let title): appendTitle(title)
    }
    if let alternative = text.alternative { appendTitle(alternative) }
    if !text.description.isEmpty { appendDescription(text.description) }
    if !text.facts.isEmpty { appendFacts(text.facts) }
  }

  /// Builds the parts of the index, and frees what only the build needs.
  mutating func finish() -> (texts: FoldedTexts, titles: TitleIndex, words: WordIndex?) {
    bytes.append(contentsOf: repeatElement(0, count: FoldedTexts.padding))
    let texts = FoldedTexts(bytes: bytes, entries: entries)
    bytes = []
    let titles = TitleIndex(titleStarts, in: texts)
    titleStarts = []
    return (texts, titles, words?.finish(entryCount: texts.count))
  }

  private mutating func appendTitle(_ title: String) { appendTitle(Folding.fold(title)[...]) }

  /// - Parameter title: folded.
  private mutating func appendTitle(_ title: ArraySlice<UInt8>) {
    let start = bytes.count
    titleStarts.append(UInt32(truncatingIfNeeded: start))
    if hasRoom(for: title.count) { bytes += title.last == 0x20 ? title.dropLast() : title }
    words?.append(bytes[start...], of: entries.count - 1, isTitle: true)
    bytes.append(0)
  }

  private mutating func appendDescription(_ text: String) {
    // Folding makes at most three bytes of one.
    guard hasRoom(for: text.utf8.count * 3) else { return }
    if words == nil {
      bytes.append(FoldedTexts.descriptionMark)
      Self.append(text, to: &bytes)
      bytes.append(0)
    } else {
      description.removeAll(keepingCapacity: true)
      Self.append(text, to: &description)
      words?.append(description[...], of: entries.count - 1, isTitle: false)
    }
  }

  /// Marks the words, so that they are distinct from unmarked ones.
  private mutating func appendFacts(_ folded: [UInt8]) {
    guard words != nil, hasRoom(for: folded.count * 2) else { return }
    description.removeAll(keepingCapacity: true)
    for word in folded.split(separator: 0x20) {
      description.append(WordIndex.factMark)
      description += word
      description.append(0x20)
    }
    words?.append(description[...], of: entries.count - 1, isTitle: false)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    Folding.append(text, to: &bytes)
    if bytes.count > start, bytes.last == 0x20 { bytes.removeLast() }
  }

  private func hasRoom(for count: Int) -> Bool {
    let length = count + FoldedTexts.padding
    return bytes.count + length < Self.limit && (words?.size ?? 0) + length < Self.limit
  }
}

/// The searchable texts of one entry.
public struct SearchText: Sendable {
  /// The folded title, if only that is known.
  public var title: String {
    switch given {
    case .text(let title): title
    case .folded(let title): String(decoding: title, as: UTF8.self)
    }
  }

  public let description: String
  /// A further title, such as a film's original one: found like the title, never marked.
  public let alternative: String?

  /// Folded words, separated by spaces; matches in them rank last.
  public let facts: [UInt8]

  public init(title: String, description: String = "", alternative: String? = nil, facts: String = "") {
    given = .text(title)
    self.description = description
    self.alternative = alternative
    self.facts = Folding.fold(facts)
  }

  /// - Parameter foldedTitle: the title as ``Folding/fold(_:)`` returns it.
  public init(
    foldedTitle: ArraySlice<UInt8>, description: String = "", alternative: String? = nil,
    facts: [UInt8] = []
  ) {
    given = .folded(foldedTitle)
    self.description = description
    self.alternative = alternative
    self.facts = facts
  }

  let given: Title

  enum Title {
    case text(String)
    case folded(ArraySlice<UInt8>)
  }
}
