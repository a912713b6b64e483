public import Catalogs
public import Configuration
public import Fetching
import JSON
import Text

/// DuckDuckGo's instant answers: `http://api.duckduckgo.com/?q=…&format=json`.
public struct DuckDuckGoFeed: Feed {
  public static let kind = "duckduckgo"

  /// Bytes of an answer; the longest known one has 70,000.
  static let byteLimit = 4 << 20
  /// Room for 15,000 topics; a few hundred have been seen.
  private static let limits = JSONLimits(values: 100_000, bytes: byteLimit)

  private var configured: WebAddress
  /// The members of topics that name others: bundled answers may have some.
  private let relations: [NamedRelation]

  public init(_ settings: SettingsReader) {
    relations = NamedRelation.all(settings) ?? []
    configured = settings.required(
      "address", .webAddress, "the address of the answer", note: "https is tried first.",
      example: "http://api.duckduckgo.com/?q=star+trek+characters&format=json")
  }

  public var address: WebAddress? { configured }
  public var facts: [FactField] {
    relations.map { FactField($0.shownLabel, isRelation: true, back: $0.back) }
  }

  public func moved(to address: WebAddress) -> DuckDuckGoFeed {
    var feed = self
    feed.configured = address
    return feed
  }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    FeedAnswer(try source.answer(of: configured, limit: Self.byteLimit))
  }

  /// Refuses an answer without usable entries too: the service sends one when it is busy.
  public func read(_ answer: FeedAnswer, _ take: (FeedEntry) -> Void) throws(FeedError) -> FeedContent {
    let bytes = try answer.single()
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(
        answer: bytes, within: Self.limits, keeping: DuckDuckGoTopics.keys.union(relations.map(\.field)))
    } catch {
      throw .refused("this is not an answer of DuckDuckGo: \(error)")
    }
    guard let topics = document["RelatedTopics"]?.array else {
      throw .refused("this is not an answer of DuckDuckGo: it has no array RelatedTopics")
    }
    let (entries, content) = DuckDuckGoTopics.content(of: topics, relations)
    guard !entries.isEmpty else {
      throw .refused("the answer of DuckDuckGo holds no usable entry\(content.skippedSummary)")
    }
    entries.forEach(take)
    return content
  }
}

/// Reads the topics of an answer, and the groups among them.
struct DuckDuckGoTopics {
  private let relations: [NamedRelation]
  private var entries: [FeedEntry] = []
  private var sections: [Section] = []
  private var skipped: [String: Int] = [:]
  private var positions: [String: Int] = [:]
  private var keys: Set<String> = []
  private var sectionIDs: [String: String] = [:]
  /// Sections so far with each stem of an id.
  private var stems: [String: Int] = [:]

  /// The members that are read of an answer.
  static let keys: Set<String> = [
    "RelatedTopics", "Topics", "Name", "FirstURL", "Text", "Result", "Icon", "URL",
  ]

  /// Groups within groups; the service itself has one level.
  private static let depthLimit = 16

  static func content(
    of topics: [JSONValue], _ relations: [NamedRelation]
  ) -> (entries: [FeedEntry], content: FeedContent) {
    var reader = DuckDuckGoTopics(relations: relations)
    reader.read(topics)
    return (
      reader.entries, FeedContent(entries: [], sections: reader.sections, skipped: reader.skipped)
    )
  }

  private init(relations: [NamedRelation]) { self.relations = relations }

  private mutating func read(_ topics: [JSONValue]) {
    // A stack of open groups instead of a recursion, whose depth the answer would control.
    var open: [(topics: ArraySlice<JSONValue>, group: String?)] = [(topics[...], nil)]
    while let (rest, group) = open.popLast() {
      guard let topic = rest.first else { continue }
      open.append((rest.dropFirst(), group))
      guard let nested = topic["Topics"]?.array else {
        read(topic, in: group)
        continue
      }
      guard open.count < Self.depthLimit else {
        skip("nested too deep")
        continue
      }
      let name = topic["Name"]?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
      open.append((nested[...], name ?? group))
    }
  }

