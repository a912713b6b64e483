import Dispatch
import Synchronization
import System

/// A few threads for answers that would block a polling thread.
///
/// They are shared among networks: none may fill them, and the one with the least at work comes first; of
/// several with as little, the one that has used the least time (start-time fair queueing).
final class WorkerPool: Sendable {
  /// The number of threads, and of answers that may wait for them.
  struct Limits: Sendable {
    let threads: Int
    /// Threads of one network: some are left to others.
    let threadsPerNetwork: Int
    var waiting = 128
    /// Waiting answers of one network: half of the places are left to others.
    var waitingPerNetwork = 64
    /// Answers of one network that wait or are made.
    var inAllPerNetwork = Int.max
    /// Whether the threads yield to all others of the program.
    var isYielding = false

    /// For answers that mostly wait for disks: more threads than there are processors.
    static let blocking = Limits(threads: 12, threadsPerNetwork: 8)
    /// For answers that take processor time; one network leaves one of the threads to others.
    static let computing: Limits = {
      let threads = max(2, min(Processors.online, 64))
      return Limits(threads: threads, threadsPerNetwork: threads - 1, isYielding: true)
    }()
    /// For answers to large bodies, each of which takes memory until it is answered: eight in all.
    static let importing = Limits(
      threads: 2, threadsPerNetwork: 1, waiting: 6, inAllPerNetwork: 2, isYielding: true)
  }

  private struct State {
    let limits: Limits
    /// In the order in which they came.
    var waiting: [PendingAnswer] = []
    var running: [ObjectIdentifier: (answer: PendingAnswer, since: UInt64)] = [:]
    /// Nanoseconds that each network has used, counted from ``clock`` at its first answer in a row.
    var used: [IPAddress?: UInt64] = [:]
    /// The used time of the network whose answer was begun last. Networks that have used less count as if
    /// they had used as much, so that no time is saved up.
    var clock: UInt64 = 0
    var isClosed = false
    /// The last check for waiting answers whose clients have gone.
    var lookedAt: UInt64 = 0

    /// Nanoseconds between two such checks: each is a system call for every answer that waits.
    private static let lookPeriod: UInt64 = 20_000_000
    /// Networks whose used time is remembered.
    private static let mostRemembered = 1_024

    func waitingCount(_ network: IPAddress?) -> Int { waiting.count { $0.network == network } }
    func runningCount(_ network: IPAddress?) -> Int { running.values.count { $0.answer.network == network } }
    private func start(_ network: IPAddress?) -> UInt64 { max(clock, used[network] ?? 0) }

    /// Whether one more of a network may wait, after those are gone whose clients have.
    mutating func hasRoom(for network: IPAddress?) -> Bool {
      if waiting.count >= limits.waiting || waitingCount(network) >= limits.waitingPerNetwork {
        let now = MonotonicClock.awake.nanoseconds
        if now &- lookedAt > Self.lookPeriod {
          lookedAt = now
          waiting.removeAll { $0.abandonIfClientHasGone() }
        }
      }
      let count = waitingCount(network)
      guard count < limits.waitingPerNetwork, count + runningCount(network) < limits.inAllPerNetwork
      else { return false }
      if waiting.count < limits.waiting { return true }
      return largest(besides: network) != nil
    }

    /// The network that has most answers waiting, if it gives one place to another network.
    private func largest(besides network: IPAddress?) -> IPAddress?? {
      let counts = Dictionary(grouping: waiting, by: \.network).mapValues(\.count)
      // One more would only turn the tables.
      guard let (largest, count) = counts.max(by: { $0.value < $1.value }), count > waitingCount(network) + 1
      else { return nil }
      return .some(largest)
    }

    /// Queues an answer; `false` beyond the limits. If full, the last one of the largest network is refused.
    mutating func append(_ answer: PendingAnswer) -> Bool {
      guard !isClosed, hasRoom(for: answer.network) else { return false }
      if waiting.count >= limits.waiting {
        guard let largest = largest(besides: answer.network),
          let last = waiting.lastIndex(where: { $0.network == largest })
        else { return false }
        waiting.remove(at: last).finish(.refused)
      }
      waiting.append(answer)
      return true
    }

    /// Takes the next one out: least running, then least used time, then first; nil if none may be made now.
    mutating func next() -> PendingAnswer? {
      var best: (index: Int, count: Int, start: UInt64)?
      var seen: Set<IPAddress?> = []
      for index in waiting.indices where seen.insert(waiting[index].network).inserted {
        let (count, start) = (runningCount(waiting[index].network), start(waiting[index].network))
        if count < limits.threadsPerNetwork, (count, start) < (best?.count ?? .max, best?.start ?? .max) {
          best = (index, count, start)
        }
      }
      guard let best else { return nil }
      let answer = waiting.remove(at: best.index)
      running[ObjectIdentifier(answer)] = (answer, MonotonicClock.awake.nanoseconds)
      clock = max(clock, best.start)
      return answer
    }

    mutating func end(_ answer: PendingAnswer, now: UInt64) {
      guard let (_, since) = running.removeValue(forKey: ObjectIdentifier(answer)) else { return }
      used[answer.network] = start(answer.network) &+ (now > since ? now - since : 0)
      guard used.count > Self.mostRemembered else { return }
      used = used.filter { $0.value > clock }
      if used.count > Self.mostRemembered { used = [:] }
    }
  }

  /// Guards the waiting and the running answers.
  private let state: Mutex<State>
  private let available = DispatchSemaphore(value: 0)
  private let limits: Limits

  init(_ limits: Limits) {
    self.limits = limits
    state = Mutex(State(limits: limits))
    for _ in 0..<limits.threads {
      startThread { [self] in
        if limits.isYielding { yieldToOtherThreads() }
        work()
      }
    }
  }

  func hasRoom(for network: IPAddress?) -> Bool { state.withLock { $0.hasRoom(for: network) } }

  /// Hands one over; `false` when too many wait or the pool is closed.
  func submit(_ answer: PendingAnswer) -> Bool {
    let accepted = state.withLock { $0.append(answer) }
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
    for _ in 0..<limits.threads { available.signal() }
  }

  private func work() {
    while true {
      available.wait()
      // Also what another thread had to leave, since its network had enough at work.
      while let answer = state.withLock({ $0.next() }) {
        answer.run()
        state.withLock { $0.end(answer, now: MonotonicClock.awake.nanoseconds) }
      }
      if state.withLock({ $0.isClosed }) { return }
    }
  }
}
