import Dispatch
import Synchronization
import System

/// What the picture caches of a program have together.
public final class PictureResources: Sendable {
  /// Bytes of all pictures on disk.
  let room: SharedBudget
  /// One process at a time, whatever is asked for: a thousand pictures are not to take the machine.
  private let scalingQueue = DispatchQueue(label: "dramatis.pictures.scaling", qos: .utility)
  /// Shows that have scalings waiting, each of them once.
  private let turns = Mutex(Turns())
  private let waiting = Mutex(WaitingThreads(limit: waitingLimit))
  private let fetching = Mutex(0)
  /// Bytes of originals that are being read.
  private let reading = Mutex(0)
  private let readingLimit: Int

  private struct Turns {
    var queue = FairQueue<ObjectIdentifier, ObjectIdentifier>(limit: .max, runningLimit: 1)
    var shows: [ObjectIdentifier: PictureCache] = [:]
    /// Whether a thread takes one after the other.
    var isBusy = false
  }

  /// Threads that wait at once: half of those that a server has for what blocks, so that slow pictures hold up no
  /// favorites. Further requests get the placeholder.
  static let waitingLimit = 6
  /// Pictures that are fetched at once for all shows; each show may always fetch one.
  static let fetchingLimit = 24
  /// Bytes of pictures that are read at once to be sent as they came, or made smaller: as many as answers hold. One
  /// alone may be larger.
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

  /// Reads a picture of so many bytes, unless others that are being read take too much together.
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

  /// Lets a show fetch one more picture, unless all shows fetch too many.
  func beginFetching(isFirst: Bool) -> Bool {
    fetching.withLock { fetching in
      guard isFirst || fetching < Self.fetchingLimit else { return false }
      fetching += 1
      return true
    }
  }

  func endFetching() { fetching.withLock { $0 -= 1 } }

  /// Has a scaling of a show done when its turn comes. The show that has used the least time comes first, and
  /// requests of visitors come before what is made beforehand.
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
