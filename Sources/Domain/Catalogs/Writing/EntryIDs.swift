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

  /// The ids of a list while they are assigned.
  private struct Given {
    /// The ids of entries, unless the id is the entry's base.
    var ids: [UInt32: String] = [:]
    /// Ids that no other entry may get.
    var taken: Set<String> = []
    /// For each base that several entries have, the number of them without an id.
    var rivals: [UInt64: Int] = [:]

    mutating func give(_ id: String, to place: UInt32, withBase base: UInt64) {
      ids[place] = id
      taken.insert(id)
      if let count = rivals[base] { rivals[base] = count - 1 }
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
    let all = (0..<UInt32(truncatingIfNeeded: bases.count)).lazy.filter { leftOut?[$0] == nil }
    func isBase(_ id: String) -> Bool { !order.range(of: FNV1a.hash64(id)).isEmpty }
    var given = Given()
    order.forEachShared { places in
      let count = places.count { leftOut?[$0] == nil }
      if count > 1 { given.rivals[bases[Int(places[0])]] = count }
    }

    giveKnown(&given, all)
    join(&given, all, base, isBase)
    for place in contested(given, all, base) {
      let base = base(place)
      let isFirst =
        kind(Int(place)) == .key && !given.taken.contains(base) && known?.isFree(base, for: .key) != false
      known?.contest(base)
      let id = isFirst ? base : suffixed(base, place, given.taken, isBase)
      given.give(id, to: place, withBase: bases[Int(place)])
    }
    let recorded = recorded(all, given, base) { place in
      // The first one with its base.
      given.rivals[bases[Int(place)]] == nil
        || order.places.part(order.range(of: bases[Int(place)])).first { leftOut?[$0] == nil } == place
    }
    return (given.ids, recorded)
  }

  /// Known entries keep their ids.
  private func giveKnown(_ given: inout Given, _ all: some Sequence<UInt32>) {
    guard let known, !known.records.isEmpty else { return }
    for place in all {
      if let id = known.id(of: identities[Int(place)]), !given.taken.contains(id) {
        given.give(id, to: place, withBase: bases[Int(place)])
      }
    }
  }

  /// Gives an entry the id of its title in another source, if no other entry has the title.
  private func join(
    _ given: inout Given, _ all: some Sequence<UInt32>, _ base: (UInt32) -> String, _ isBase: (String) -> Bool
  ) {
    let wanted = wanted(given, all, base)
    for (id, places) in wanted {
      let place = places[0]
      if places.count == 1, !isBase(id) { given.give(id, to: place, withBase: bases[Int(place)]) }
    }
  }

  /// The entries without ids by those that other sources give their titles.
  private func wanted(
    _ given: Given, _ all: some Sequence<UInt32>, _ base: (UInt32) -> String
  ) -> [String: [UInt32]] {
    let known = known
    guard let known, known.joinsTitles else { return [:] }
    let open = all.filter { given.ids[$0] == nil }
    return [String: [UInt32]](grouping: open) { joined($0, base($0), known, given) ?? "" }
      .filter { !$0.key.isEmpty }
  }

  /// The id that an entry of another source has with this one's title; nil if there is none, or this one is known.
  private func joined(_ place: UInt32, _ base: String, _ known: KnownIDs, _ given: Given) -> String? {
    let isKnown = known.records[base] != nil && !given.taken.contains(base)
    guard !isKnown, let id = known.id(titled: titles[Int(place)]) else { return nil }
    return given.taken.contains(id) ? nil : id
  }

  /// The entries that cannot have their bases just so, in an order that does not depend on that of the list.
  private func contested(
    _ given: Given, _ all: some Sequence<UInt32>, _ base: (UInt32) -> String
  ) -> [UInt32] {
    let isPlain = given.taken.isEmpty && known?.records.isEmpty != false
    let contested = all.filter { place in
      guard given.ids[place] == nil else { return false }
      if given.rivals[bases[Int(place)]] ?? 1 != 1 { return true }
      if isPlain { return false }
      let base = base(place)
      return given.taken.contains(base) || known?.isFree(base, for: kind(Int(place))) == false
    }
    return contested.sorted { isBefore(Int($0), Int($1)) }
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
