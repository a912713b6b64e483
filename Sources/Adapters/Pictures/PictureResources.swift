import Dispatch
import Glibc
import Synchronization
import System

/// The resources that the picture caches of a program share.
public final class PictureResources: Sendable {
  /// Bytes of all pictures on disk.
  let room: SharedBudget
  /// Processes that make copies at once.
  let processes: Int
  /// Shows with waiting scalings.
  private let turns: Mutex<Turns>
  private let waiting = Mutex(WaitingThreads(limit: waitingLimit))
  private let fetching = Mutex(0)
  /// Bytes of originals that are being read.
  private let reading = Mutex(0)
  private let readingLimit: Int

  private struct Turns {
    var queue: FairQueue<ObjectIdentifier, Turn>
    /// Threads that do the scalings, each with a process.
    var workers = 0
  }

  /// One of the scalings that a show may have running.
  private struct Turn: Hashable {
    let show: PictureCache
    let number: Int

    static func == (one: Self, other: Self) -> Bool { (one.id, one.number) == (other.id, other.number) }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

    var id: ObjectIdentifier { ObjectIdentifier(show) }
  }

  /// Threads that wait at once: half of a server's threads for blocking work, so that slow pictures do not delay
  /// favorites. Further requests get the placeholder.
  static let waitingLimit = 6
  /// Simultaneous fetches for all shows; each show may always have one.
  static let fetchingLimit = 24
  /// Bytes of originals that are read at once to be sent or made smaller: as many as answers hold. A single one may
  /// be larger.
  private static let readingLimit = 64 << 20

  /// - Parameter capacity: bytes of all pictures on disk.
  public convenience init(capacity: Int = .max) {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    self.init(
      capacity: capacity, processes: max(1, min(Self.processLimit, processors, Self.memory >> 30)))
  }

  /// Bytes that this program may use: the memory of the machine, or less if a service manager limits it.
  private static var memory: Int {
    func text(_ path: String) -> Substring {
      String(decoding: (try? FileReader(path).contents(limit: 4_096)) ?? [], as: UTF8.self)[...]
    }
    let all = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    // The line of cgroup v2 is "0::/system.slice/dramatis.service".
    let group = text("/proc/self/cgroup").split(separator: "\n").first { $0.hasPrefix("0::") }
    let limit = group.flatMap {
      text("/sys/fs/cgroup\($0.dropFirst(3))/memory.max").dropLast().number(in: 0...Int.max)
    }
    return min(all, limit ?? all)
  }

  init(capacity: Int = .max, processes: Int, readingLimit: Int = PictureResources.readingLimit) {
    room = SharedBudget(capacity)
    turns = Mutex(Turns(queue: FairQueue(limit: .max, runningLimit: processes)))
    self.processes = processes
    self.readingLimit = readingLimit
  }

  /// Processes at once, of which each may use 400 MB: at most one a processor, and one a gigabyte of memory.
  private static let processLimit = 8

  /// Bytes of originals that are being read.
  var bytesRead: Int { reading.withLock { $0 } }

  /// Reads a picture of `size` bytes; nil while other reads have reached the limit.
  func reading<Result>(_ size: Int, _ read: () -> Result?) -> Result? {
    let isAllowed = reading.withLock { reading in
      guard reading == 0 || reading + size <= readingLimit else { return false }
      reading += size
      return true
    }
    guard isAllowed else { return nil }
    defer { reading.withLock { $0 -= size } }
    return read()
  }

  /// Lets a thread wait, unless too many do.
  func beginWaiting(_ thread: WaitingThread) -> Bool { waiting.withLock { $0.insert(thread) } }

  func endWaiting(_ thread: WaitingThread) { waiting.withLock { $0.remove(thread) } }

  // MARK: Turns

  /// Starts a fetch for a show, unless all shows have reached the limit.
  func beginFetching(isFirst: Bool) -> Bool {
    fetching.withLock { fetching in
      guard isFirst || fetching < Self.fetchingLimit else { return false }
      fetching += 1
      return true
    }
  }

  func endFetching() { fetching.withLock { $0 -= 1 } }

  /// Does the scalings of a show when its turns come. The show that has used the least time comes first, and requests
  /// of visitors come before work in advance.
  func scale(for show: PictureCache, isAwaited: Bool) {
    let isStarting = turns.withLock { turns in
      for number in 0..<processes {
        let turn = Turn(show: show, number: number)
        turns.queue.append(turn, in: turn.id, isAwaited: isAwaited)
      }
      guard turns.workers < processes else { return false }
      turns.workers += 1
      return true
    }
    if isStarting, !startThread({ [self] in work() }) { turns.withLock { $0.workers -= 1 } }
  }

  /// Takes turns until there are none. A process serves one show only.
  private func work() {
    var (process, owner): (ScalerProcess?, ObjectIdentifier?)
    while let turn = nextTurn() {
      if owner != turn.id { process = nil }
      owner = turn.id
      let start = MonotonicClock.awake.seconds
      turn.show.scaleNext(by: &process)
      turns.withLock { $0.queue.finish(turn, after: MonotonicClock.awake.seconds - start) }
      turn.show.wantTurn()
    }
  }

  private func nextTurn() -> Turn? {
    turns.withLock { turns in
      let turn = turns.queue.popFirst()
      if turn == nil { turns.workers -= 1 }
      return turn
    }
  }
}

/// A thread with a visitor's request that waits for a scaling.
final class WaitingThread: Sendable {
  let show: ObjectIdentifier
  let source: String
  let network: IPAddress?
  private let end = DispatchSemaphore(value: 0)

  init(of show: ObjectIdentifier, for source: String, of network: IPAddress? = nil) {
    (self.show, self.source, self.network) = (show, source, network)
  }

  /// - Returns: whether it was woken.
  @discardableResult
  func wait(seconds: Int) -> Bool { end.wait(timeout: .now() + .seconds(seconds)) == .success }

  func wake() { end.signal() }
}

/// Threads that wait for a scaling. At the limit, a thread of the network with the most stops waiting in favour of a
/// network with fewer, then one of the show with the most, and within a show one of the source with the most.
struct WaitingThreads {
  private var threads: [WaitingThread] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a thread, and wakes the thread that it replaces.
  /// - Returns: false if it may not wait.
  mutating func insert(_ thread: WaitingThread) -> Bool {
    if threads.count >= limit {
      let sources = threads.filter { $0.show == thread.show }
      guard
        let yielding = Self.yielding(to: thread, among: threads, \.network)
          ?? Self.yielding(to: thread, among: threads, \.show)
          ?? Self.yielding(to: thread, among: sources, \.source)
      else { return false }
      remove(yielding)
      yielding.wake()
    }
    threads.append(thread)
    return true
  }

  mutating func remove(_ thread: WaitingThread) { threads.removeAll { $0 === thread } }

  /// The longest-waiting thread of the largest group, if that group has at least as many as the other afterwards.
  private static func yielding<Group: Hashable>(
    to thread: WaitingThread, among threads: [WaitingThread], _ group: (WaitingThread) -> Group
  ) -> WaitingThread? {
    let groups = Dictionary(grouping: threads, by: group)
    let own = groups[group(thread)]?.count ?? 0
    let largest = groups.values.max { $0.count < $1.count }
    return largest.flatMap { $0.count >= own + 2 ? $0.first : nil }
  }
}
