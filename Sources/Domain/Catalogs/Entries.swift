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
