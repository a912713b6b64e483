internal import Glibc
internal import Synchronization

/// A row of counters that threads add to without contention.
///
/// Each counter has several copies, mostly one per thread, so adding costs a few nanoseconds; reading sums them.
public final class Tally: Sendable {
  private let cells: Cells
  /// Cells from one copy of the row to the next: whole cache lines.
  private let stride: Int

  private static let copies = 8
  private static let cellsPerCacheLine = 8

  public init(_ count: Int) {
    stride = (count + Self.cellsPerCacheLine - 1) / Self.cellsPerCacheLine * Self.cellsPerCacheLine
    cells = Cells(stride * Self.copies)
  }

  /// - Parameter cell: below the count; anything else traps.
  public func add(_ amount: UInt64 = 1, to cell: Int) {
    precondition(cell >= 0 && cell < stride)
    cells.memory[Self.copy * stride + cell].wrappingAdd(amount, ordering: .relaxed)
  }

  public func value(of cell: Int) -> UInt64 {
    precondition(cell >= 0 && cell < stride)
    return (0..<Self.copies).reduce(0) { $0 &+ cells.memory[$1 * stride + cell].load(ordering: .relaxed) }
  }

  /// The copy of this thread, by its address: threads lie thousands of bytes apart.
  private static var copy: Int {
    let mixed = UInt64(UInt(pthread_self())) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 61)
  }
}

/// Zeroed atomics side by side at an address that stays.
private final class Cells: @unchecked Sendable {
  let memory: UnsafeMutablePointer<Atomic<UInt64>>
  private let count: Int

  init(_ count: Int) {
    self.count = count
    memory = .allocate(capacity: count)
    for position in 0..<count { (memory + position).initialize(to: Atomic(0)) }
  }

  deinit {
    memory.deinitialize(count: count)
    memory.deallocate()
  }
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
