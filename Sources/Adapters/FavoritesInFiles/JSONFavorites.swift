import Dispatch
public import Favorites
public import Glibc
import Synchronization
public import System

/// One readable JSON file for each visitor: `favorites/ab/abcdef….json`, replaced whole at every change.
///
/// A change costs a small file and two `fsync`s. A visitor without favorites uses neither memory nor disk. One process
/// at a time may use a folder.
public final class JSONFavorites: FavoritesStore {
  private let files: ListFiles
  private let sweeper: Sweeper
  /// Removes files of lists that visitors named.
  private let listsSweeper: Sweeper?
  private let now: @Sendable () -> Int
  /// Never held while waiting for a disk.
  private let state: Mutex<State>

  private struct State {
    var recent: RecentLists
    /// The turn of each visitor whose file is read or written now.
    var turns: [VisitorID: Turn] = [:]
  }

  /// The work of one thread after the other on a visitor's file.
  private final class Turn: @unchecked Sendable {
    let ended = DispatchSemaphore(value: 0)
    /// Threads that work or wait. Guarded by ``state``.
    var threads = 1
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
    self.now = now
    files = ListFiles(show: show, folder: StoreFolder(directory, system: system, now: now, log: log))
    sweeper = Sweeper(files, limit: limits.space, running: running)
    listsSweeper = files.lists.map { Sweeper($0, limit: .max, running: running) }
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
    let now = now()
    return state.withLock { $0.recent.list(of: visitor, now: now) }
  }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = rememberedList(of: visitor) { return list }
    let turn = begin(visitor)
    defer { end(visitor, turn) }
    return try read(visitor)
  }

  /// Another thread may have read it since.
  private func read(_ visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = rememberedList(of: visitor) { return list }
    let list = try files.read(visitor)
    remember(list, of: visitor)
    return list
  }

  private func remember(_ list: FavoriteList, of visitor: VisitorID) {
    let now = now()
    state.withLock { $0.recent.insert(list, of: visitor, now: now) }
  }

  public func apply(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?
  ) throws(FavoritesError) -> FavoriteList {
    let turn = begin(visitor)
    defer { end(visitor, turn) }
    let old = try read(visitor)
    let new = try old.changed(by: change)
    if new == old { return old }
    // A change that makes the list shorter needs no room.
    if new.cost > old.cost { try sweeper.admit(new, for: visitor, from: address, isNew: old.isEmpty) }
    sweeper.count(try files.store(new, of: visitor), from: address)
    remember(new, of: visitor)
    return new
  }

  public func sweep() { sweep(limit: 100) }

  /// Expires or deletes up to `limit` files that were unused for 400 days, or that a killed process left unfinished.
  /// - Returns: the number of files.
  @discardableResult
  package func sweep(limit: Int) -> Int {
    sweeper.sweep(limit: limit, whenIdle: whenIdle)
      + (listsSweeper?.sweep(limit: limit, whenIdle: whenIdle) ?? 0)
  }

  /// Runs `work` unless a thread works on the visitor's file, and forgets the list.
  private func whenIdle(_ visitor: VisitorID, _ work: () -> Void) {
    let turn = Turn()
    let isIdle = state.withLock { state in
      guard state.turns[visitor] == nil else { return false }
      state.recent.remove(visitor)
      state.turns[visitor] = turn
      return true
    }
    guard isIdle else { return }
    work()
    end(visitor, turn)
  }

  /// Begins work on a visitor's file, after that of other threads.
  private func begin(_ visitor: VisitorID) -> Turn {
    // Swift 6.0 cannot compile a closure that returns both.
    let own = Turn()
    let turn = state.withLock { state in
      guard let turn = state.turns[visitor] else {
        state.turns[visitor] = own
        return own
      }
      turn.threads += 1
      return turn
    }
    if turn !== own { turn.ended.wait() }
    return turn
  }

  private func end(_ visitor: VisitorID, _ turn: Turn) {
    state.withLock { state in
      turn.threads -= 1
      if turn.threads == 0 { state.turns[visitor] = nil }
    }
    turn.ended.signal()
  }
}
