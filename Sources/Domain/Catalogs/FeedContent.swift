public import Search
import System
public import Text

/// What a feed's answers say, decoded but not yet trusted.
///
/// An identity that comes again adds the sections it then names to its first entry, and nothing else.
public struct FeedContent: Sendable {
  public var entries: FeedEntries
  /// Sections in the feed's order; empty for a feed without groups.
  public var sections: [Section]
  /// The order of the catalog's list.
  public var order: ListOrder
  /// The facts of which each entry has a text, in the order in which a page shows them.
  public var facts: [FactField]
  /// Entries that were left out, counted by reason; for the log.
  public var skipped: [String: Int]
  /// For some of the reasons, an entry that was left out.
  public var examples: [String: String] = [:]
  /// Entries among ``entries`` that only add sections to an earlier one with the same key, and are counted in
  /// ``skipped`` too.
  public var repeated = 0

  public init(
    entries: FeedEntries, sections: [Section] = [], order: ListOrder = .title,
    facts: [FactField] = [], skipped: [String: Int] = [:]
  ) {
    self.entries = entries
    self.sections = sections
    self.order = order
    self.facts = facts
    self.skipped = skipped
  }

  public init(
    entries: [FeedEntry], sections: [Section] = [], order: ListOrder = .title,
    facts: [FactField] = [], skipped: [String: Int] = [:]
  ) {
    self.init(
      entries: FeedEntries(entries), sections: sections, order: order, facts: facts, skipped: skipped)
  }
}

/// One thing in a feed's answer. Its texts are text, its markup is not to be trusted.
public struct FeedEntry: Sendable {
  /// The feed's own stable name for it, unique within the feed: an address's last part, a number. The title for a
  /// list in which nothing else tells entries apart.
  public var key: String
  /// The text that its id is a slug of; nil for its key.
  public var slug: String?
  /// A hash of all fields of its record if its key is only its title; nil if the key tells it from all others.
  public var fingerprint: UInt64?
  public var title: FeedText
  /// Another title that it is found by, such as a film's original one; plain text.
  public var alternativeTitle: String?
  /// What it is sorted by before its title, such as a city without the country behind it; plain text.
  public var sortTitle: String?
  /// Nil if its coordinate, if it has one, says enough.
  public var subtitle: String?
  public var description: FeedText
  /// Absolute http or https address of its picture.
  public var picture: String?
  /// Absolute http or https address of its source.
  public var link: String?
  /// Ids of the sections it stands in.
  public var sections: [String]
  public var coordinate: Coordinate?
  /// In the order in which a page shows them.
  public var facts: [Fact]
  /// The values of each fact that the content names: none, one, or several with ``valueSeparator`` between.
  public var values: [String]

  /// No line of text holds it.
  public static let valueSeparator: Character = "\u{1F}"

  /// The key, with the fingerprint if there is one: equal for two entries that are the same thing.
  var identity: String { fingerprint.map { "\(key)\u{1F}\($0.hexDigits)" } ?? key }

  public init(
    key: String, title: FeedText, alternativeTitle: String? = nil, sortTitle: String? = nil,
    subtitle: String? = nil, description: FeedText = .plain(""), picture: String? = nil, link: String? = nil,
    sections: [String] = [],
    coordinate: Coordinate? = nil, facts: [Fact] = [], values: [String] = []
  ) {
    self.key = key
    self.title = title
    self.alternativeTitle = alternativeTitle
    self.sortTitle = sortTitle
    self.subtitle = subtitle
    self.description = description
    self.picture = picture
    self.link = link
    self.sections = sections
    self.coordinate = coordinate
    self.facts = facts
    self.values = values
  }
}

/// A text that a feed sent, and whether it is markup.
public enum FeedText: Sendable, Hashable {
  case plain(String)
  case markup(UntrustedHTML)
}

/// The entries of a feed's answers, in the order of the answers; each is made when it is asked for.
///
/// A feed of a few hundred hands over an array, a feed of hundreds of thousands a compact store that it
/// reads from: so that they never all lie in memory as values.
public struct FeedEntries: RandomAccessCollection, Sendable, ExpressibleByArrayLiteral {
  public let count: Int
  private let make: @Sendable (Int) -> FeedEntry
  /// The same in bytes; nil if entries are more than these can say.
  let plain: PlainEntries?

  public init(_ entries: [FeedEntry]) {
    count = entries.count
    make = { entries[$0] }
    plain = nil
  }

  public init(_ plain: PlainEntries) {
    count = plain.count
    make = { plain.entry(at: $0) }
    self.plain = plain
  }

  /// - Parameter make: gives the entry at a position from 0 to `count - 1`.
  public init(count: Int, _ make: @escaping @Sendable (Int) -> FeedEntry) {
    self.count = count
    self.make = make
    plain = nil
  }

  public init(arrayLiteral entries: FeedEntry...) {
    self.init(entries)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(position: Int) -> FeedEntry { make(position) }
}

/// Entries that are no more than a number, a name, what stands behind it in the title, and a place, packed:
/// of
/// hundreds of thousands, each text made and counted would cost more than all else.
public struct PlainEntries: Sendable {
  /// Keys: not below zero, each once.
  let numbers: [Int]
  /// What an entry is sorted by first, in valid UTF-8.
  let names: PackedTexts
  /// What follows the name in the title behind a comma; empty for none.
  let endings: PackedTexts
  let coordinates: [Coordinate]

  /// Takes for each entry what stands at its position; texts are valid UTF-8.
  public init(numbers: [Int], names: PackedTexts, endings: PackedTexts, coordinates: [Coordinate]) {
    (self.numbers, self.names, self.endings, self.coordinates) = (numbers, names, endings, coordinates)
  }

  public var count: Int { numbers.count }

  func entry(at position: Int) -> FeedEntry {
    let (name, ending) = (names[position], endings[position])
    return FeedEntry(
      key: String(numbers[position]), title: .plain(ending.isEmpty ? name : name + ", " + ending),
      sortTitle: name, coordinate: coordinates[position])
  }
}
