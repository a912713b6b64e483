public import Search
import System
public import Text

/// The decoded content of a feed's answers, not yet sanitized.
///
/// A repeated identity adds its sections to the first entry with it, and nothing else.
public struct FeedContent: Sendable {
  public var entries: FeedEntries
  /// In the feed's order; empty for a feed without groups.
  public var sections: [Section]
  /// The order of the catalog's list.
  public var order: ListOrder
  /// The facts that ``FeedEntry/values`` belong to, in the order of the page.
  public var facts: [FactField]
  /// Entries left out, counted by reason; for the log.
  public var skipped: [String: Int]
  /// An entry that was left out, for some of the reasons.
  public var examples: [String: String] = [:]
  /// Entries that only add sections to an earlier one with the same key; counted in ``skipped`` too.
  public var repeated = 0

  public init(
    entries: FeedEntries, sections: [Section] = [], order: ListOrder = .title,
    facts: [FactField] = [], skipped: [String: Int] = [:]
  ) {
    (self.entries, self.sections, self.order) = (entries, sections, order)
    (self.facts, self.skipped) = (facts, skipped)
  }

  public init(
    entries: [FeedEntry], sections: [Section] = [], order: ListOrder = .title,
    facts: [FactField] = [], skipped: [String: Int] = [:]
  ) {
    self.init(
      entries: FeedEntries(entries), sections: sections, order: order, facts: facts, skipped: skipped)
  }
}

/// The order of a list unless a visitor sorts it by a fact.
///
/// A catalog's index and sections are built in this order; orders by facts are permutations of it.
public enum ListOrder: Sendable {
  /// By title, ignoring case, accents and leading punctuation; equal titles by numeric keys.
  case title
  /// As in the feed; within a section, in the order of that section.
  case feed
}

/// One thing in a feed's answer. Its markup is untrusted.
public struct FeedEntry: Sendable {
  /// The feed's own stable name for it, unique within the feed: a number, the last part of an address, or the title
  /// if nothing else tells entries apart.
  public var key: String
  /// The text that its id is a slug of; nil for its key.
  public var slug: String?
  /// A hash of all fields of its record, if its key is only its title; nil for a unique key.
  public var fingerprint: UInt64?
  public var title: FeedText
  /// A further title to find it by, such as a film's original one; plain text.
  public var alternativeTitle: String?
  /// Text to sort it by before its title, such as a city without its country; plain text.
  public var sortTitle: String?
  public var subtitle: String?
  public var description: FeedText
  /// Absolute http or https address of its picture.
  public var picture: String?
  /// Absolute http or https address of its source.
  public var link: String?
  /// Ids of its sections.
  public var sections: [String] = []
  public var coordinate: Coordinate?
  /// In the order of the page.
  public var facts: [Fact] = []
  /// The values of each of the content's facts, separated by ``valueSeparator``; empty without a value.
  public var values: [String] = []

  /// A control character, which no line of text holds.
  public static let valueSeparator: Character = "\u{1F}"

  /// The key, with the fingerprint if there is one: equal for entries that are the same thing.
  var identity: String { fingerprint.map { "\(key)\u{1F}\($0.hexDigits)" } ?? key }

  public init(
    key: String, title: FeedText, subtitle: String? = nil, description: FeedText = .plain(""),
    picture: String? = nil, link: String? = nil
  ) {
    (self.key, self.title, self.subtitle) = (key, title, subtitle)
    (self.description, self.picture, self.link) = (description, picture, link)
  }

  /// - Parameter set: sets further members.
  public init(
    key: String, title: FeedText, subtitle: String? = nil, description: FeedText = .plain(""),
    picture: String? = nil, link: String? = nil, set: (inout FeedEntry) throws -> Void
  ) rethrows {
    self.init(
      key: key, title: title, subtitle: subtitle, description: description, picture: picture, link: link)
    try set(&self)
  }
}

/// A text of a feed, plain or markup.
public enum FeedText: Sendable, Hashable {
  case plain(String)
  case markup(UntrustedHTML)
}

/// The entries of a feed, in the order of its answers; each is made on access.
///
/// A feed of a few hundred hands over an array; one of hundreds of thousands a compact store to read from.
public struct FeedEntries: RandomAccessCollection, Sendable {
  public let count: Int
  private let make: @Sendable (Int) -> FeedEntry
  /// The same entries as bytes; nil if they have further fields.
  let plain: PlainEntries?

  public init(_ entries: [FeedEntry]) {
    self.init(count: entries.count) { entries[$0] }
  }

  public init(_ plain: PlainEntries) {
    count = plain.numbers.count
    make = { plain.entry(at: $0) }
    self.plain = plain
  }

  /// - Parameter make: makes the entry at a position from 0 to `count - 1`.
  public init(count: Int, _ make: @escaping @Sendable (Int) -> FeedEntry) {
    (self.count, self.make, plain) = (count, make, nil)
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }
  public subscript(position: Int) -> FeedEntry { make(position) }
}

/// Entries with a number, a name, an ending of the title and a coordinate alone, packed: making a text for each of
/// hundreds of thousands would take longer than all other work.
public struct PlainEntries: Sendable {
  /// Keys: not negative, each once.
  let numbers: [Int]
  /// The texts that entries are sorted by first, in valid UTF-8.
  let names: PackedTexts
  /// The part of the title after the name and a comma; empty for none.
  let endings: PackedTexts
  let coordinates: [Coordinate]

  /// Makes an entry of the values at each position; texts are valid UTF-8.
  public init(numbers: [Int], names: PackedTexts, endings: PackedTexts, coordinates: [Coordinate]) {
    (self.numbers, self.names, self.endings, self.coordinates) = (numbers, names, endings, coordinates)
  }

  func entry(at position: Int) -> FeedEntry {
    let (name, ending) = (names[position], endings[position])
    return FeedEntry(
      key: String(numbers[position]), title: .plain(ending.isEmpty ? name : name + ", " + ending)
    ) {
      $0.sortTitle = name
      $0.coordinate = coordinates[position]
    }
  }
}
