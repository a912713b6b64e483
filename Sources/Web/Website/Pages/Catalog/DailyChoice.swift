import Catalogs
import Synchronization

/// The entries of a day. Once no picture of those that were drawn is on its way, they stay the same until the next
/// day, so that pages cached at different times agree.
final class DailyChoice: Sendable {
  private let chosen = Mutex<(day: Int, positions: [Int])?>(nil)

  /// - Parameters:
  ///   - hasArrived: whether the picture at an address can be shown.
  ///   - isPending: whether the picture at an address is on its way.
  /// - Returns: as ``Featured/positions(on:among:hasArrived:)``, and whether they are those of the whole day.
  func positions(
    on day: Int, among entries: Entries, hasArrived: (String) -> Bool, isPending: (String) -> Bool
  ) -> (positions: [Int], isFinal: Bool) {
    if let last = chosen.withLock({ $0 }), last.day == day { return (last.positions, true) }
    // Before the states of the pictures are read: one that arrives meanwhile counts as pending.
    let isFinal = !Featured.draws(on: day, among: entries).contains { position in
      entries[position].picture.map(isPending) == true
    }
    let positions = Featured.positions(on: day, among: entries, hasArrived: hasArrived)
    guard isFinal else { return (positions, false) }
    return chosen.withLock { last in
      // Another thread may have been faster.
      if let last, last.day == day { return (last.positions, true) }
      last = (day, positions)
      return (positions, true)
    }
  }
}
