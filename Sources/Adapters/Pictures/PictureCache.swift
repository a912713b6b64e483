import Dispatch
public import Fetching
import FoundationEssentials
internal import Glibc
import Synchronization
public import System

/// A cache of external pictures on disk, which fetches missing ones in the background.
///
/// ``state(of:)`` and ``want(_:)`` wait for neither disk nor network. The folder is listed in the background too:
/// until then a stored picture is ``PictureState/unknown``, and wanting it starts no fetch.
public final class PictureCache: Sendable {
  let directory: String
  let rules: PictureRules
  private let fetcher: Fetcher?
  let now: @Sendable () -> Int
  let log: any Log
  let threads = DispatchGroup()
  let state: Mutex<State>
  /// Path of the program that makes smaller copies in a process of its own; nil if none are made.
  let scaler: String?
  let resources: PictureResources
  private let changes = Atomic(0)

  /// Guarded by ``state``.
  struct State {
    var index = PictureIndex()
    /// By the hashes in the names of originals.
    var facts: [UInt64: PictureFacts] = [:]
    var preparations = Preparations()
    /// File names of originals that are sent unscaled, because they have no decoder.
    var undecoded: Set<String> = []
    /// Bytes that it has added to the shared budget.
    var noted = 0
    /// Addresses to fetch, by source.
    var queue: FairQueue<String, String>
    /// Fetching threads.
    var fetching = 0
    var faults = PictureFaults()
    var isListed = false
    var isStopped = false
    var statistics = PictureStatistics()

    init(_ rules: PictureRules) {
      queue = FairQueue(limit: rules.fetchingLimit, runningLimit: rules.atOnce)
    }
  }

  /// - Parameters:
  ///   - directory: the cache's own; created if missing.
  ///   - fetcher: the cache's own, stopped with it; nil if fetching is not allowed.
  ///   - resources: shared with other caches; its own by default.
  ///   - now: seconds of a monotonic clock.
  public init(
    directory: String, rules: PictureRules, fetcher: Fetcher?, resources: PictureResources? = nil,
    scaler: String? = nil,
    now: @escaping @Sendable () -> Int = { Int(MonotonicClock.sinceBoot.seconds) },
    log: any Log
  ) {
    self.directory = directory
    self.rules = rules
    self.fetcher = fetcher
    self.resources = resources ?? PictureResources(capacity: rules.capacity)
    self.scaler = scaler
    self.now = now
    self.log = log
    state = Mutex(State(rules))
    self.resources.room.join()
    DispatchQueue(label: "dramatis.pictures.list").async(group: threads) { [self] in list() }
  }

  deinit {
    resources.room.leave(holding: state.withLock { $0.noted })
  }

  public var statistics: PictureStatistics {
    state.withLock { state in
      var statistics = state.statistics
      (statistics.files, statistics.bytes) = (state.index.count, state.index.cost)
      return statistics
    }
  }

  /// The source with most failures among those whose pictures fail more often than not, as one sentence.
  public var fault: String? { state.withLock { $0.faults.worst } }

  /// A number that grows whenever pages with pictures become stale: a picture, a smaller copy or its facts have
  /// arrived, or a picture has failed. Cost: one atomic read.
  public var version: Int { changes.load(ordering: .relaxed) }

  func noteChange() { changes.add(1, ordering: .relaxed) }

  public func state(of address: String) -> PictureState {
    let name = PictureFile.name(of: address)
    let now = now()
    return state.withLock { state in
      if state.index.contains(name) { return .stored }
      if state.queue.contains(address) { return .wanted }
      let end =
        state.faults.pause(of: address, now: now)
        ?? state.faults.pause(ofSourceOf: address, .fetching, now: now)
      return end.map { .failed(until: $0) } ?? (isFile(address) ? .stored : .unknown)
    }
  }

  /// Whether the original is a local file: it is read there, and never copied.
  func isFile(_ address: String) -> Bool {
    rules.folder != nil && address.hasPrefix(EnclosedFolder.scheme)
  }

