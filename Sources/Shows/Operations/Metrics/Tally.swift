internal import Glibc
internal import Synchronization

/// A row of counters that many threads add to without waiting for one another.
///
/// Each counter has several copies, and a thread mostly has one to itself, so adding costs a few nanoseconds;
/// reading adds up the copies.
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

  /// The copy of this thread. Threads' own addresses lie far apart, at multiples of some thousand bytes.
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
