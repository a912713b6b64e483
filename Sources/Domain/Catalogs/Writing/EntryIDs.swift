import Search
import System

/// Assigns the ids of a catalog's entries when all are known, so that none depends on the order of the list.
///
/// The base of an id is the slug of the entry's key, or of its title. A known entry keeps its id. Any other gets the
/// base if it is the only one with it and the base never was another entry's; else the base and a hash of its
/// identity. Of different keys with one slug, one gets the slug itself. Bases are compared by their 64-bit hashes.
struct EntryIDs: ~Copyable {
  private var bases = NumberWriter<UInt64>()
  private var identities = NumberWriter<UInt64>()
  /// For each entry the kind of its key, and ``slugBit`` if the key is its own slug.
  private var kinds = NumberWriter<UInt8>()
  /// The folded title of each entry, if other sources are joined with it.
  private var titles: [String] = []
  private var known: KnownIDs?

  private static let slugBit: UInt8 = 0x80
  private static let kindsByNumber: [KnownIDs.Kind] = [.key, .keyed, .title]

  /// - Parameter known: ids that entries keep; nil if ids are not recorded.
  init(keeping known: KnownIDs?) {
    self.known = known
    self.known?.settle()
  }

  /// Appends an entry, and returns the base of its id.
  /// - Parameter folded: its title, folded.
  mutating func append(_ entry: FeedEntry, title: String, folded: [UInt8]) -> String {
    let (base, isOfKey) = Slug.id(
      key: entry.slug ?? entry.key, title: folded,
      foldedKey: entry.slug == nil && entry.key == title ? folded : nil)
    bases.append(FNV1a.hash64(base))
    let kind: UInt8 = entry.fingerprint != nil ? 2 : isOfKey && entry.slug == nil ? 0 : 1
    kinds.append(kind | (entry.key == base ? Self.slugBit : 0))
    identities.append(entry.identityHash)
    if known?.joinsTitles == true { titles.append(String(decoding: folded, as: UTF8.self)) }
    return base
  }

  /// For each entry whose identity an earlier one has, the place of the first of these; nil if there is none.
  func repeated() -> [UInt32: UInt32]? {
    var firsts: [UInt32: UInt32] = [:]
    HashOrder(identities).forEachShared { places in
      for place in places.dropFirst() { firsts[place] = places[0] }
    }
    return firsts.isEmpty ? nil : firsts
  }

  /// Whether an entry has no key but its title.
  func isTitled(_ place: Int) -> Bool { kind(place) == .title }

  private func kind(_ place: Int) -> KnownIDs.Kind {
    Self.kindsByNumber[min(Int(kinds[place] & ~Self.slugBit), 2)]
  }

  private func holder(_ place: Int) -> KnownIDs.Holder {
    KnownIDs.Holder(kind: kind(place), identity: identities[place])
  }

  /// Ids other than the base, and ids that further entries must not get.
  private struct Given {
    var ids: [UInt32: String] = [:]
    var taken: Set<String> = []

    mutating func give(_ id: String, to place: UInt32) {
      ids[place] = id
      taken.insert(id)
    }
  }