  /// Whether the picture's state may change soon by itself.
  public func isPending(_ address: String) -> Bool {
    state.withLock { !$0.isListed || $0.queue.contains(address) }
  }

  /// Fetches a picture unless it is stored or wanted, failed lately, or its source pauses.
  public func want(_ address: String) {
    guard source.reaches(address), state(of: address) == .unknown else { return }
    let source = PictureSource.name(of: address)
    state.withLock { state in
      guard !state.isStopped else { return }
      state.queue.append(address, in: source)
      wakeWorkers(&state)
    }
  }

  /// Whether a copy may still arrive: its original is wanted or was never requested, or the copy is not made yet.
  public func isAwaited(_ address: String, _ scaling: PictureScaling) -> Bool {
    guard scaler != nil else { return false }
    let name = PictureFile.name(of: address)
    return state.withLock { state in
      // The usual case, for each picture of a page.
      if state.index.contains(name + scaling.suffix) { return false }
      let now = now()
      let faults = state.faults
      return (state.index.contains(name) || source.reaches(address)) && !state.undecoded.contains(name)
        && faults.pause(of: address, now: now) == nil
        && faults.pause(of: address + scaling.suffix, now: now) == nil
        && faults.pause(ofSourceOf: address, .scaling, now: now) == nil
        && (state.index.contains(name) || faults.pause(ofSourceOf: address, .fetching, now: now) == nil)
    }
  }

  /// Opens a stored picture, and reads it once; blocks for the disk. Nil if the file was damaged.
  public func load(_ address: String) -> StoredPicture? {
    let picture = slice(of: address).flatMap { StoredPicture($0) }
    // Notes the fault.
    if picture == nil, isFile(address) { _ = original(of: address) }
    return picture
  }

  private func slice(of address: String) -> FileSlice? {
    guard isFile(address) else { return reading(address) { $0.slice() } }
    let file = rules.folder?.slice(at: address)
    return file.flatMap { $0.count <= PictureRules.fileLimit ? $0 : nil }
  }

  /// Reads or opens the file of a picture or its copies; blocks for the disk. A damaged file is forgotten, but not one
  /// that can't be opened for want of descriptors.
  func reading<Result>(
    _ address: String, _ scaling: PictureScaling? = nil, _ read: (PictureFile) -> Result?
  ) -> Result? {
    let name = PictureFile.name(of: address, scaling)
    let file = PictureFile(directory: directory, address: address, scaling)
    errno = 0
    let result = read(file)
    if result == nil, errno == EMFILE || errno == ENFILE { return nil }
    if result != nil { file.markUsed() }
    state.withLock { result == nil ? $0.index.remove(name) : $0.index.use(name) }
    return result
  }

  /// Cancels all work and waits for its end.
  public func stop() {
    state.withLock { $0.isStopped = true }
    resources.stop(self)
    fetcher?.stop()
    threads.wait()
  }

  /// Lists the folder, and starts fetching.
  private func list() {
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let index = try PictureIndex(of: directory)
      remove(
        state.withLock { state in
          state.index = index
          return evict(from: &state)
        })
    } catch {
      log.warning("pictures: cannot use \(directory); caching disabled")
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

  /// Writes a picture, or its smaller copies, and evicts the least recently used files.
  func keep(_ bytes: [UInt8], _ address: String, _ scaling: PictureScaling? = nil) throws {
    let size = try PictureFile(directory: directory, address: address, scaling).write(bytes)
    remove(
      state.withLock { state in
        state.index.insert(PictureFile.name(of: address, scaling), size: size)
        state.faults.succeed(address + (scaling?.suffix ?? ""))
        return evict(from: &state)
      })
    noteChange()
  }

  /// Evicts files beyond the budget, and returns their names.
  private func evict(from state: inout State) -> [String] {
    let evicted = state.index.evict(costLimit: resources.room.limit(holding: state.noted))
    resources.room.note(state.index.cost - state.noted)
    state.noted = state.index.cost
    return evicted
  }

  private func remove(_ names: [String]) {
    for name in names { try? FileManager.default.removeItem(atPath: "\(directory)/\(name)") }
  }
}
