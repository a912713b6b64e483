import System

/// The ids that versions before 2 of ``KnownIDs`` gave by position: the first entry with a title got the plain id.
struct FormerIDs {
  /// The id of each entry; nil if it was left out.
  private(set) var ids: [String?] = []
  private var taken: Set<String> = []
  private var keys: Set<UInt64> = []

  /// - Parameter title: folded.
  mutating func append(_ entry: FeedEntry, title: [UInt8], keeping known: KnownIDs) {
    let id = id(of: key(of: entry), title, known)
    ids.append(id)
    if let id { taken.insert(id) }
  }

  /// The key; for a repeated title, followed by a hash of the mapped fields.
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

  /// Nil for a repeated key.
  private mutating func id(of key: String, _ title: [UInt8], _ known: KnownIDs) -> String? {
    guard keys.insert(FNV1a.hash64(key.utf8)).inserted else { return nil }
    let own = Slug.id(key: key, title: title).id
    let joined = known.records[own] == nil ? known.id(titled: String(decoding: title, as: UTF8.self)) : nil
    return [joined ?? own, own, Slug.join(own, Slug.hash(key))].first { !taken.contains($0) }
  }
}
