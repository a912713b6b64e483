import System
public import Text

/// The decoded content of a feed's answers, not yet sanitized. A long list has no ``entries``: they are handed on one
/// by one.
///
/// A repeated identity adds its sections to the first entry with it, and nothing else.
public struct FeedContent: Sendable {
  public var entries: [FeedEntry]
  /// In the feed's order; empty for a feed without groups.
  public var sections: [Section]
  /// The name of that which the sections are values of, such as "Family"; nil if they have none.
  public var sectionLabel: String?
  /// The order of the catalog's list.
  public var order: ListOrder
  /// The order of the list for a visitor who chooses none; nil for ``order``.
  public var sort: FactSort?
  /// The facts that ``FeedEntry/values`` belong to, in the order of the page.
  public var facts: [FactField]
  /// Whether the keys of entries are numbers that each list of the show has, so that ids with a number lead to its
  /// entry, whatever its title was.
  public var isNumbered = false
  /// Entries left out, counted by reason; for the log.
  public var skipped: [String: Int]
  /// An entry that was left out, for some of the reasons.
  public var examples: [String: String] = [:]
  /// Faults of the answer that were repaired, a sentence each; for the log.
  public var warnings: [String] = []
  /// Nil for a feed without paths.
  public var shape: ListShape?
  /// The time zone that the list names as its own; nil for none.
  public var timeZone: String?
  /// The moment at which the next date of a repeated event has passed; nil without one. Seconds since 1970.
  public var passesAt: Int?

  public init(
    entries: [FeedEntry], sections: [Section] = [], order: ListOrder = .title,
    facts: [FactField] = [], skipped: [String: Int] = [:]
  ) {
    (self.entries, self.sections, self.order) = (entries, sections, order)
    (self.facts, self.skipped) = (facts, skipped)
  }
}

/// The order of a list unless a visitor sorts it by a fact.
///
/// A catalog's index and sections are built in this order; orders by facts are permutations of it.
public enum ListOrder: String, Sendable {
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
  /// The number that it had in earlier lists, if ``FeedContent/isNumbered``.
  public var formerKey: String?
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
  /// Addresses of further pictures; those beyond ``pictureLimit`` in all are dropped.
  public var morePictures: [String] = []
  /// Absolute http or https address of its source.
  public var link: String?
  /// Ids of its sections.
  public var sections: [String] = []
  public var coordinate: Coordinate?
  /// In the order of the page.
  public var facts: [Fact] = []
  /// The values of each of the content's facts, separated by ``valueSeparator``; empty without a value.
  public var values: [String] = []

  /// The most pictures of an entry.
  public static let pictureLimit = 12

  /// A control character, which no line of text holds.
  public static let valueSeparator: Character = "\u{1F}"

  /// A hash of the key, followed by a separator and the digits of the fingerprint if there is one: equal for entries
  /// that are the same thing, in every version of the program.
  var identityHash: UInt64 {
    guard let fingerprint else { return FNV1a.hash64(key) }
    var hash = FNV1a.hash64(key)
    FNV1a.combine(0x1F, into: &hash)
    for shift in stride(from: UInt64(60), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: fingerprint >> shift & 0xF)
      FNV1a.combine(digit < 10 ? 0x30 + digit : 0x57 + digit, into: &hash)
    }
    return hash
  }

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
