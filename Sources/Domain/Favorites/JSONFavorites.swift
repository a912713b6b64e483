import Glibc
import Synchronization
public import System

/// One readable JSON file for each visitor: `favorites/ab/abcdef….json`, replaced whole at every change.
///
/// A change costs a small file and two `fsync`s; changes of one visitor that come while one is being written
/// are written together. Of a visitor without favorites nothing is kept, neither in memory nor on disk.
/// One process at a time may work on a folder.
public final class JSONFavorites: FavoritesStore {
  private let document: FavoriteDocument
  private let reader: ListReader
  private let writer: ListWriter
  private let now: @Sendable () -> Int
  private let sweeper: Sweeper
  private let room: FavoritesRoom
  private let keyFile: KeyFile
  private let state: Mutex<State>

  /// Guarded by ``state``, which nobody holds while waiting for a disk.
  private struct State {
    var recent: RecentLists
    var busy: [VisitorID: Busy] = [:]
  }

  /// A visitor whose file somebody is at work on.
  private struct Busy {
    /// As it is on disk; nil until that is known.
    var list: FavoriteList?
    /// Those that wait; the first leads next.
    var waiting: [PendingAccess] = []
  }

  /// - Parameters:
  ///   - directory: the store's own, `<state>/favorites`; made with the first favorite.
  ///   - show: the show's name in the files; files of another show are refused.
  ///   - visitorLimit: how many visitors' lists are kept in memory at most.
  ///   - memoryLimit: bytes that these lists take at most, roughly. Default 16 MB.
  ///   - space: bytes that all files take at most. Default: no limit.
  ///   - now: seconds since 1970.
  ///   - report: takes lines for the log, on any thread. They name no visitor in full.
  public init(
    directory: String, show: String, visitorLimit: Int = 4_096, memoryLimit: Int = 16 << 20,
    space: Int = .max, system: any FileSystem = DiskFileSystem(),
    now: @escaping @Sendable () -> Int = JSONFavorites.secondsSince1970,
    report: @escaping @Sendable (String) -> Void
  ) {
    let tree = FolderTree(root: directory, system: system)
    document = FavoriteDocument(show: show)
    reader = ListReader(tree: tree, system: system, document: document, now: now, report: report)
    writer = ListWriter(tree: tree, system: system)
    room = FavoritesRoom(limit: space, tree: tree, system: system, now: now, report: report)
    keyFile = KeyFile(tree: tree, system: system, report: report)
    sweeper = Sweeper(tree: tree, system: system, room: room, now: now, report: report)
    self.now = now
    state = Mutex(State(recent: RecentLists(visitorLimit: visitorLimit, costLimit: memoryLimit)))
  }

  public static func secondsSince1970() -> Int { time(nil) }

  public func visitorKey() -> VisitorKey? { keyFile.key }

  public func rememberedList(of visitor: VisitorID) -> FavoriteList? {
    let now = now()
    return state.withLock { $0.busy[visitor]?.list ?? $0.recent.list(of: visitor, now: now) }
  }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = rememberedList(of: visitor) { return list }
    return try take(PendingAccess(nil), at: visitor).get()
  }

  public func apply(
    _ change: FavoriteChange, for visitor: VisitorID
  ) throws(FavoritesError) -> FavoriteList {
    try take(PendingAccess(change), at: visitor).get()
  }

  /// Removes up to `limit` files that nobody has used for 400 days, or that a killed process left unfinished.
  ///
  /// Continues where the last sweep ended, for one round of the folders at most; blocks for the disk.
  /// - Returns: how many files it removed: fewer than `limit` when there were no more.
  public func sweep(limit: Int) -> Int {
    sweeper.sweep(limit: limit, whenIdle: whenIdle)
  }

  /// Runs `work` while nobody else is at the visitor's file, and forgets the visitor; returns without it
  /// where somebody is.
  private func whenIdle(_ visitor: VisitorID, _ work: () -> Void) {
    let isIdle = state.withLock { state in
      guard state.busy[visitor] == nil else { return false }
      state.busy[visitor] = Busy()
      state.recent.forget(visitor)
      return true
    }
    guard isIdle else { return }
    work()
    handOn(visitor, nil)
  }

  private func take(_ access: PendingAccess, at visitor: VisitorID) -> PendingAccess.Outcome {
    let leads = state.withLock { state in
      let isIdle = state.busy[visitor] == nil
      state.busy[visitor, default: Busy()].waiting.append(access)
      return isIdle
    }
    if !leads, let outcome = access.wait() { return outcome }
    return lead(visitor)
  }

  /// Does what all who wait for the visitor have asked for, and returns what came of the first, the leader's.
  private func lead(_ visitor: VisitorID) -> PendingAccess.Outcome {
    let stored: PendingAccess.Outcome
    if let list = rememberedList(of: visitor) {
      stored = .success(list)
    } else {
      stored = Result { () throws(FavoritesError) in try reader.read(visitor) }
    }
    let accesses = state.withLock { state in
      let accesses = state.busy[visitor]?.waiting ?? []
      state.busy[visitor] = Busy(list: try? stored.get())
      return accesses
    }
    let (list, outcomes) = outcomes(of: accesses, from: stored, visitor)
    handOn(visitor, list)
    for (access, outcome) in zip(accesses, outcomes).dropFirst() { access.finish(outcome) }
    return outcomes.first ?? stored
  }

  /// Makes the changes and stores their result; if that fails, none of them is made.
  /// - Returns: the list that is stored then, nil if that is not known, and what came of each access.
  private func outcomes(
    of accesses: [PendingAccess], from stored: PendingAccess.Outcome, _ visitor: VisitorID
  ) -> (list: FavoriteList?, outcomes: [PendingAccess.Outcome]) {
    guard case .success(let old) = stored else { return (nil, accesses.map { _ in stored }) }
    var new = old
    let outcomes = accesses.map { access -> PendingAccess.Outcome in
      guard let change = access.change else { return stored }
      do throws(FavoritesError) {
        new = try new.applying(change)
        return .success(new)
      } catch {
        return .failure(error)
      }
    }
    do {
      if new != old { try store(new, visitor, isLonger: new.count > old.count) }
      return (new, outcomes)
    } catch {
      return (
        old, zip(accesses, outcomes).map { $0.change == nil ? $1 : $1.flatMap { _ in .failure(error) } }
      )
    }
  }

  private func store(
    _ list: FavoriteList, _ visitor: VisitorID, isLonger: Bool
  ) throws(FavoritesError) {
    let bytes = list.isEmpty ? nil : document.encode(list)
    // What makes a list shorter is taken in a full room as well.
    if let bytes, isLonger, !room.has(bytes.count, whenIdle: whenIdle) {
      throw .noRoom(limit: room.limit)
    }
    do throws(SystemError) {
      try room.counting(visitor) { () throws(SystemError) in
        guard let bytes else { return try writer.remove(visitor) }
        try reader.tree.settle(visitor)
        try keyFile.settle()
        try writer.replace(visitor, with: bytes)
      }
    } catch {
      throw .unwritable(path: reader.tree.shortPath(of: .list(visitor)), reason: error.obstacle)
    }
  }

  /// Keeps what is on disk now, and lets the next one lead who has come meanwhile.
  private func handOn(_ visitor: VisitorID, _ list: FavoriteList?) {
    let now = now()
    let next = state.withLock { state in
      if let list { state.recent.keep(list, of: visitor, now: now) }
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
