import Search
import System

/// The ids that versions before 2 of ``KnownIDs`` gave to entries: by their order, the first of a title having the
/// plain one.
struct FormerIDs {
  private var ids = PackedTexts()
  private var index = PackedTextIndex(capacity: 0)
  private var keys: Set<UInt64> = []

  /// The id of an entry; nil if it was left out.
  func id(at place: Int) -> String? { ids.range(of: place).isEmpty ? nil : ids[place] }

  /// - Parameter title: folded.
  mutating func append(_ entry: FeedEntry, title: [UInt8], keeping known: KnownIDs) {
    let id = id(of: key(of: entry), title, known) ?? ""
    let place = ids.count
    ids.append(id)
    if !id.isEmpty { index.insert(place, in: ids) }
  }

  /// The key; of a title that was there before it was followed by a hash of what the mapping names.
  private func key(of entry: FeedEntry) -> String {
    let key = entry.slug ?? entry.key
    guard entry.fingerprint != nil || entry.slug != nil, keys.contains(FNV1a.hash64(key.utf8)) else {
      return key
    }
    let description =
      switch entry.description {
      case .plain(let text): text
      case .markup(let markup): String(decoding: markup.bytes, as: UTF8.self)
      }
    let rest = [entry.subtitle ?? "", description, entry.picture ?? "", entry.link ?? ""].joined(
      separator: "\n")
    return rest.allSatisfy(\.isNewline) ? key : "\(key) \(Slug.hash(rest))"
  }

  /// Nil for a key that was there before.
  private mutating func id(of key: String, _ title: [UInt8], _ known: KnownIDs) -> String? {
    guard keys.insert(FNV1a.hash64(key.utf8)).inserted else { return nil }
    let own = Slug.id(key: key, title: title)
    let joined = known.records[own] == nil ? known.id(titled: String(decoding: title, as: UTF8.self)) : nil
    return [joined ?? own, own, Slug.join(own, Slug.hash(key))].first {
      index.position(of: $0, in: ids) == nil
    }
  }
}
