import Dispatch
import Glibc
import Synchronization
import System

/// The resources that the picture caches of a program share: one queue of copies to be made, and what is done at once.
public final class PictureResources: Sendable {
  /// Bytes of all pictures on disk.
  let room: SharedBudget
  /// Processes that make copies at once.
  let processes: Int
  private let state: Mutex<State>
  private let readingLimit: Int

  fileprivate struct State {
    /// By the networks of the devices that asked first, so that those of one delay another's by one picture at most.
    var queue: FairQueue<IPAddress?, Scaling>
    /// Threads with visitors' requests that wait for a copy.
    var waiting: [Scaling: [WaitingThread]] = [:]
    /// All of them, by network: at the limit, one of the network with the most stops waiting.
    var threads = FairQueue<IPAddress?, WaitingThread>(limit: waitingLimit, runningLimit: 0)
    /// Threads that make copies, each with a process.
    var workers = 0
    var fetches = 0
    /// Bytes of originals that are being read.
    var bytesRead = 0
  }

  /// Threads that wait at once: half of a server's threads for blocking work, so that slow pictures do not delay
  /// favorites. Further requests get the placeholder.
  static let waitingLimit = 6
  /// Copies that are made or wait to be: more than a page has pictures, and a minute's work.
  static let queueLimit = 200
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

  init(
    capacity: Int = .max, processes: Int, queueLimit: Int = PictureResources.queueLimit,
    readingLimit: Int = PictureResources.readingLimit
  ) {
    room = SharedBudget(capacity)
    state = Mutex(State(queue: FairQueue(limit: queueLimit, runningLimit: processes)))
    self.processes = processes
    self.readingLimit = readingLimit
  }

  /// Processes at once, of which each may use 400 MB: at most one a processor, and one a gigabyte of memory.
  private static let processLimit = 8

  /// Bytes of originals that are being read.
  var bytesRead: Int { state.withLock { $0.bytesRead } }

  /// Reads a picture of `size` bytes; nil while other reads have reached the limit.
  func reading<Result>(_ size: Int, _ read: () -> Result?) -> Result? {
    let isAllowed = state.withLock { state in
      guard state.bytesRead == 0 || state.bytesRead + size <= readingLimit else { return false }
      state.bytesRead += size
      return true
    }
    guard isAllowed else { return nil }
    defer { state.withLock { $0.bytesRead -= size } }
    return read()
  }

  // MARK: Fetches

  /// Starts a fetch for a show, unless all shows have reached the limit.
  func beginFetching(isFirst: Bool) -> Bool {
    state.withLock { state in
      guard isFirst || state.fetches < Self.fetchingLimit else { return false }
      state.fetches += 1
      return true
    }
  }

  func endFetching() { state.withLock { $0.fetches -= 1 } }

  // MARK: Copies

  /// Whether a copy is being made or waits to be.
  func contains(_ scaling: Scaling) -> Bool { state.withLock { $0.queue.contains(scaling) } }

  /// Waits until a copy is made, or until it will not be, or for some seconds; not if too many copies or threads wait.
  /// Then further requests get the placeholder.
  func wait(for scaling: Scaling, _ network: IPAddress?, seconds: Int) {
    if scaling.show.isStopped { return }
    let thread = WaitingThread()
    var replaced: Scaling?
    let (isOpen, left) = state.withLock { state -> (Bool, [WaitingThread]) in
      let (isWaiting, yielding) = state.threads.append(thread, in: network)
      guard isWaiting else { return (false, []) }
      let isOpen: Bool
      (isOpen, replaced) = state.queue.append(scaling, in: network)
      if isOpen { state.waiting[scaling, default: []].append(thread) }
      return (isOpen, (yielding.map { [$0] } ?? []) + (replaced.map { state.end($0) } ?? []))
    }
    for thread in left { thread.wake() }
    if let replaced { replaced.show.ended(replaced) }
    if isOpen {
      startWorker()
      thread.wait(seconds: seconds)
    }
    state.withLock { _ = $0.threads.removeWaiting(in: network) { $0 === thread } }
  }

  /// Makes a copy in advance, after all that visitors wait for.
  /// - Returns: whether it will be made.
  func prepare(_ scaling: Scaling) -> Bool {
    let isOpen = state.withLock { $0.queue.append(scaling, in: nil, isAwaited: false).isOpen }
    if isOpen { startWorker() }
    return isOpen
  }

  /// Drops copies that wait to be made.
  func drop(where isDropped: (Scaling) -> Bool) {
    let (dropped, left) = state.withLock { state in
      let dropped = state.queue.removeWaiting(where: isDropped)
      return (dropped, dropped.flatMap { state.end($0) })
    }
    for thread in left { thread.wake() }
    for scaling in dropped { scaling.show.ended(scaling) }
  }

  /// Drops the copies of a show, and no longer lets anybody wait for those that are being made.
  func stop(_ show: PictureCache) {
    drop { $0.show === show }
    let left = state.withLock { state in
      state.waiting.keys.filter { $0.show === show }.flatMap { state.end($0) }
    }
    for thread in left { thread.wake() }
  }

  private func startWorker() {
    let isStarting = state.withLock { state in
      guard state.workers < processes else { return false }
      state.workers += 1
      return true
    }
    if isStarting, !startThread({ [self] in work() }) { state.withLock { $0.workers -= 1 } }
  }

  /// Makes copies until none waits. A process serves one show only.
  private func work() {
    var (process, owner): (ScalerProcess?, ObjectIdentifier?)
    while let scaling = next() {
      if owner != ObjectIdentifier(scaling.show) { process = nil }
      owner = ObjectIdentifier(scaling.show)
      let start = MonotonicClock.awake.seconds
      scaling.show.make(scaling, by: &process)
      let left = state.withLock { state in
        state.queue.finish(scaling, after: MonotonicClock.awake.seconds - start)
        return state.end(scaling)
      }
      for thread in left { thread.wake() }
      scaling.show.ended(scaling)
    }
  }

  private func next() -> Scaling? {
    state.withLock { state in
      let scaling = state.queue.popFirst()
      if scaling == nil { state.workers -= 1 }
      return scaling
    }
  }
}

extension PictureResources.State {
  /// The threads that need not wait for a copy any longer.
  fileprivate mutating func end(_ scaling: Scaling) -> [WaitingThread] {
    waiting.removeValue(forKey: scaling) ?? []
  }
}

/// A copy that is being made, or waits to be: the same one however it was asked for.
struct Scaling: Hashable {
  let show: PictureCache
  let address: String
  let scaling: PictureScaling

  static func == (one: Self, other: Self) -> Bool {
    one.show === other.show && one.address == other.address && one.scaling == other.scaling
  }

  func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

/// A thread with a visitor's request that waits for a copy.
final class WaitingThread: Hashable, Sendable {
  private let end = DispatchSemaphore(value: 0)

  func wait(seconds: Int) { _ = end.wait(timeout: .now() + .seconds(seconds)) }

  func wake() { end.signal() }

  static func == (one: WaitingThread, other: WaitingThread) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
