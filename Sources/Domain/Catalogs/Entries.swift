/// The entries of a catalog, in list order.
///
/// Up to ``madeLimit`` lie there as values. Of more only the packed texts do, and each entry is made when
/// it is asked for, which takes some 0.2 µs.
public struct Entries: RandomAccessCollection, Sendable {
  static let madeLimit = 5_000

  let store: EntryStore
  /// For each position in the list the place in the store.
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

  /// Where the entry at a position lies, without making the entry.
  public func coordinate(at position: Int) -> Coordinate? { store.coordinate(at: Int(places[position])) }

  /// Between which all that have a place lie; nil if none has.
  public var latitudes: ClosedRange<Double>? { store.latitudes }

  public subscript(position: Int) -> Entry {
    if !made.isEmpty { return made[position] }
    return store.entry(at: Int(places[position]), sections: members.sections(of: position))
  }
}

/// Which entries stand in which section, and in which order.
struct SectionMembers: Sendable {
  /// For each section the positions of its entries, in its own order.
  let positions: [[UInt32]]
  /// The sections of all entries, ascending for each, one entry after the other.
  private let sections: [UInt32]
  /// Where the sections of an entry begin, and those of the last end; empty if there is no section.
  private let starts: [UInt32]

  /// - Parameter positions: for each section the positions of its entries, each once.
  init(_ positions: [[UInt32]], entryCount: Int) {
    self.positions = positions
    guard !positions.isEmpty else {
      sections = []
      starts = []
      return
    }
    var ends = Array(repeating: UInt32(0), count: entryCount + 1)
    for position in positions.joined() { ends[Int(position) + 1] += 1 }
    for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
    starts = ends
    var sections = Array(repeating: UInt32(0), count: Int(ends[entryCount]))
    for (section, positions) in positions.enumerated() {
      for position in positions {
        sections[Int(ends[Int(position)])] = UInt32(section)
        ends[Int(position)] += 1
      }
    }
    self.sections = sections
  }

  /// The sections of an entry, ascending.
  func sections(of position: Int) -> [Int] {
    guard !starts.isEmpty else { return [] }
    return sections[Int(starts[position])..<Int(starts[position + 1])].map(Int.init)
  }
}