  /// The ids that differ from their bases, and the ids that are known from now on.
  /// - Parameters:
  ///   - leftOut: the entries that are not in the list, as ``repeated()`` gives them.
  ///   - base: the base of an entry's id.
  mutating func finish(
    without leftOut: [UInt32: UInt32]?, base: (UInt32) -> String
  ) -> (ids: [UInt32: String], known: KnownIDs?) {
    let order = HashOrder(bases)
    func isLeftOut(_ place: UInt32) -> Bool { leftOut?[place] != nil }
    let all = (0..<UInt32(truncatingIfNeeded: bases.count)).lazy.filter { leftOut?[$0] == nil }
    func isBase(_ id: String) -> Bool { !order.range(of: FNV1a.hash64(id)).isEmpty }
    // Groups with several entries; all others have one.
    var shared: [UInt64: Int] = [:]
    order.forEachShared { places in
      let count = places.count { !isLeftOut($0) }
      if count > 1 { shared[bases[Int(places[0])]] = count }
    }

    var given = Given()
    if let known, !known.records.isEmpty {
      for place in all {
        if let id = known.id(of: identities[Int(place)]), !given.taken.contains(id) {
          given.give(id, to: place)
        }
      }
    }
    for place in given.ids.keys where shared[bases[Int(place)]] != nil {
      shared[bases[Int(place)], default: 0] -= 1
    }
    join(&given, &shared, all, base, isBase)

    var contested: [UInt32] = []
    let isPlain = given.taken.isEmpty && known?.records.isEmpty != false
    for place in all where given.ids[place] == nil {
      if shared[bases[Int(place)]] ?? 1 == 1 {
        if isPlain { continue }
        let base = base(place)
        if !given.taken.contains(base), known?.isFree(base, for: kind(Int(place))) != false { continue }
      }
      contested.append(place)
    }
    contested.sort { isBefore(Int($0), Int($1)) }
    for place in contested {
      let base = base(place)
      let isFirst =
        kind(Int(place)) == .key && !given.taken.contains(base) && known?.isFree(base, for: .key) != false
      known?.contest(base)
      given.give(isFirst ? base : suffixed(base, place, given.taken, isBase), to: place)
    }
    let recorded = recorded(all, given, base) { place in
      // The first one with its base.
      shared[bases[Int(place)]] == nil
        || order.places.part(order.range(of: bases[Int(place)])).first { !isLeftOut($0) } == place
    }
    return (given.ids, recorded)
  }

  /// Gives an entry the id of its title in another source, if no other entry has the title.
  private mutating func join(
    _ given: inout Given, _ shared: inout [UInt64: Int], _ all: some Sequence<UInt32>,
    _ base: (UInt32) -> String, _ isBase: (String) -> Bool
  ) {
    guard let known, known.joinsTitles else { return }
    var wanted: [String: [UInt32]] = [:]
    for place in all where given.ids[place] == nil {
      let base = base(place)
      let isKnown = known.records[base] != nil && !given.taken.contains(base)
      guard !isKnown, let id = known.id(titled: titles[Int(place)]), !given.taken.contains(id) else {
        continue
      }
      wanted[id, default: []].append(place)
    }
    for (id, places) in wanted where places.count == 1 && !isBase(id) {
      let hash = bases[Int(places[0])]
      if let count = shared[hash] { shared[hash] = count - 1 }
      given.give(id, to: places[0])
    }
  }

  /// Orders entries that want the same id, independently of the list's order.
  private func isBefore(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (kinds[one] & Self.slugBit, kinds[other] & Self.slugBit)
    if first != second { return first != 0 }
    return identities[one] < identities[other]
  }

  /// The base and eight digits of the identity's hash; all sixteen, or a number too, if that id is taken.
  private func suffixed(
    _ base: String, _ place: UInt32, _ taken: Set<String>, _ isBase: (String) -> Bool
  ) -> String {
    let identity = identities[Int(place)]
    func isTaken(_ id: String) -> Bool { taken.contains(id) || known?.records[id] != nil || isBase(id) }
    var id = Slug.join(base, UInt32(truncatingIfNeeded: identity ^ identity >> 32).hexDigits)
    if isTaken(id) { id = Slug.join(base, identity.hexDigits) }
    var number = 2
    while isTaken(id) {
      id = "\(Slug.join(base, identity.hexDigits))-\(number)"
      number += 1
    }
    return id
  }

  /// The known ids with those of the list. Up to the limit, those go first that the list alone would not give again.
  private func recorded(
    _ all: some Sequence<UInt32>, _ given: Given, _ base: (UInt32) -> String, isFirst: (UInt32) -> Bool
  ) -> KnownIDs? {
    guard var known else { return nil }
    for place in all {
      let isSlug = kinds[Int(place)] & Self.slugBit != 0
      let id = given.ids[place] ?? base(place)
      guard !isSlug || known.joinsTitles || !isFirst(place) || known.records[id] != nil else { continue }
      known.hold(id, holder(Int(place)), title: known.joinsTitles ? titles[Int(place)] : "")
    }
    return known
  }
}