  private mutating func read(_ topic: JSONValue, in group: String?) {
    guard topic.object != nil else { return skip("no object") }
    guard let reference = topic["FirstURL"]?.string, let address = DuckDuckGoAddress(reference) else {
      return skip("no usable FirstURL")
    }
    if let position = positions[address.identity] {
      if let group { enter(group, position) }
      return
    }
    guard let texts = DuckDuckGoTexts(text: topic["Text"]?.string, result: topic["Result"]?.string) else {
      return skip("no title")
    }
    // Two addresses may have the same key if only their hosts differ.
    let key = keys.insert(address.key).inserted ? address.key : address.identity
    positions[address.identity] = entries.count
    entries.append(
      FeedEntry(
        key: key, title: texts.title, description: texts.description,
        picture: topic["Icon"]?["URL"]?.string.flatMap(DuckDuckGoAddress.picture), link: address.link
      ) { entry in
        entry.values = relations.map { relation in
          let values = topic[relation.field]?.array ?? topic[relation.field].map { [$0] } ?? []
          return values.prefix(RecordFacts.valueLimit).compactMap(\.string)
            .joined(separator: String(FeedEntry.valueSeparator))
        }
      })
    if let group { enter(group, entries.count - 1) }
  }

  private mutating func skip(_ reason: String) {
    skipped[reason, default: 0] += 1
  }

  /// Adds an entry to a group, which becomes a section with its first entry.
  private mutating func enter(_ group: String, _ position: Int) {
    let id = sectionIDs[group] ?? makeSection(group)
    if !entries[position].sections.contains(id) { entries[position].sections.append(id) }
  }

  private mutating func makeSection(_ title: String) -> String {
    let stem = Slug.make(title, otherwise: "section")
    let number = stems[stem, default: 0] + 1
    stems[stem] = number
    // No stem has a double underscore, so the ids of sections are unique.
    let id = number == 1 ? stem : "\(stem)__\(number)"
    sections.append(Section(id: id, title: title))
    sectionIDs[title] = id
    return id
  }
}

/// An entry's `FirstURL`: its link, and the identity of the entry.
struct DuckDuckGoAddress {
  let link: String
  /// The same for http and https.
  let identity: String
  /// The path and the query, decoded: `Big_Apple`, `d/Big_Apple`.
  let key: String

  private static let lengthLimit = 2048

  /// Nil unless it is an http or https address with a path or a query.
  init?(_ reference: String) {
    guard let address = Self.resolve(reference) else { return nil }
    link = address.text
    identity = String(address.text.dropFirst(address.isSecure ? 8 : 7))
    let path = address.path.split(separator: "/").joined(separator: "/")
    let page = path + (address.query.map { "?\($0)" } ?? "")
    guard !page.isEmpty else { return nil }
    key = Self.decoded(page)
  }

  /// The address of a picture; nil for an empty or unusable one.
  static func picture(_ reference: String) -> String? {
    reference.isEmpty ? nil : resolve(reference)?.text
  }

  /// Relative references belong to the search page, not to the API that sent them.
  private static func resolve(_ reference: String) -> WebAddress? {
    guard reference.utf8.count <= lengthLimit, let base = WebAddress("https://duckduckgo.com/") else {
      return nil
    }
    return WebAddress(reference, relativeTo: base)
  }

  /// Removes the percent-encoding, unless the result has control characters or bad UTF-8.
  private static func decoded(_ text: String) -> String {
    // A plus sign is itself in a path.
    let decoded = PercentCoding.decodeForm(Array(text.replacing("+", with: "%2B").utf8)[...])
    let isText = decoded.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0 != "\u{FFFD}"
    }
    return isText ? decoded : text
  }
}
