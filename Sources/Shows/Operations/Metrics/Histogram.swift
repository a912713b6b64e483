/// A distribution of durations.
public final class Histogram: Sendable {
  /// Seconds in ascending order; what took longer than the last counts only in the total.
  public let bounds: [Double]
  private let nanoseconds: [UInt64]
  /// A count for each bound and one for what took longer; last the sum of all nanoseconds.
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

  /// What has been observed so far.
  public struct Reading: Sendable, Hashable {
    /// For each bound, how many took at most that long.
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
