/// The entries of a catalog, in list order.
///
/// Up to ``madeLimit`` are kept as values. Longer lists stay packed; an entry is then made on access, in 0.2 µs.
public struct Entries: RandomAccessCollection, Sendable {
  private static let madeLimit = 5_000

  let store: EntryStore
  /// Places in the store by list position.
  let places: [UInt32]
  private let members: SectionMembers
  private let made: [Entry]

  init(store: EntryStore, places: [UInt32], members: SectionMembers) {
    self.store = store
    self.places = places
    self.members = members
    made =
      places.count > Self.madeLimit
      ? []
      : places.enumerated().map { position, place in
        store.entry(at: Int(place), sections: members.sections(of: position))
      }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { places.count }

  /// The coordinate of the entry at a position, without making the entry.
  public func coordinate(at position: Int) -> Coordinate? { store.coordinates[Int(places[position])] }

  /// The southernmost and the northernmost latitude; nil if no entry has a coordinate.
  public var latitudes: ClosedRange<Double>? {
    let latitudes = store.coordinates.lazy.compactMap { $0?.latitude }
    guard let south = latitudes.min(), let north = latitudes.max() else { return nil }
    return south...north
  }

  public subscript(position: Int) -> Entry {
    if !made.isEmpty { return made[position] }
    return store.entry(at: Int(places[position]), sections: members.sections(of: position))
  }
}

/// The entries of each section, and the sections of each entry.
struct SectionMembers: Sendable {
  /// For each section the positions of its entries, in its own order.
  let positions: [[UInt32]]
  /// The sections of each entry, ascending; nil without sections.
  private let sections: Buckets?

  /// - Parameter positions: for each section the positions of its entries, each once.
  init(_ positions: [[UInt32]], entryCount: Int) {
    self.positions = positions
    sections =
      positions.isEmpty
      ? nil
      : Buckets(entryCount) { add in
        for (section, positions) in positions.enumerated() {
          for position in positions { add(Int(position), UInt32(section)) }
        }
      }
  }

  /// The sections of an entry, ascending.
  func sections(of position: Int) -> [Int] { sections?[position].map(Int.init) ?? [] }
}

/// Numbers distributed to buckets, all in one array; in each bucket in the order in which they came.
struct Buckets: Sendable {
  let members: [UInt32]
  /// The index of each bucket's first member, and the end of the last bucket.
  let starts: [UInt32]

  /// - Parameter distribute: adds each number to a bucket below `count`; called twice.
  init(_ count: Int, _ distribute: (_ add: (_ bucket: Int, _ member: UInt32) -> Void) -> Void) {
    var next = Array(repeating: UInt32(0), count: count + 1)
    distribute { bucket, _ in next[bucket + 1] += 1 }
    for bucket in 0..<count { next[bucket + 1] += next[bucket] }
    starts = next
    var members = Array(repeating: UInt32(0), count: Int(next[count]))
    distribute { bucket, member in
      members[Int(next[bucket])] = member
      next[bucket] += 1
    }
    self.members = members
  }

  subscript(bucket: Int) -> ArraySlice<UInt32> { members[Int(starts[bucket])..<Int(starts[bucket + 1])] }
}
