import Clocks
import Dispatch
import Synchronization

/// A thread that now and then cuts off the requests that take too long to arrive.
final class DeadlineWatch: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let wake = DispatchSemaphore(value: 0)

  init(_ connections: ConnectionRegistry, seconds: Int) {
    let limit = UInt64(clamping: max(1, seconds)) &* 1_000_000_000
    startThread { [self] in
      while !isOver.load(ordering: .acquiring) {
        _ = wake.wait(timeout: .now() + .seconds(1))
        connections.cutOverdueRequests(now: MonotonicClock.awake.nanoseconds, limit: limit)
      }
    }
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    wake.signal()
  }
}
