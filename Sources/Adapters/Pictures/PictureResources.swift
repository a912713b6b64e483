import Dispatch
import Synchronization
import System

/// The resources that the picture caches of a program share.
public final class PictureResources: Sendable {
  /// Bytes of all pictures on disk.
  let room: SharedBudget
  /// One process at a time, so that a thousand pictures do not use up the machine.
  private let scalingQueue = DispatchQueue(label: "dramatis.pictures.scaling", qos: .utility)
  /// Shows with waiting scalings.
  private let turns = Mutex(Turns())
  private let waiting = Mutex(WaitingThreads(limit: waitingLimit))
  private let fetching = Mutex(0)
  /// Bytes of originals that are being read.
  private let reading = Mutex(0)
  private let readingLimit: Int

  private struct Turns {
    var queue = FairQueue<ObjectIdentifier, ObjectIdentifier>(limit: .max, runningLimit: 1)
    var shows: [ObjectIdentifier: PictureCache] = [:]
    /// Whether a thread does the scalings.
    var isBusy = false
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
    self.init(capacity: capacity, readingLimit: Self.readingLimit)
  }

  init(capacity: Int, readingLimit: Int) {
    room = SharedBudget(capacity)
    self.readingLimit = readingLimit
  }

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

  /// Does a scaling of a show when its turn comes. The show that has used the least time comes first, and requests
  /// of visitors come before work in advance.
  func scale(for show: PictureCache, isAwaited: Bool) {
    let id = ObjectIdentifier(show)
    let isIdle = turns.withLock { turns in
      turns.shows[id] = show
      turns.queue.append(id, in: id, isAwaited: isAwaited)
      defer { turns.isBusy = true }
      return !turns.isBusy
    }
    if isIdle { scalingQueue.async { [self] in takeTurns() } }
  }

  private func takeTurns() {
    while let show = nextShow() {
      let start = MonotonicClock.awake.seconds
      show.scaleNext()
      turns.withLock { turns in
        turns.queue.finish(ObjectIdentifier(show), after: MonotonicClock.awake.seconds - start)
        turns.shows[ObjectIdentifier(show)] = nil
      }
      show.wantTurn()
    }
  }

  private func nextShow() -> PictureCache? {
    turns.withLock { turns in
      let show = turns.queue.popFirst().flatMap { turns.shows[$0] }
      turns.isBusy = show != nil
      return show
    }
  }
}

/// A thread with a visitor's request that waits for a scaling.
final class WaitingThread: Sendable {
  let show: ObjectIdentifier
  let source: String
  private let end = DispatchSemaphore(value: 0)

  init(of show: ObjectIdentifier, for source: String) {
    self.show = show
    self.source = source
  }

  /// - Returns: whether it was woken.
  @discardableResult
  func wait(seconds: Int) -> Bool { end.wait(timeout: .now() + .seconds(seconds)) == .success }

  func wake() { end.signal() }
}

/// Threads that wait for a scaling. At the limit, a thread of the show with the most stops waiting in favour of a show
/// with fewer, and within a show a thread of the source with the most.
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
        let yielding = Self.yielding(to: thread, among: threads, \.show)
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
