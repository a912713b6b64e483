import JSON
import Search
import System

extension CatalogWriter {
  /// Writes the arrays in list order; nothing, if there is no disk space for them.
  /// - Parameter content: the content of the feed beside the entries that were appended.
  public mutating func finish(_ content: FeedContent) -> BuiltCatalog {
    guard hasSpace else { return .void }
    let (bytes, starts) = (spool.take(), spoolStarts.take())
    return bytes.withUnsafeBufferPointer { finish(content, Spool(bytes: $0, starts: starts)) }
  }

  private mutating func finish(_ content: FeedContent, _ spool: Spool) -> BuiltCatalog {
    let work = LongWork("sorting and indexing the list", as: .indexing, of: 3, in: .things("steps"))
    let firsts = ids.repeated()
    let repeated = repetitions(firsts) { spool.record($0).keyText }
    let (given, known) = ids.finish(without: firsts) { spool.record($0).baseText }

    // The list.
    var places =
      switch content.order {
      case .title: search.sorted { spool.sort($0, given) }
      case .feed: NumberWriter(0..<UInt32(search.count))
      }
    if let firsts { places = NumberWriter(places.take().lazy.filter { firsts[$0] == nil }) }
    let order = places.take()
    var initials: [Initial] = []
    if content.order == .title, collation != nil {
      let names = letters.sorted { $0.value < $1.value }.map(\.key)
      let numbers = entryLetters.take()
      initials = Initial.all(of: order, once: true, { numbers[Int($0)] }, letter: { names[Int($0)] })
    } else if content.order == .title {
      search.withFirstScalars { scalar in
        initials = Initial.all(of: order, once: false, { scalar(Int($0)) }, letter: Initial.letter(of:))
      }
    }
    work.reach(1)

    var arrays = ArraySet()
    search.finish(order: order, to: &arrays)
    guard write(content, order, spool, given, firsts, to: &arrays), hasSpace else { return .void }
    work.reach(2)
    let zone = FormZone(builder.timeZone ?? content.timeZone)
    let stored = columns.enumerated().map { number, column in
      column.finish(order: order, answering: builder.match, to: &arrays, number)
      return FactColumn(arrays, number, field: column.field, form: column.form(in: zone))
    }
    FactIndex.write(stored, by: collation, to: &arrays)
    if !stored.isEmpty {
      StoredRelation.write(stored, NameIndex(names, order: order), order.count, to: &arrays)
    }
    let outline = CatalogOutline(
      sections: content.sections, sectionLabel: content.sectionLabel, order: content.order,
      facts: stored.map(\.field), forms: stored.map(\.form), sort: content.sort, initials: initials,
      isNumbered: content.isNumbered)
    arrays.add("outline", outline.bytes)
    return BuiltCatalog(
      arrays: arrays, known: known, count: order.count, repeated: repeated, untitled: untitled)
  }

  /// Writes the entries with their ids, places and sections; false without disk space.
  private mutating func write(
    _ content: FeedContent, _ order: Numbers<UInt32>, _ spool: Spool, _ given: [UInt32: String],
    _ firsts: [UInt32: UInt32]?, to arrays: inout ArraySet
  ) -> Bool {
    var heap = NumberWriter<UInt8>(capacity: spool.size)
    var ends = NumberWriter<UInt32>(capacity: order.count)
    // Records in the spool have no ids other than their bases, and have their keys.
    let isFar = spool.size > UInt32.max / 2
    var farEnds = NumberWriter<UInt64>()
    var hashes = NumberWriter<UInt64>(capacity: order.count)
    guard hasSpace else { return false }
    var formers: [(position: UInt32, hash: UInt64)] = []
    var times: [UInt32: Int] = [:]
    for (place, first) in firsts ?? [:] where ids.isTitled(Int(place)) { times[first, default: 1] += 1 }
    for (position, place) in zip(UInt32(0)..., order) {
      let record = spool.record(place)
      let hash = record.append(id: given[place], times: times[place].map { "\($0) ×" }, to: &heap)
      hashes.append(content.isNumbered ? FNV1a.hash64(record.key) : hash)
      ends.append(UInt32(truncatingIfNeeded: heap.count))
      if isFar { farEnds.append(UInt64(heap.count)) }
      if !formerKeys.isEmpty, let former = formerKeys[place] {
        formers.append((position, FNV1a.hash64(former)))
      }
    }
    for former in formers { hashes.append(former.hash) }
    arrays.add("entries", heap.numbers())
    arrays.add("entries.ends", isFar ? Numbers() : ends.take())
    arrays.add("entries.farEnds", farEnds.numbers())
    shared.finish(&arrays)
    let sorted = HashOrder(hashes)
    arrays.add("ids.hashes", sorted.hashes)
    let positions = sorted.places.lazy.map { $0 < order.count ? $0 : formers[Int($0) - order.count].position }
    arrays.add("ids.positions", formers.isEmpty ? sorted.places : NumberWriter(positions).numbers())
    Self.write(coordinates.take(), order, to: &arrays)
    let memberships = Memberships(
      names: sectionNumbers, sections: memberSections.take(), places: memberPlaces.take(), firsts: firsts)
    memberships.write(content, order, to: &arrays)
    return true
  }

