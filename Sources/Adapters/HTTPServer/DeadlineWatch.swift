import Dispatch
import Synchronization
import System

/// Closes overdue connections once a second, and returns freed heap memory after a burst.
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
