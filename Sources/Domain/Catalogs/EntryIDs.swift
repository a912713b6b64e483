import Search
import System

/// Assigns the ids of a catalog's entries when all are known, so that none depends on the order of the list.
///
/// The base of an id is the slug of the entry's key, or of its title. A known entry keeps its id. Any other gets the
/// base if it is the only one with it and the base never was another entry's; else the base and a hash of its
/// identity. Of different keys with one slug, one gets the slug itself.
struct EntryIDs {
  private var bases = PackedTexts()
  private var baseIndex: PackedTextIndex
  /// For each entry the first one with the same base.
  private var groups: [UInt32] = []
  private var holders: [KnownIDs.Holder] = []
  /// Whether the key of each entry is its own slug.
  private var areSlugs: [Bool] = []
  /// The folded title of each entry, if other sources are joined with it.
  private var titles: [String] = []
  private var former: FormerIDs?
  private var known: KnownIDs?

  /// - Parameter known: ids that entries keep; nil if ids are not recorded.
  init(count: Int, keeping known: KnownIDs?) {
    self.known = known
    bases.reserve(count, bytesEach: 24)
    baseIndex = PackedTextIndex(capacity: count)
    if known?.hasFormer == true { former = FormerIDs() }
  }

  /// - Parameter title: folded.
  mutating func append(_ entry: FeedEntry, title: [UInt8]) {
    let (base, isOfKey) = Slug.id(key: entry.slug ?? entry.key, title: title)
    let place = bases.count
    bases.append(base)
    groups.append(UInt32(baseIndex.position(of: base, in: bases) ?? place))
    if groups[place] == place { baseIndex.insert(place, in: bases) }
    let kind: KnownIDs.Kind =
      entry.fingerprint != nil ? .title : isOfKey && entry.slug == nil ? .key : .keyed
    holders.append(KnownIDs.Holder(kind: kind, identity: FNV1a.hash64(entry.identity.utf8)))
    areSlugs.append(entry.key == base)
    if known?.joinsTitles == true { titles.append(String(decoding: title, as: UTF8.self)) }
    if let known { former?.append(entry, title: title, keeping: known) }
  }

  /// The id of each entry, and the ids that are known from now on.
  mutating func finish() -> (ids: PackedTexts, known: KnownIDs?) {
    var sizes = [UInt32](repeating: 0, count: groups.count)
    for group in groups { sizes[Int(group)] += 1 }
    if let former { adopt(former, sizes) }
    var given = knownIDs()
    for (place, group) in groups.enumerated() where given.ids[place] != nil { sizes[Int(group)] -= 1 }
    join(&given, &sizes)
    let contested = groups.indices.filter { given.ids[$0] == nil && !takesBase($0, sizes, given) }
    for place in contested.sorted(by: isBefore) {
      let base = bases[place]
      let isFirst =
        holders[place].kind == .key && !given.taken.contains(base)
        && known?.isFree(base, for: .key) != false
      known?.contest(base)
      given.give(isFirst ? base : suffixed(base, place, given.taken), to: place)
    }
    var ids = bases
    if !given.ids.isEmpty {
      ids = PackedTexts()
      ids.reserve(groups.count, bytesEach: 24)
      for place in groups.indices { ids.append(given.ids[place] ?? bases[place]) }
    }
    record(ids)
    return (ids, known)
  }

  /// Ids other than the base, and ids that further entries must not get.
  private struct Given {
    var ids: [Int: String] = [:]
    var taken: Set<String> = []

    mutating func give(_ id: String, to place: Int) {
      ids[place] = id
      taken.insert(id)
    }
  }

  private func knownIDs() -> Given {
    var given = Given()
    guard let known, !known.records.isEmpty else { return given }
    for (place, holder) in holders.enumerated() {
      if let id = known.id(of: holder.identity), !given.taken.contains(id) { given.give(id, to: place) }
    }
    return given
  }

  /// Gives an entry the id of its title in another source, if no other entry has the title.
  private func join(_ given: inout Given, _ sizes: inout [UInt32]) {
    guard let known, known.joinsTitles else { return }
    var wanted: [String: [Int]] = [:]
    for place in groups.indices where given.ids[place] == nil {
      let base = bases[place]
      let isKnown = known.records[base] != nil && !given.taken.contains(base)
      guard !isKnown, let id = known.id(titled: titles[place]), !given.taken.contains(id) else { continue }
      wanted[id, default: []].append(place)
    }
    for (id, places) in wanted where places.count == 1 && baseIndex.position(of: id, in: bases) == nil {
      sizes[Int(groups[places[0]])] -= 1
      given.give(id, to: places[0])
    }
  }

  private func takesBase(_ place: Int, _ sizes: [UInt32], _ given: Given) -> Bool {
    guard sizes[Int(groups[place])] == 1 else { return false }
    if given.taken.isEmpty, known?.records.isEmpty != false { return true }
    let base = bases[place]
    return !given.taken.contains(base) && known?.isFree(base, for: holders[place].kind) != false
  }

  /// Orders entries that want the same id, independently of the list's order.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    if areSlugs[one] != areSlugs[other] { return areSlugs[one] }
    return holders[one].identity < holders[other].identity
  }

  /// The base and eight digits of the identity's hash; all sixteen, or a number too, if that id is taken.
  private func suffixed(_ base: String, _ place: Int, _ taken: Set<String>) -> String {
    let identity = holders[place].identity
    func isTaken(_ id: String) -> Bool {
      taken.contains(id) || known?.records[id] != nil || baseIndex.position(of: id, in: bases) != nil
    }
    var id = Slug.join(base, UInt32(truncatingIfNeeded: identity ^ identity >> 32).hexDigits)
    if isTaken(id) { id = Slug.join(base, identity.hexDigits) }
    var number = 2
    while isTaken(id) {
      id = "\(Slug.join(base, identity.hexDigits))-\(number)"
      number += 1
    }
    return id
  }

  /// Records the ids. Up to the limit, those go first that the list alone would not give again.
  private mutating func record(_ ids: PackedTexts) {
    guard var known else { return }
    self.known = nil
    for place in groups.indices {
      guard
        !areSlugs[place] || known.joinsTitles || groups[place] != place || known.records[ids[place]] != nil
      else { continue }
      known.hold(ids[place], holders[place], title: known.joinsTitles ? titles[place] : "")
    }
    if !groups.isEmpty { known.adopted() }
    self.known = known
  }

  /// Keeps ids of an earlier version that differ from today's.
  private mutating func adopt(_ former: FormerIDs, _ sizes: [UInt32]) {
    for (place, group) in groups.enumerated() {
      guard let id = former.id(at: place), sizes[Int(group)] > 1 || id != bases[place],
        known?.isFormer(id) == true
      else { continue }
      known?.hold(id, holders[place], title: titles.isEmpty ? "" : titles[place])
      if sizes[Int(group)] > 1 { known?.contest(bases[place]) }
    }
  }
}

/// The ids that versions before 2 of ``KnownIDs`` gave by position: the first entry with a title got the plain id.
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
    return [joined ?? own, own, Slug.join(own, Slug.hash(key))].first {
      index.position(of: $0, in: ids) == nil
    }
  }
}
