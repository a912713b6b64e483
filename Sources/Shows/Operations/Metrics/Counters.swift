internal import Synchronization

/// A row of counters.
public final class Tally: Sendable {
  private let counts: Mutex<[UInt64]>

  public init(_ count: Int) { counts = Mutex(Array(repeating: 0, count: count)) }

  /// - Parameter cell: below the count; anything else traps.
  public func add(_ amount: UInt64 = 1, to cell: Int) { counts.withLock { $0[cell] &+= amount } }

  public func value(of cell: Int) -> UInt64 { counts.withLock { $0[cell] } }
}

/// A distribution of durations.
public final class Histogram: Sendable {
  /// Seconds in ascending order; longer durations count only in the total.
  public let bounds: [Double]
  private let nanoseconds: [UInt64]
  /// A count for each bound and one for longer durations; last the sum of all nanoseconds.
  private let tally: Tally

  public init(bounds: [Double]) {
    self.bounds = bounds
    nanoseconds = bounds.map { UInt64($0 * 1e9) }
    tally = Tally(bounds.count + 2)
  }

  /// Cost: as many comparisons as there are bounds, and two additions.
  public func observe(nanoseconds time: UInt64) {
    var cell = 0
    while cell < nanoseconds.count, time > nanoseconds[cell] { cell += 1 }
    tally.add(to: cell)
    tally.add(time, to: bounds.count + 1)
  }

  /// The observations so far.
  public struct Reading: Sendable, Hashable {
    /// The number of durations up to each bound.
    public let counts: [UInt64]
    /// The total.
    public let count: UInt64
    /// Seconds.
    public let sum: Double
  }

  public var reading: Reading {
    var count: UInt64 = 0
    let counts = bounds.indices.map { position in
      count += tally.value(of: position)
      return count
    }
    return Reading(
      counts: counts, count: count + tally.value(of: bounds.count),
      sum: Double(tally.value(of: bounds.count + 1)) / 1e9)
  }
}
