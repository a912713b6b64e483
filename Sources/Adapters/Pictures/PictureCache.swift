import Dispatch
public import Fetching
import FoundationEssentials
import Synchronization
public import System

/// Keeps pictures from outside on disk, and fetches those that are missing in the background.
///
/// ``state(of:)`` and ``want(_:)`` wait for neither disk nor network. The list of what is on disk is read in
/// the background too: until then a stored picture is ``PictureState/unknown``, and wanting it makes no fetch.
public final class PictureCache: Sendable {
  let directory: String
  let rules: PictureRules
  private let fetcher: Fetcher?
  let now: @Sendable () -> Int
  let report: @Sendable (String) -> Void
  let threads = DispatchGroup()
  let state: Mutex<State>
  /// Path of the program, which makes smaller copies in a process of its own; nil if none are made.
  let scaler: String?
  /// What it has together with others.
  let resources: PictureResources
  private let changes = Atomic(0)

  /// Guarded by ``state``.
  struct State {
    var index = PictureIndex()
    /// By the names of originals' files.
    var facts: [String: PictureFacts] = [:]
    /// By the names of the files that they make, as in ``turns``.
    var scalings: [String: Scaling] = [:]
    var turns: FairQueue<String, String>
    var preparations = Preparations()
    /// Names of originals that are sent as they came, because there is no decoder for them.
    var undecoded: Set<String> = []
    /// Bytes that it has noted to hold.
    var noted = 0
    /// Addresses to fetch, by their sources.
    var queue: FairQueue<String, String>
    /// Threads that fetch.
    var fetching = 0
    var failures = PictureFailures()
    var fetchPauses = SourcePauses()
    var scalingPauses = SourcePauses()
    var isListed = false
    var isStopped = false
    var throttle = ReportThrottle(
      period: 3_600, limit: 10, closing: "further failures are not logged for an hour")
    /// Pauses are told apart from the failures that lead to them.
    var pauseThrottle = ReportThrottle(period: 3_600, limit: 10)
    var statistics = PictureStatistics()

    init(_ rules: PictureRules) {
      turns = FairQueue(limit: rules.scalingLimit, runningLimit: 1)
      queue = FairQueue(limit: rules.fetchingLimit, runningLimit: rules.atOnce)
    }
  }

  /// - Parameters:
  ///   - directory: this cache's own; made if it does not exist.
  ///   - fetcher: the cache's own, stopped with it; nil if nothing may be fetched.
  ///   - resources: what it has together with others; by default it has them to itself.
  ///   - scaler: path of the program that is started anew for each picture that is made smaller; nil for none.
  ///   - now: seconds since some moment, of a clock that nobody sets.
  ///   - report: takes lines for the log, on any thread.
  public init(
    directory: String, rules: PictureRules, fetcher: Fetcher?, resources: PictureResources? = nil,
    scaler: String? = nil,
    now: @escaping @Sendable () -> Int = { Int(MonotonicClock.sinceBoot.seconds) },
    report: @escaping @Sendable (String) -> Void
  ) {
    self.directory = directory
    self.rules = rules
    self.fetcher = fetcher
    self.resources = resources ?? PictureResources(capacity: rules.capacity)
    self.scaler = scaler
    self.now = now
    self.report = report
    state = Mutex(State(rules))
    self.resources.room.join()
    DispatchQueue(label: "dramatis.pictures.list").async(group: threads) { [self] in list() }
  }

  deinit {
    resources.room.leave(holding: state.withLock { $0.noted })
  }

  /// What the cache holds and has done.
  public var statistics: PictureStatistics {
    state.withLock { state in
      var statistics = state.statistics
      (statistics.files, statistics.bytes) = (state.index.count, state.index.cost)
      return statistics
    }
  }

  /// A number that grows whenever a picture, a smaller copy or the facts of one arrive, or one turns out to be
  /// missing: what depends on the state of pictures is stale once it has grown. Cost: one atomic read.
  public var version: Int { changes.load(ordering: .relaxed) }

  func noteChange() { changes.add(1, ordering: .relaxed) }

  /// What is known of a picture right now.
  public func state(of address: String) -> PictureState {
    let name = PictureFile.name(of: address)
    let now = now()
    return state.withLock { state in
      if state.index[name] != nil { return .stored }
      if state.queue.contains(address) { return .wanted }
      let end =
        state.failures.pause(of: address, now: now)
        ?? state.pause(of: address, in: state.fetchPauses, now: now)
      return end.map { .failed(until: $0) } ?? .unknown
    }
  }

