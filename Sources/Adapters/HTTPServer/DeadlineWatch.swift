internal import CMicroHTTPD
import Dispatch
import Synchronization
import System

/// A thread that once a second closes the connections past their deadlines, and returns freed heap memory to
/// the system after a burst of connections.
final class DeadlineWatch: Sendable {
  /// Connections at a time after which memory is returned.
  private static let rush = 100
  private let isOver = Atomic<Bool>(false)
  private let wake = DispatchSemaphore(value: 0)

  init(_ connections: ConnectionRegistry) {
    startThread { [self] in
      var most = 0
      while !isOver.load(ordering: .acquiring) {
        _ = wake.wait(timeout: .now() + .seconds(1))
        connections.cutOverdue(now: MonotonicClock.awake.nanoseconds)
        let open = connections.counts.open
        most = max(most, open)
        if most >= Self.rush, open < most / 4 {
          Heaps.trim()
          most = open
        }
      }
    }
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    wake.signal()
  }
}

/// The heaps that the C library keeps for threads that allocate at the same time.
public enum Heaps {
  /// To be called before any thread is started.
  public static func limit(to count: Int32) { limit_heaps(count) }

  /// Returns freed memory to the system.
  static func trim() { malloc_trim(0) }
}
