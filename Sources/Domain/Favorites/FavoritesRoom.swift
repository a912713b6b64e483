import Synchronization
import System

/// The room that the files of all visitors have together.
///
/// They are counted at the first change; from then on what each change adds or frees. Changes that are made at
/// the same moment may pass the limit by their own size.
final class FavoritesRoom: Sendable {
  /// Bytes, in blocks as disks give them out.
  let limit: Int

  /// Seconds until it is looked again for lists that may go, after there were not enough: looking at all files
  /// takes a while, and a full room must not cost more than an empty one.
  private static let pause = 600

  private struct State {
    /// Bytes; nil before the files are counted.
    var taken: Int?
    /// Seconds since 1970 until which nobody looks for lists that may go.
    var searchesFrom = 0
  }

  private let tree: FolderTree
  private let system: any FileSystem
  private let writer: ListWriter
  private let now: @Sendable () -> Int
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())

  init(
    limit: Int, tree: FolderTree, system: any FileSystem, now: @escaping @Sendable () -> Int,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.limit = limit
    self.tree = tree
    self.system = system
    writer = ListWriter(tree: tree, system: system)
    self.now = now
    self.report = report
  }

  /// Whether so many more bytes have room; lists that nobody uses make way for them.
  /// - Parameter whenIdle: runs its closure while nobody works on the visitor's file, or not at all.
  func has(_ bytes: Int, whenIdle: (VisitorID, () -> Void) -> Void) -> Bool {
    if taken + bytes <= limit { return true }
    let now = now()
    let searches = state.withLock { state in
      guard now >= state.searchesFrom else { return false }
      state.searchesFrom = now + Self.pause
      return true
    }
    guard searches else { return false }
    makeRoom(for: bytes, whenIdle)
    guard taken + bytes <= limit else { return false }
    state.withLock { $0.searchesFrom = 0 }
    return true
  }

  /// Makes a change of one visitor's files, and counts what it adds or frees.
  func counting<Failure>(_ visitor: VisitorID, _ change: () throws(Failure) -> Void) throws(Failure) {
    _ = taken
    let before = size(of: visitor)
    defer { add(size(of: visitor) - before) }
    try change()
  }

  /// Removes a file that is not needed, and counts what that frees.
  func remove(_ name: FileName) throws(SystemError) {
    let path = tree.path(of: name)
    let size = (try? system.room(of: path)) ?? 0
    try system.remove(path)
    add(-size)
  }

  private func add(_ bytes: Int) { state.withLock { $0.taken? += bytes } }

  private var taken: Int {
    state.withLock { state in
      if let taken = state.taken { return taken }
      let taken = countAll()
      state.taken = taken
      return taken
    }
  }

  private func countAll() -> Int {
    tree.files.reduce(0) { $0 + ((try? system.room(of: tree.path(of: $1))) ?? 0) }
  }

  private func size(of visitor: VisitorID) -> Int {
    [FileName.list(visitor), .backup(visitor)].reduce(0) {
      $0 + ((try? system.room(of: tree.path(of: $1))) ?? 0)
    }
  }

  /// Frees a tenth more than is asked for, so that this is not done for every newcomer.
  private func makeRoom(for bytes: Int, _ whenIdle: (VisitorID, () -> Void) -> Void) {
    let unused = UnusedLists(tree: tree, system: system, now: now())
    let goal = limit - limit / 10 - bytes
    var count = 0
    for visitor in unused.visitors {
      guard taken > goal else { break }
      whenIdle(visitor) {
        guard unused.mayGo(visitor), (try? counting(visitor) { try writer.remove(visitor) }) != nil else {
          return
        }
        count += 1
      }
    }
    report(
      "favorites: their room of \(limit >> 20) MB is full; \(count) lists that nobody has used lately made way, "
        + "and --favorites-space gives more")
  }
}
