import Glibc
import Synchronization
import System

/// Finds the files that are no longer used, folder by folder.
final class Sweeper: Sendable {
  private let tree: FolderTree
  private let system: any FileSystem
  private let room: FavoritesRoom
  private let now: @Sendable () -> Int
  private let report: @Sendable (String) -> Void
  /// The position of the folder to begin with.
  private let start = Mutex(0)

  /// Seconds: 400 days, longer than the cookie lives.
  private static let listAge = 400 * 86_400
  /// Seconds after which no process is still writing a file.
  private static let writingAge = 3_600
  /// Seconds since 1970 before which no file of ours was written: a machine without a battery wakes up in
  /// that year, and what it writes until it has heard the time is not old.
  static let firstTime = 1_600_000_000

  init(
    tree: FolderTree, system: any FileSystem, room: FavoritesRoom, now: @escaping @Sendable () -> Int,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.tree = tree
    self.system = system
    self.room = room
    self.now = now
    self.report = report
  }

  /// Removes up to `limit` files, continuing where the last sweep ended, for one round at most.
  /// - Parameter whenIdle: runs its closure while nobody works on the visitor's file, or not at all.
  /// - Returns: how many files it removed.
  func sweep(limit: Int, whenIdle: (VisitorID, () -> Void) -> Void) -> Int {
    var left = limit
    let first = start.withLock { $0 }
    for position in first..<first + FolderTree.names.count {
      let folder = "\(tree.root)/\(FolderTree.names[position % FolderTree.names.count])"
      start.withLock { $0 = position % FolderTree.names.count }
      for name in outlived(in: folder) {
        guard left > 0 else { return limit }
        whenIdle(name.visitor) { left -= remove(name) ? 1 : 0 }
      }
    }
    return limit - left
  }

  /// What may go of a folder, backups before lists: a backup alone would be taken for the list.
  private func outlived(in folder: String) -> [FileName] {
    let names = ((try? system.names(in: folder)) ?? []).compactMap { FileName($0) }
    return names.filter { if case .list = $0 { false } else { mayGo($0) } }
      + names.filter { if case .list = $0 { mayGo($0) } else { false } }
  }

  private func mayGo(_ name: FileName) -> Bool {
    switch name {
    case .list: age(name) >= Self.listAge
    // Older than its list, whose age counts for both as long as there is one.
    case .backup(let visitor): min(age(name), age(.list(visitor))) >= Self.listAge
    case .corrupt(_, let time): now() - time >= Self.listAge
    case .unfinished(_, let process):
      process != getpid() && Self.isOver(process) || age(name) >= Self.writingAge
    }
  }

  /// Seconds; endless for what is not there.
  private func age(_ name: FileName) -> Int {
    guard let modified = try? system.modifiedAt(tree.path(of: name)) else { return .max }
    guard modified >= Self.firstTime else {
      try? system.setModified(tree.path(of: name), at: now())
      return 0
    }
    return now() - modified
  }

  /// Looks once more, because the visitor may have come back since the folder was listed.
  private func remove(_ name: FileName) -> Bool {
    guard mayGo(name) else { return false }
    do {
      try room.remove(name)
      return true
    } catch {
      guard !error.isMissing else { return false }
      report("favorites: cannot remove \(tree.shortPath(of: name)): \(error.reason)")
      return false
    }
  }

  private static func isOver(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }
}