  /// Whether it is still to be found out if there is a picture.
  public func isPending(_ address: String) -> Bool {
    state.withLock { !$0.isListed || $0.queue.contains(address) }
  }

  /// Has a picture fetched, unless it is here or on its way, failed not long ago, or its source pauses.
  public func want(_ address: String) {
    guard source.reaches(address), state(of: address) == .unknown else { return }
    let source = PictureSource.name(of: address)
    state.withLock { state in
      guard !state.isStopped else { return }
      state.queue.append(address, in: source)
      wakeWorkers(&state)
    }
  }

  /// Whether a copy of a picture is not here but may come: its original is on its way or was never asked for, or
  /// the copy has yet to be made.
  public func isAwaited(_ address: String, _ scaling: PictureScaling) -> Bool {
    guard scaler != nil else { return false }
    let name = PictureFile.name(of: address)
    return state.withLock { state in
      // Mostly it is here, and a page asks about each of its pictures.
      if state.index[name + scaling.suffix] != nil { return false }
      let now = now()
      return (state.index[name] != nil || source.reaches(address)) && !state.undecoded.contains(name)
        && state.failures.pause(of: address, now: now) == nil
        && state.failures.pause(of: address + scaling.suffix, now: now) == nil
        && state.pause(of: address, in: state.scalingPauses, now: now) == nil
        && (state.index[name] != nil || state.pause(of: address, in: state.fetchPauses, now: now) == nil)
    }
  }

  /// Has a picture fetched that a visitor asked for and that is not here.
  public func miss(_ address: String) {
    state.withLock { $0.statistics.misses += 1 }
    want(address)
  }

  /// Reads a stored picture; blocks for the disk. Nil if the file was damaged, which is then forgotten, or for a
  /// moment if many are read at once.
  public func load(_ address: String) -> Picture? {
    guard let picture = original(of: address) else { return nil }
    state.withLock { $0.statistics.hits += 1 }
    return picture
  }

  /// What is stored of an address; blocks for the disk. Nil if the file was damaged, which is then forgotten.
  func read(_ address: String, _ scaling: PictureScaling? = nil) -> [UInt8]? {
    let name = PictureFile.name(of: address, scaling)
    let file = PictureFile(directory: directory, address: address, scaling)
    let bytes = file.read()
    if bytes != nil { file.markUsed() }
    state.withLock { state in
      if bytes != nil {
        state.index.use(name)
      } else {
        state.index.remove(name)
      }
    }
    return bytes
  }

  /// Ends what is under way and returns once it has ended. Nothing is fetched afterwards.
  public func stop() {
    let scalings = state.withLock { state in
      state.isStopped = true
      return state.scalings.values
    }
    for scaling in scalings { scaling.wakeWaiting() }
    fetcher?.stop()
    threads.wait()
  }

  /// Finds out what is on disk, and lets the fetching begin.
  private func list() {
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let index = try PictureIndex(of: directory)
      remove(
        state.withLock { state in
          state.index = index
          return makeRoom(&state)
        })
    } catch {
      report("pictures: cannot use the folder \(directory), so none are kept")
    }
    state.withLock { state in
      state.isListed = true
      wakeWorkers(&state)
    }
    listFacts()
    noteChange()
    prepareNext()
  }

  var source: PictureSource { PictureSource(rules: rules, fetcher: fetcher) }

  /// Writes a picture, or smaller copies of it, and lets go what has not been used for longest.
  func keep(_ bytes: [UInt8], _ address: String, _ scaling: PictureScaling? = nil) throws {
    let size = try PictureFile(directory: directory, address: address, scaling).write(bytes)
    remove(
      state.withLock { state in
        state.index.insert(PictureFile.name(of: address, scaling), size: size)
        state.failures.remove(address + (scaling?.suffix ?? ""))
        return makeRoom(&state)
      })
    noteChange()
  }

  /// Lets go what is too much, and returns the names of its files.
  private func makeRoom(_ state: inout State) -> [String] {
    let evicted = state.index.evict(costLimit: resources.room.limit(holding: state.noted))
    resources.room.note(state.index.cost - state.noted)
    state.noted = state.index.cost
    return evicted
  }

  private func remove(_ names: [String]) {
    for name in names { try? FileManager.default.removeItem(atPath: "\(directory)/\(name)") }
  }
}
