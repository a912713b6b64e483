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
  let files: ListFiles
  let show: String
  let now: @Sendable () -> Int
  let log: any Log
  let key: KeyFile
  private let shares: NetworkShares
  /// Bytes of all files; simultaneous changes may exceed it by their own size.
  private let space: Int
  /// Seconds for which the program has run, and the start by both clocks.
  let running: @Sendable () -> Int
  let start: (time: Int, running: Int)
  let turns = Turns()
  /// Never held while waiting for a disk.
  let recent: Mutex<RecentLists>
  let state = Mutex(State())

  struct State {
    /// Bytes of all files; nil before they are counted.
    var size: Int?
    /// Nil before the file is read.
    var clock: ExpiryClock?
    /// Whether the log has told that the room is taken.
    var isFull = false
  }

  /// The limits of a store.
  public struct Limits: Sendable {
    /// Bytes of all files. Default: no limit.
    public var space = 1 << 60
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
    (self.show, self.now, self.running, self.log, space) = (show, now, running, log, limits.space)
    start = (now(), running())
    files = ListFiles(directory, show: show, system: system, now: now, log: log)
    key = KeyFile("\(directory)/key", system: system, log: log)
    shares = NetworkShares(of: limits.space, running: running, log: log)
    // A file that was read or changed within a day counts as used.
    recent = Mutex(RecentLists(visitorLimit: limits.visitors, costLimit: limits.memory, age: 86_400))
  }

  public func visitorKey() -> VisitorKey? { key.key }

  // MARK: Reading

  public func rememberedList(of visitor: VisitorID) -> FavoriteList? {
    let now = now()
    return recent.withLock { $0.list(of: visitor, now: now) }
  }

  public func list(of visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = rememberedList(of: visitor) { return list }
    return try turns.take(visitor) { () throws(FavoritesError) in try read(visitor) }
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
    recent.withLock { $0.insert(list, of: visitor, now: now) }
  }

  // MARK: Changing

  public func apply(
    _ change: FavoriteChange, for visitor: VisitorID, from address: IPAddress?
  ) throws(FavoritesError) -> FavoriteList {
    try turns.take(visitor) { () throws(FavoritesError) in
      let old = try read(visitor)
      let new = try old.changed(by: change)
      if new == old { return old }
      let bytes = new.isEmpty ? [] : new.exported(show: show)
      // All files are counted before the first of them changes.
      let size = size
      let growth = FavoriteList.room(of: bytes.count) - files.room(of: visitor)
      if growth > 0 { try admit(growth, to: size, from: address, isNew: old.isEmpty) }
      do throws(FavoritesError) {
        try files.store(bytes, of: visitor, key)
      } catch {
        if case .unconfirmed = error { recent.withLock { $0.remove(visitor) } }
        throw error
      }
      state.withLock { $0.size? += growth }
      shares.add(growth, from: address)
      remember(new, of: visitor)
      return new
    }
  }

  // MARK: Room

  /// Once the room is taken, lists that exist may still grow, up to twice the limit.
  private func admit(
    _ growth: Int, to size: Int, from address: IPAddress?, isNew: Bool
  ) throws(FavoritesError) {
    guard shares.admit(growth, from: address) else { throw .noRoom(limit: space) }
    if size + growth <= (isNew ? space : 2 * space) { return }
    let isFirst = state.withLock { state in
      defer { state.isFull = true }
      return !state.isFull
    }
    if isFirst {
      log.warning("favorites: the \(space >> 20) MB of --favorites-space are taken; no new lists begin")
    }
    throw .noRoom(limit: space)
  }

  /// Bytes of all files, in blocks as disks allocate them. Counts them at the first call.
  private var size: Int {
    if let size = state.withLock({ $0.size }) { return size }
    var size = 0
    for folder in files.folders + ["expired", "lists/expired"] {
      let path = "\(files.root)/\(folder)"
      for name in (try? files.system.names(in: path)) ?? [] {
        size += (try? files.system.room(of: "\(path)/\(name)")) ?? 0
      }
    }
    return state.withLock { state in
      state.size = state.size ?? size
      return state.size ?? size
    }
  }

  /// Counts the bytes of all lists, for ``fault``.
  public func measure() { _ = size }

  /// A sentence for health, from four fifths of the room on.
  public var fault: String? {
    guard let size = state.withLock({ $0.size }), size >= space / 5 * 4 else { return nil }
    return "favorites take \(size >> 20) of \(space >> 20) MB"
  }
}

/// The work on each visitor's file, one after the other.
final class Turns: Sendable {
  /// The work of each visitor in its order; the first is being done.
  private let queues = Mutex<[VisitorID: [DispatchSemaphore]]>([:])

  func take<Result>(
    _ visitor: VisitorID, _ work: () throws(FavoritesError) -> Result
  ) throws(FavoritesError) -> Result {
    let turn = DispatchSemaphore(value: 0)
    let isFirst = queues.withLock { queues in
      queues[visitor, default: []].append(turn)
      return queues[visitor]?.count == 1
    }
    if !isFirst { turn.wait() }
    defer {
      queues.withLock { queues in
        queues[visitor]?.removeFirst()
        if let next = queues[visitor]?.first { next.signal() } else { queues[visitor] = nil }
      }
    }
    return try work()
  }
}
