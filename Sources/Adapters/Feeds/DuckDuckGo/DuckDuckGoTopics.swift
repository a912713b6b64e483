import Catalogs
import JSON

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
