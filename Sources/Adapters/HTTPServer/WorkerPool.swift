import Dispatch
import Synchronization
import System

/// The threads for answers that would block a polling thread; the servers of a program share them.
public final class Workers: Sendable {
  /// For answers that mostly wait for disks: more threads than there are processors.
  let blocking = WorkerPool(WorkerPool.Limits(threads: 12, threadsPerNetwork: 8))
  /// For answers that take processor time; one network leaves one of the threads to others.
  let computing = WorkerPool(.computing)

  public init() {}

  var all: [WorkerPool] { [blocking, computing] }
}

/// A few threads, which are shared among networks: none may fill them, and a ``FairQueue`` says which comes next.
///
/// They are started when there is work, and end after some seconds without any.
final class WorkerPool: Sendable {
  /// The number of threads, and of answers that may wait for them.
  struct Limits: Sendable {
    let threads: Int
    /// Threads of one network: some are left to others.
    let threadsPerNetwork: Int
    var waiting = 128
    /// Waiting answers of one network: half of the places are left to others.
    var waitingPerNetwork = 64
    /// Whether the threads yield to all others of the program.
    var isYielding = false

    static let computing: Limits = {
      let threads = max(2, min(Processors.online, 64))
      return Limits(threads: threads, threadsPerNetwork: threads - 1, isYielding: true)
    }()
  }

  private struct State {
    var queue: FairQueue<IPAddress?, PendingAnswer>
    /// The moments at which answers were begun.
    var running: [PendingAnswer: UInt64] = [:]
    var threads = 0
    /// The last check for waiting answers whose clients have gone.
    var lookedAt: UInt64 = 0

    /// Nanoseconds between two such checks: each is a system call for every answer that waits.
    private static let lookPeriod: UInt64 = 20_000_000

    /// Whether one more of a network may wait, after those are gone whose clients have.
    mutating func hasRoom(for network: IPAddress?) -> Bool {
      if queue.hasRoom(for: network) { return true }
      let now = MonotonicClock.awake.nanoseconds
      guard now &- lookedAt > Self.lookPeriod else { return false }
      lookedAt = now
      queue.removeWaiting { $0.abandonIfClientHasGone() }
      return queue.hasRoom(for: network)
    }

    mutating func next() -> PendingAnswer? {
      let answer = queue.popFirst()
      if let answer { running[answer] = MonotonicClock.awake.nanoseconds }
      return answer
    }

    mutating func end(_ answer: PendingAnswer) {
      guard let since = running.removeValue(forKey: answer) else { return }
      queue.finish(answer, after: Double(MonotonicClock.awake.nanoseconds &- since) / 1e9)
    }
  }

  /// Seconds after which a thread without work ends.
  private static let patience = 10.0

  private let state: Mutex<State>
  private let available = DispatchSemaphore(value: 0)
  private let limits: Limits

  init(_ limits: Limits) {
    self.limits = limits
    state = Mutex(
      State(
        queue: FairQueue(
          limit: limits.waiting + limits.threads, runningLimit: limits.threadsPerNetwork,
          waitingLimit: limits.waitingPerNetwork)))
  }

  func hasRoom(for network: IPAddress?) -> Bool { state.withLock { $0.hasRoom(for: network) } }

  /// Hands one over; `false` when too many wait, its server has ended, or the system has no thread for it.
  func submit(_ answer: PendingAnswer) -> Bool {
    let (isOpen, isStarting) = state.withLock { state in
      guard !answer.isUnwanted, state.hasRoom(for: answer.network) else { return (false, false) }
      state.queue.append(answer, in: answer.network).replaced?.finish(.refused)
      let isStarting = state.queue.count > state.threads && state.threads < limits.threads
      if isStarting { state.threads += 1 }
      return (true, isStarting)
    }
    available.signal()
    guard isStarting, !startThread({ [self] in work() }) else { return isOpen }
    return state.withLock { state in
      state.threads -= 1
      // Others do it.
      return state.threads > 0 || state.queue.removeWaiting { $0 === answer }.isEmpty
    }
  }

  /// Ends the waits of a server that has ended, without an answer.
  func refuse(where isOfServer: (PendingAnswer) -> Bool) {
    let left = state.withLock { state in
      state.queue.removeWaiting(where: isOfServer) + state.running.keys.filter(isOfServer)
    }
    for answer in left { answer.finish(.refused) }
  }

  private func work() {
    if limits.isYielding { yieldToOtherThreads() }
    while true {
      // Also what another thread had to leave, since its network had enough at work.
      while let answer = state.withLock({ $0.next() }) {
        answer.run()
        state.withLock { $0.end(answer) }
      }
      guard available.wait(timeout: .now() + Self.patience) == .timedOut else { continue }
      let isOver = state.withLock { state in
        guard state.queue.isNextAwaited == nil else { return false }
        state.threads -= 1
        return true
      }
      if isOver { return }
    }
  }
}