  /// Whether no array so far lacks disk space.
  private var hasSpace: Bool { ScratchSpace.current?.shortage == nil }

  /// The number of repeated entries by reason, and the key of the first; those in a further section are none.
  private func repetitions(
    _ firsts: [UInt32: UInt32]?, key: (UInt32) -> String
  ) -> [String: (count: Int, example: String)] {
    var firstPlaces: [String: (count: Int, place: UInt32)] = [:]
    let firsts = firsts ?? [:]
    let joining = joining(firsts)
    for place in firsts.keys where !joining.contains(place) {
      let reason = ids.isTitled(Int(place)) ? "equal to another in every field" : "the id of another"
      let known = firstPlaces[reason] ?? (0, place)
      firstPlaces[reason] = (known.count + 1, min(known.place, place))
    }
    return firstPlaces.mapValues { ($0.count, key($0.place)) }
  }

  /// The repeated entries that add a section to the first one with their identity, as a film that is in two lists.
  private func joining(_ firsts: [UInt32: UInt32]) -> Set<UInt32> {
    let repeated = Set(firsts.values)
    var (known, joining): (Set<[UInt32]>, Set<UInt32>) = ([], [])
    for index in 0..<memberPlaces.count {
      let place = memberPlaces[index]
      let first = firsts[place] ?? place
      guard repeated.contains(first) else { continue }
      if known.insert([first, memberSections[index]]).inserted, first != place { joining.insert(place) }
    }
    return joining
  }

  private static func write(
    _ coordinates: Numbers<UInt64>, _ order: Numbers<UInt32>, to arrays: inout ArraySet
  ) {
    guard !coordinates.isEmpty else { return }
    var listed = NumberWriter<UInt64>(capacity: 2 * order.count)
    var (south, north) = (Double.infinity, -Double.infinity)
    for place in order {
      let index = 2 * Int(place)
      // Entries after the last one with a coordinate have none.
      let nothing = Double.nan.bitPattern
      let latitude = index < coordinates.count ? coordinates[index] : nothing
      listed.append(latitude)
      listed.append(index < coordinates.count ? coordinates[index + 1] : nothing)
      south = min(south, Double(bitPattern: latitude))
      north = max(north, Double(bitPattern: latitude))
    }
    arrays.add("coordinates", listed.numbers())
    arrays.add("coordinates.latitudes", [south.bitPattern, north.bitPattern])
  }
}

/// The entries of sections, in the order of the feed.
private struct Memberships {
  /// The numbers of sections by their ids.
  let names: [String: UInt32]
  let sections: Numbers<UInt32>
  let places: Numbers<UInt32>
  /// For repeated entries, the first ones.
  let firsts: [UInt32: UInt32]?

  /// Adds the members of each section and the sections of each entry. Unknown sections are ignored.
  func write(_ content: FeedContent, _ order: Numbers<UInt32>, to arrays: inout ArraySet) {
    guard !content.sections.isEmpty, !places.isEmpty else { return }
    var positions = NumberWriter<UInt32>(repeating: .max, count: Int(places.max() ?? 0) + 1)
    for (position, place) in zip(UInt32(0)..., order) where place < positions.count {
      positions[Int(place)] = position
    }
    var wanted = Array(repeating: Int?.none, count: names.count)
    for (index, section) in content.sections.enumerated().reversed() {
      if let number = names[section.id] { wanted[Int(number)] = index }
    }
    let members = Buckets(content.sections.count) { add in
      for (section, place) in zip(sections, places) {
        let position = positions[Int(firsts?[place] ?? place)]
        if let index = wanted[Int(section)], position != .max { add(index, position) }
      }
    }
    // Each once, in the order of the feed, or of the list.
    let listed = (0..<content.sections.count).map { section -> [UInt32] in
      if content.order == .title { return Array(Set(members[section])).sorted() }
      var seen: Set<UInt32> = []
      return members[section].filter { seen.insert($0).inserted }
    }
    let byEntry = Buckets(order.count) { add in
      for (section, positions) in listed.enumerated() {
        for position in positions { add(Int(position), UInt32(section)) }
      }
    }
    let bySection = Buckets(listed.count) { add in
      for (section, positions) in listed.enumerated() { for position in positions { add(section, position) } }
    }
    bySection.add(to: &arrays, "sections")
    byEntry.add(to: &arrays, "sections.of")
  }
}
