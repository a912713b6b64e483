import Clocks
import Dispatch
import Synchronization
import Threads

/// A thread that once a second cuts off the requests that take too long to arrive and the answers that are taken
/// too slowly.
final class DeadlineWatch: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let wake = DispatchSemaphore(value: 0)

  init(_ connections: ConnectionRegistry) {
    startThread { [self] in
      while !isOver.load(ordering: .acquiring) {
        _ = wake.wait(timeout: .now() + .seconds(1))
        connections.cutOverdue(now: MonotonicClock.awake.nanoseconds)
      }
    }
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    wake.signal()
  }
}
