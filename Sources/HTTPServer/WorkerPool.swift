import Dispatch
import Synchronization

/// A few threads that make answers which would hold up a polling thread.
final class WorkerPool: Sendable {
  private struct State {
    var waiting: [PendingAnswer] = []
    var running: [ObjectIdentifier: PendingAnswer] = [:]
    var isClosed = false
  }

  private let limit: Int
  /// Guards what waits and what runs.
  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)
  private let threads: Int

  /// - Parameter waiting: how many answers may wait for a thread.
  init(threads: Int, waiting: Int) {
    self.threads = threads
    limit = waiting
    for _ in 0..<threads {
      startThread { [self] in work() }
    }
  }

  /// Hands one over; `false` when too many wait or the pool is closed.
  func submit(_ answer: PendingAnswer) -> Bool {
    let accepted = state.withLock { state in
      guard !state.isClosed, state.waiting.count < limit else { return false }
      state.waiting.append(answer)
      return true
    }
    if accepted { available.signal() }
    return accepted
  }

  /// Ends every wait without an answer, accepts no more work, and ends the threads as they become free.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting + state.running.values
    }
    for answer in left { answer.finish(with: nil) }
    for _ in 0..<threads { available.signal() }
  }

  private func work() {
    while true {
      available.wait()
      let next: PendingAnswer? = state.withLock { state in
        guard !state.waiting.isEmpty else { return nil }
        let first = state.waiting.removeFirst()
        state.running[ObjectIdentifier(first)] = first
        return first
      }
      if let next {
        next.run()
        _ = state.withLock { $0.running.removeValue(forKey: ObjectIdentifier(next)) }
      } else if state.withLock({ $0.isClosed }) {
        return
      }
    }
  }
}
