public import Search
public import System
public import Text

/// Writes the arrays of a ``Catalog``, entry by entry.
///
/// Texts go to a spool as they come; in memory stay the different words and values, and some 60 bytes an entry. The
/// arrays are written in list order at the end.
public struct CatalogWriter: ~Copyable {
  let builder: CatalogBuilder
  /// The record of each entry; see ``StoredEntry``.
  var spool = NumberWriter<UInt8>()
  var spoolStarts = NumberWriter<UInt64>()
  /// Pairs of numbers, empty until an entry has a coordinate.
  var coordinates = NumberWriter<UInt64>()
  var ids: EntryIDs
  var search: SearchIndexWriter
  let columns: [FactColumnWriter]
  var names = EntryNames()
  /// The ids of sections in the order in which they came, and the number and the place of each membership.
  var sectionNumbers: [String: UInt32] = [:]
  var memberSections = NumberWriter<UInt32>()
  var memberPlaces = NumberWriter<UInt32>()
  /// The earlier keys of entries, by their places.
  var formerKeys: [UInt32: String] = [:]
  /// The number of entries left out because their titles hold no text.
  public private(set) var untitled = 0
  private var record = StoredEntry.Writer()
  var shared = SharedParts.Writer()
  /// The order of the titles' language; nil for that of folded texts.
  let collation: Collation?
  /// The letters that titles are sorted under, and the number of each entry's; empty without a collation.
  private(set) var letters: [String: UInt32] = [:]
  var entryLetters = NumberWriter<UInt32>()

  /// - Parameters:
  ///   - facts: those that ``FeedEntry/values`` belong to.
  ///   - known: ids that entries keep; nil if ids are not recorded.
  public init(_ builder: CatalogBuilder, facts: [FactField], keeping known: KnownIDs? = nil) {
    self.builder = builder
    ids = EntryIDs(keeping: known)
    search = SearchIndexWriter(answering: builder.match)
    columns = facts.map { FactColumnWriter($0) }
    collation = builder.ordered.flatMap { Collation(language: $0) }
  }

  /// The number of entries so far, repeated ones included.
  public var count: Int { search.count }

  public mutating func append(_ entry: FeedEntry) {
    let title = title(of: entry)
    guard !title.isEmpty else {
      untitled += 1
      return
    }
    let folded = Folding.fold(title)
    search.begin(title, folded: folded, sortTitle: sortTitle(of: entry, title, folded))
    let alternative = entry.alternativeTitle.map(EntryTexts.line).flatMap { $0.isEmpty ? nil : $0 }
    if let alternative { search.append(alternative: alternative) }
    let (text, markup) = description(of: entry)
    let subtitle = entry.subtitle.map { EntryTexts.cut($0) }
    var values = entry.values
    if values.count > columns.count { values.removeLast(values.count - columns.count) }
    for (number, column) in columns.enumerated() {
      let text = number < values.count ? EntryTexts.values(values[number]) : ""
      let stored = column.append(text) ? text : ""
      if number < values.count, stored != values[number] { values[number] = stored }
    }
    let stored = shared.description(text, title: title, values)
    let rest = SharedParts.rest(of: stored) { number in
      if number == 0 { return (title, true) }
      return (values[number - 1], columns[number - 1].isSearched)
    }
    search.append(rest: rest, subtitle: subtitle ?? "")
    if !columns.isEmpty {
      names.append(title, folded: folded, alternative: alternative, key: entry.key)
    }
    let base = ids.append(entry, title: title, folded: folded)
    // This entry is the last one of the search already.
    if let former = entry.formerKey { formerKeys[UInt32(truncatingIfNeeded: count - 1)] = former }
    append(entry.coordinate)
    enter(entry.sections)

    spoolStarts.append(UInt64(spool.count))
    record.begin(key: entry.key, base: base, to: &spool)
    record.append(.title, title)
    record.append(.alternativeTitle, alternative)
    record.append(.subtitle, subtitle)
    if !text.isEmpty { record.append(.text, stored) }
    if let markup { record.append(.markup, markup.bytes) }
    if let picture = entry.picture { record.append(.picture, shared.address(picture)) }
    if let link = entry.link { record.append(.link, shared.address(link)) }
    if !entry.facts.isEmpty { record.append(.facts, Fact.encoded(entry.facts)) }
    if entry.picture != nil, !entry.morePictures.isEmpty {
      let more = entry.morePictures.prefix(FeedEntry.pictureLimit - 1)
      record.append(.morePictures, more.joined(separator: "\n"))
    }
    record.end(to: &spool)
  }

