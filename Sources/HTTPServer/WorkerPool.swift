import Clocks
import Dispatch
import IPAddresses
import Synchronization
import Threads

/// A few threads that make answers which would hold up a polling thread.
///
/// They are shared among networks: none may fill them, and the one with the least at work comes first.
final class WorkerPool: Sendable {
  /// Answers made at a time. They mostly wait for disks: more than there are processors.
  static let threads = 12
  /// Of one network: leaves a third of the threads to others.
  static let threadsPerNetwork = 8
  /// Answers that wait for a thread, about a kilobyte each beside their connections.
  static let waiting = 128
  /// Of one network: leaves half of the places to others.
  static let waitingPerNetwork = 64

  private struct State {
    /// In the order in which they came.
    var waiting: [PendingAnswer] = []
    var running: [ObjectIdentifier: (answer: PendingAnswer, since: UInt64)] = [:]
    var isClosed = false

    func waitingCount(_ network: IPAddress?) -> Int { waiting.count { $0.network == network } }
    func runningCount(_ network: IPAddress?) -> Int { running.values.count { $0.answer.network == network } }

    /// Whether one more of a network may wait, after those are gone whose clients have.
    mutating func hasRoom(for network: IPAddress?) -> Bool {
      if waiting.count >= WorkerPool.waiting || waitingCount(network) >= waitingPerNetwork {
        waiting.removeAll { $0.abandonIfClientHasGone() }
      }
      guard waitingCount(network) < waitingPerNetwork else { return false }
      if waiting.count < WorkerPool.waiting { return true }
      // The last of the network that has most gives way, unless that would only turn the tables.
      let counts = Dictionary(grouping: waiting, by: \.network).mapValues(\.count)
      guard let (largest, count) = counts.max(by: { $0.value < $1.value }), count > waitingCount(network) + 1,
        let last = waiting.lastIndex(where: { $0.network == largest })
      else { return false }
      waiting.remove(at: last).finish(.refused)
      return true
    }

    /// Takes the next one out: of the network with the least at work the first that came; nil if none may be made
    /// now.
    mutating func next() -> PendingAnswer? {
      var best: (index: Int, count: Int)?
      for index in waiting.indices {
        let count = runningCount(waiting[index].network)
        if count < best?.count ?? threadsPerNetwork { best = (index, count) }
        if count == 0 { break }
      }
      guard let best else { return nil }
      let answer = waiting.remove(at: best.index)
      running[ObjectIdentifier(answer)] = (answer, MonotonicClock.awake.nanoseconds)
      return answer
    }
  }

  /// Guards what waits and what runs.
  private let state = Mutex(State())
  private let available = DispatchSemaphore(value: 0)

  init() {
    for _ in 0..<Self.threads {
      startThread { [self] in work() }
    }
  }

  /// Hands one over; `false` when too many wait or the pool is closed.
  func submit(_ answer: PendingAnswer) -> Bool {
    let accepted = state.withLock { state in
      guard !state.isClosed, state.hasRoom(for: answer.network) else { return false }
      state.waiting.append(answer)
      return true
    }
    if accepted { available.signal() }
    return accepted
  }

  /// Nanoseconds for which a thread has been at work on the answer that takes it the longest.
  func longestRun(now: UInt64) -> UInt64 {
    state.withLock { $0.running.values.reduce(0) { max($0, now > $1.since ? now - $1.since : 0) } }
  }

  /// Ends every wait without an answer, accepts no more work, and ends the threads as they become free.
  func close() {
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.waiting = [] }
      return state.waiting + state.running.values.map(\.answer)
    }
    for answer in left { answer.finish(.refused) }
    for _ in 0..<Self.threads { available.signal() }
  }

  private func work() {
    while true {
      available.wait()
      // Also what another thread had to leave, since its network had enough at work.
      while let answer = state.withLock({ $0.next() }) {
        answer.run()
        _ = state.withLock { $0.running.removeValue(forKey: ObjectIdentifier(answer)) }
      }
      if state.withLock({ $0.isClosed }) { return }
    }
  }
}
