public import Catalogs
public import Configuration
public import Fetching
import JSON

/// DuckDuckGo's instant answers: `http://api.duckduckgo.com/?q=…&format=json`.
public struct DuckDuckGoFeed: Feed {
  public static let kind = "duckduckgo"

  /// Bytes of an answer; the longest known one has 70,000.
  static let byteLimit = 4 << 20
  /// Of what is read of an answer: room for 15,000 topics, where some hundred have been seen.
  private static let limits = JSONLimits(values: 100_000, bytes: byteLimit)

  private let address: WebAddress

  public init(_ settings: SettingsReader) {
    address = settings.required(
      "address", .webAddress, "where the answer is asked for", note: "https is tried first.",
      example: "http://api.duckduckgo.com/?q=star+trek+characters&format=json")
  }

  private init(address: WebAddress) {
    self.address = address
  }

  public func moved(to address: WebAddress) -> DuckDuckGoFeed {
    DuckDuckGoFeed(address: address)
  }

  public var host: String? { address.host }

  public func ask(_ source: FeedSource) throws(FeedError) -> FeedAnswer {
    FeedAnswer(try source.answer(of: address, limit: Self.byteLimit))
  }

  /// An answer without a single usable entry is refused too: the service sends such when it is busy,
  /// and no catalog should be emptied by it.
  public func decode(_ answer: FeedAnswer) throws(FeedError) -> FeedContent {
    let bytes = try answer.single()
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(answer: bytes, within: Self.limits, keeping: DuckDuckGoTopics.keys)
    } catch {
      throw .refused("this is not an answer of DuckDuckGo: \(error)")
    }
    guard let topics = document["RelatedTopics"]?.array else {
      throw .refused("this is not an answer of DuckDuckGo: it has no array RelatedTopics")
    }
    let content = DuckDuckGoTopics.content(of: topics)
    guard !content.entries.isEmpty else {
      throw .refused("the answer of DuckDuckGo holds no usable entry\(content.skippedInWords)")
    }
    return content
  }
}

/// Walks the topics of an answer, the groups among them included.
struct DuckDuckGoTopics {
  private var entries: [FeedEntry] = []
  private var sections: [Section] = []
  private var skipped: [String: Int] = [:]
  private var positions: [String: Int] = [:]
  private var keys: Set<String> = []
  private var sectionIDs: [String: String] = [:]
  /// How often a stem was asked for as a section's id.
  private var stems: [String: Int] = [:]
  private var memberships: Set<Membership> = []

  private struct Membership: Hashable {
    let position: Int
    let section: String
  }

  /// Everything that is read of an answer.
  static let keys: Set<String> = [
    "RelatedTopics", "Topics", "Name", "FirstURL", "Text", "Result", "Icon", "URL",
  ]

  /// Groups within groups; the service itself has one level.
  private static let depthLimit = 16

  static func content(of topics: [JSONValue]) -> FeedContent {
    var reader = DuckDuckGoTopics()
    reader.read(topics)
    return FeedContent(entries: reader.entries, sections: reader.sections, skipped: reader.skipped)
  }

  private mutating func read(_ topics: [JSONValue]) {
    // The groups that are open, the innermost last, instead of a recursion that the answer steers.
    var open: [(topics: ArraySlice<JSONValue>, group: String?)] = [(topics[...], nil)]
    while let (rest, group) = open.popLast() {
      guard let topic = rest.first else { continue }
      open.append((rest.dropFirst(), group))
      if let nested = topic["Topics"]?.array {
        guard open.count < Self.depthLimit else {
          skip("nested too deep")
          continue
        }
        open.append((nested[...], topic["Name"]?.string.flatMap(Self.nonEmpty) ?? group))
      } else {
        take(topic, in: group)
      }
    }
  }

  private mutating func take(_ topic: JSONValue, in group: String?) {
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
    // Two addresses may differ in nothing but the host.
    let key = keys.insert(address.key).inserted ? address.key : address.identity
    positions[address.identity] = entries.count
    entries.append(
      FeedEntry(
        key: key, title: texts.title, description: texts.description,
        picture: topic["Icon"]?["URL"]?.string.flatMap(DuckDuckGoAddress.picture), link: address.link))
    if let group { enter(group, entries.count - 1) }
  }

  private mutating func skip(_ reason: String) {
    skipped[reason, default: 0] += 1
  }

  /// Puts an entry into a group, which becomes a section with its first entry.
  private mutating func enter(_ group: String, _ position: Int) {
    let id = sectionIDs[group] ?? makeSection(group)
    guard memberships.insert(Membership(position: position, section: id)).inserted else { return }
    entries[position].sections.append(id)
  }

  private mutating func makeSection(_ title: String) -> String {
    let stem = Slug.make(title, otherwise: "section")
    let number = stems[stem, default: 0] + 1
    stems[stem] = number
    // A double underscore stands in no stem, so that no two sections get the same id.
    let id = number == 1 ? stem : "\(stem)__\(number)"
    sections.append(Section(id: id, title: title))
    sectionIDs[title] = id
    return id
  }

  private static func nonEmpty(_ text: String) -> String? {
    text.allSatisfy(\.isWhitespace) ? nil : text
  }
}

/// An entry's `FirstURL`: its target, and what it says about the identity of the entry.
struct DuckDuckGoAddress {
  let link: String
  /// The same for http and https.
  let identity: String
  /// The last path part as text; with what stands before it where there is more (`d/Big_Apple` is
  /// another page than `Big_Apple`), and with the query where there is one.
  let key: String

  private static let lengthLimit = 2048

  /// Nil for what is not an http or https address, or names no page.
  init?(_ reference: String) {
    guard let address = Self.resolve(reference) else { return nil }
    link = address.text
    identity = String(address.text.dropFirst(address.isSecure ? 8 : 7))
    let path = address.path.split(separator: "/").joined(separator: "/")
    let page = path + (address.query.map { "?\($0)" } ?? "")
    guard !page.isEmpty else { return nil }
    key = Self.decoded(page)
  }

  /// The address of a picture; empty and unusable ones are none.
  static func picture(_ reference: String) -> String? {
    reference.isEmpty ? nil : resolve(reference)?.text
  }

  /// Relative references belong to the search page, not to the interface that sent them.
  private static func resolve(_ reference: String) -> WebAddress? {
    guard reference.utf8.count <= lengthLimit, let base = WebAddress("https://duckduckgo.com/") else {
      return nil
    }
    return WebAddress(reference, relativeTo: base)
  }

  /// Removes the percent-encoding, unless the result would not be text.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard byte == UInt8(ascii: "%"), digits.count == 2 else {
        bytes.append(byte)
        continue
      }
      let value = UInt8(digits[0] << 4 | digits[1])
      guard value >= 0x20, value != 0x7F else { return text }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}
