/// Pages by key, of which those come in and stay that are asked for most.
///
/// While there is room every page is kept that is not rare. Then one has to be asked for a second time, and
/// more often than the ones that it puts out: so one client's many requests, each for another page, put out
/// nobody's front page.
struct KeptPages {
  private struct Kept {
    let key: PageCache.Key
    let page: ReadyPage
    let cost: Int
    /// The version of the pictures that the page is valid for; nil for every one.
    let pictures: Int?
    var uses: UInt8
  }

  /// How many keys of pages that are not kept are remembered with their uses; some 150 kB.
  static let seenLimit = 8_192
  /// How many pages are looked at for some that are asked for less than a new one.
  private static let looks = 16

  private var kept: [Kept] = []
  private var places: [PageCache.Key: Int] = [:]
  /// How often pages that are not kept were asked for, by the hash of their keys.
  private var seen: [Int: UInt8] = [:]
  /// The place at which the search for pages to put out goes on.
  private var hand = 0
  /// Bytes of all pages and keys, roughly.
  private(set) var cost = 0

  /// The page of a key, or nil; counts as a use in both cases.
  /// - Parameter pictures: the current version of the pictures; a page of an earlier version is stale.
  mutating func use(_ key: PageCache.Key, pictures: Int) -> ReadyPage? {
    if let place = places[key] {
      kept[place].uses = Self.next(kept[place].uses)
      return kept[place].pictures.map { $0 == pictures } ?? true ? kept[place].page : nil
    }
    seen[key.hashValue] = Self.next(seen[key.hashValue] ?? 0)
    if seen.count > Self.seenLimit { age() }
    return nil
  }

  mutating func insert(
    _ page: ReadyPage, for key: PageCache.Key, cost: Int, budget: Int, isRare: Bool = false,
    pictures: Int? = nil
  ) {
    var uses = seen[key.hashValue] ?? 0
    if let place = places[key] {
      uses = kept[place].uses
      remove(at: place)
    }
    guard !isRare || uses > 1, makeRoom(for: cost, askedFor: uses, budget) else { return }
    seen[key.hashValue] = nil
    places[key] = kept.count
    kept.append(Kept(key: key, page: page, cost: cost, pictures: pictures, uses: uses))
    self.cost += cost
  }

  private mutating func makeRoom(for new: Int, askedFor uses: UInt8, _ budget: Int) -> Bool {
    var looks = 0
    while cost + new > budget {
      guard uses > 1, looks < Self.looks, !kept.isEmpty else { return false }
      looks += 1
      if hand >= kept.count { hand = 0 }
      if kept[hand].uses < uses { remove(at: hand) } else { hand += 1 }
    }
    return true
  }

  private mutating func remove(at place: Int) {
    cost -= kept[place].cost
    places[kept[place].key] = nil
    let last = kept.removeLast()
    guard place < kept.count else { return }
    kept[place] = last
    places[last.key] = place
  }

  /// Halves all counts, so that what was asked for long ago makes way in the end.
  private mutating func age() {
    seen = seen.compactMapValues { $0 > 1 ? $0 / 2 : nil }
    for place in kept.indices { kept[place].uses /= 2 }
  }

  private static func next(_ uses: UInt8) -> UInt8 { uses == .max ? uses : uses + 1 }
}
