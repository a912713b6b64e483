import Dispatch
public import Favorites
public import Glibc
import Synchronization
public import System

/// One readable JSON file for each visitor: `favorites/ab/abcdef….json`, replaced whole at every change.
///
/// A change costs a small file and two `fsync`s; changes of one visitor that arrive during a write are written
/// together. A visitor without favorites uses neither memory nor disk. One process at a time may use a folder.
public final class JSONFavorites: FavoritesStore {
  private let show: String
  private let files: ListFiles
  private let sweeper: Sweeper
  private let now: @Sendable () -> Int
  /// Never held while waiting for a disk.
  private let state: Mutex<State>

  private struct State {
    var recent: RecentLists
    var busy: [VisitorID: Busy] = [:]
  }

  /// A visitor whose file a thread works on.
  private struct Busy {
    /// The list on disk; nil until it is known.
    var list: FavoriteList?
    /// Accesses of waiting threads; the first thread leads next.
    var waiting: [PendingAccess] = []
  }

  /// The limits of a store.
  public struct Limits: Sendable {
    /// Bytes of all files. Default: no limit.
    public var space = Int.max
    /// Visitors whose lists are kept in memory.
    public var visitors = 4_096
    /// Bytes of the lists in memory, roughly.
    public var memory = 16 << 20

    public init() {}
  }

  /// - Parameters:
  ///   - directory: the store's own, `<state>/favorites`; made with the first favorite.
  ///   - show: the show's name in the files; files of another show are refused.
  ///   - now: seconds since 1970.
  ///   - running: seconds that advance only while the program runs.
  ///   - log: its lines name no visitor in full.
  public init(
    directory: String, show: String, limits: Limits = Limits(), system: any FileSystem = DiskFileSystem(),
    now: @escaping @Sendable () -> Int = { time(nil) },
    running: @escaping @Sendable () -> Int = { Int(MonotonicClock.awake.seconds) }, log: any Log
  ) {
    self.show = show
    self.now = now
    files = ListFiles(show: show, folder: StoreFolder(directory, system: system, now: now, log: log))
    sweeper = Sweeper(files, limit: limits.space, running: running)
    // A file that was read or changed within a day counts as used.
    state = Mutex(
      State(
        recent: RecentLists(visitorLimit: limits.visitors, costLimit: limits.memory, age: 86_400)))
  }

  public func visitorKey() -> VisitorKey? { files.key.key }

  /// Counts the bytes of all lists, for ``fault``.
  public func measure() { _ = files.folder.totalSize }

  public var fault: String? { files.folder.knownSize.flatMap { Self.fault(bytes: $0, of: sweeper.limit) } }

  public func rememberedList(of visitor: VisitorID) -> FavoriteList? {
    let list = remembered(visitor)
    if list?.isEmpty == false { files.uses.note(visitor, since: nil) }
    return list
  }

  private func remembered(_ visitor: VisitorID) -> FavoriteList? {
    let now = now()
    return state.withLock { $0.busy[visitor]?.list ?? $0.recent.list(of: visitor, now: now) }
  }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = rememberedList(of: visitor) { return list }
    return try perform(PendingAccess(nil, nil), for: visitor)
  }

  public func apply(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?
  ) throws(FavoritesError) -> FavoriteList {
    try perform(PendingAccess(change, address), for: visitor)
  }

  public func sweep() { sweep(limit: 100) }

  /// Expires or deletes up to `limit` files that were unused for 400 days, or that a killed process left unfinished.
  /// - Returns: the number of files.
  @discardableResult
  package func sweep(limit: Int) -> Int {
    sweeper.sweep(limit: limit, whenIdle: whenIdle)
  }

  /// Runs `work` unless a thread works on the visitor's file, and forgets the list.
  private func whenIdle(_ visitor: VisitorID, _ work: () -> Void) {
    let isIdle = state.withLock { state in
      guard state.busy[visitor] == nil else { return false }
      state.busy[visitor] = Busy()
      state.recent.remove(visitor)
      return true
    }
    guard isIdle else { return }
    work()
    handOn(visitor, nil)
  }

  /// Makes a change, or only reads the list.
  ///
  /// One thread leads: it makes all changes that threads have asked for until then, with one write.
  private func perform(
    _ access: PendingAccess, for visitor: VisitorID
  ) throws(FavoritesError) -> FavoriteList {
    let leads = state.withLock { state in
      let isIdle = state.busy[visitor] == nil
      state.busy[visitor, default: Busy()].waiting.append(access)
      return isIdle
    }
    if !leads, let outcome = access.wait() { return try outcome.get() }
    let stored = Result { () throws(FavoritesError) in
      if let list = remembered(visitor) { list } else { try files.read(visitor) }
    }
    var list = try? stored.get()
    let accesses = state.withLock { state in
      let accesses = state.busy[visitor]?.waiting ?? []
      state.busy[visitor] = Busy(list: list)
      return accesses
    }
    var outcomes = accesses.map { _ in stored }
    if let old = list {
      var new = old
      outcomes = accesses.map { access in
        guard let change = access.change else { return stored }
        return Result { () throws(FavoritesError) in
          new = try new.applying(change)
          return new
        }
      }
      do throws(FavoritesError) {
        if new != old {
          let bytes = new.isEmpty ? nil : new.exported(show: show)
          let address = accesses.last { $0.change != nil }?.address
          // A change that makes the list shorter needs no room.
          let isLonger = new.cost > old.cost
          if let bytes, isLonger {
            try sweeper.admit(bytes.count, for: visitor, from: address, whenIdle: whenIdle)
          }
          sweeper.count(try files.store(bytes, of: visitor), from: address)
          if bytes != nil, let address {
            let network = isLonger ? files.tag(of: address) : nil
            files.uses.note(visitor, since: now(), network: network, isNew: old.isEmpty)
            files.uses.write(isUrgent: false)
          }
        }
        list = new
      } catch {
        outcomes = zip(accesses, outcomes).map { $0.change == nil ? $1 : $1.flatMap { _ in .failure(error) } }
      }
    }
    handOn(visitor, list)
    for (access, outcome) in zip(accesses, outcomes).dropFirst() { access.finish(outcome) }
    return try (outcomes.first ?? stored).get()
  }

  /// Remembers the list on disk, and lets the next waiting thread lead.
  private func handOn(_ visitor: VisitorID, _ list: FavoriteList?) {
    let now = now()
    let next = state.withLock { state in
      if let list { state.recent.insert(list, of: visitor, now: now) }
      let next = state.busy[visitor]?.waiting.first
      if next == nil {
        state.busy[visitor] = nil
      } else {
        state.busy[visitor]?.list = list
      }
      return next
    }
    next?.lead()
  }
}

/// An access of one thread to one visitor's list, which another thread may make for it.
private final class PendingAccess: Sendable {
  typealias Outcome = Result<FavoriteList, FavoritesError>

  /// Nil for reading.
  let change: FavoriteChange?
  let address: IPAddress?
  private let outcome = Mutex<Outcome?>(nil)
  private let woken = DispatchSemaphore(value: 0)

  init(_ change: FavoriteChange?, _ address: IPAddress?) {
    (self.change, self.address) = (change, address)
  }

  /// Blocks until the leader has made this access, or hands on the lead: then nil.
  func wait() -> Outcome? {
    woken.wait()
    return outcome.withLock { $0 }
  }

  func finish(_ outcome: Outcome) {
    self.outcome.withLock { $0 = outcome }
    woken.signal()
  }

  func lead() { woken.signal() }
}