  /// The text to sort by before the title, or its key in the language's order; notes the letter that the entry is
  /// sorted under.
  private mutating func sortTitle(of entry: FeedEntry, _ title: String, _ folded: [UInt8]) -> [UInt8]? {
    let own = entry.sortTitle.map(EntryTexts.line)
    guard let collation else {
      return own.map { Array(Folding.sortable(Folding.fold($0))) } ?? builder.titleOrder.key(of: folded)
    }
    let text = own ?? builder.titleOrder.text(of: title)
    let key = collation.key(of: text)
    let letter = collation.letter(of: text, key)
    let number = letters[letter] ?? UInt32(letters.count)
    letters[letter] = number
    entryLetters.append(number)
    return key.bytes
  }

  private mutating func append(_ coordinate: Coordinate?) {
    guard coordinate != nil || coordinates.count > 0 else { return }
    // This entry is the last one of the search already.
    while coordinates.count < 2 * (count - 1) { coordinates.append(Double.nan.bitPattern) }
    coordinates.append((coordinate?.latitude ?? .nan).bitPattern)
    coordinates.append((coordinate?.longitude ?? .nan).bitPattern)
  }

  private mutating func enter(_ sections: [String]) {
    for section in sections {
      let number = sectionNumbers[section] ?? UInt32(sectionNumbers.count)
      sectionNumbers[section] = number
      memberSections.append(number)
      memberPlaces.append(UInt32(truncatingIfNeeded: count - 1))
    }
  }

  private func title(of entry: FeedEntry) -> String {
    let whole =
      switch entry.title {
      case .plain(let text): EntryTexts.line(text)
      case .markup(let markup): EntryTexts.line(builder.sanitize(markup).text)
      }
    guard let suffix = builder.strippedSuffix, whole.hasSuffix(suffix), whole.count > suffix.count else {
      return whole
    }
    return EntryTexts.oneLine(String(whole.dropLast(suffix.count)))
  }

  /// The plain text, and the markup if it is not plain.
  private func description(of entry: FeedEntry) -> (text: String, markup: UntrustedHTML?) {
    switch entry.description {
    case .plain(let text): (EntryTexts.description(text), nil)
    case .markup(let markup): (builder.sanitize(markup).text, markup)
    }
  }
}

/// The arrays of a catalog, and what its build found out.
public struct BuiltCatalog: Sendable {
  public let arrays: ArraySet
  /// The ids that are known from now on; nil if they are not recorded.
  public let known: KnownIDs?
  /// The number of entries in the list.
  public let count: Int
  /// Entries whose identity an earlier one has, by reason, and the key of the first.
  public let repeated: [String: (count: Int, example: String)]
  /// Entries left out because their titles hold no text.
  public let untitled: Int

  static let void = BuiltCatalog(arrays: ArraySet(), known: nil, count: 0, repeated: [:], untitled: 0)
}

/// Builds the catalog of a show from its feed's entries.
public struct CatalogBuilder: Sendable {
  /// Sanitizes markup: HTML for the page, and its plain text.
  public typealias Sanitize = @Sendable (UntrustedHTML) -> (html: SafeHTML, text: String)

  let strippedSuffix: String?
  let match: SearchMatch
  let titleOrder: TitleOrder
  /// The language in whose own order lists are; nil for the order of folded texts.
  let ordered: String?
  let sanitize: Sanitize
  /// The zone of times in UTC or with an offset; nil for that of the list, or of the machine.
  public var timeZone: String?

  /// - Parameters:
  ///   - match: the kind of search that the catalog answers fast.
  ///   - language: of the titles (BCP 47), whose articles the order of the list ignores.
  public init(
    strippedSuffix: String?, match: SearchMatch = .contains, language: String? = nil,
    sanitize: @escaping Sanitize
  ) {
    (self.strippedSuffix, self.match, self.sanitize) = (strippedSuffix, match, sanitize)
    titleOrder = TitleOrder(language: language ?? "en")
    ordered = Collation.orders(language) ? language : nil
  }

  /// Builds the catalog, with ids that depend on the list alone. Entries without a title are left out; a repeated
  /// identity adds its sections to the first entry with it.
  public func catalog(of content: FeedContent) -> Catalog {
    var writer = CatalogWriter(self, facts: content.facts)
    for entry in content.entries { writer.append(entry) }
    return catalog(of: writer.finish(content).arrays)
  }

  /// The catalog that a ``CatalogWriter`` wrote.
  public func catalog(of arrays: ArraySet) -> Catalog { Catalog(arrays, sanitize: sanitize) }
}
