import Favorites
import Glibc
import System

/// Reads and replaces visitors' files so that a whole list is under its name at every moment.
///
/// Lists that the visitor named in versions 0.9 to 0.14 join the favorites when they are read, and the next change
/// removes their file. One call at a time for one visitor.
final class ListFiles: Sendable {
  let show: String
  let folder: StoreFolder
  let key: KeyFile
  /// The files of lists that visitors named in versions 0.9 to 0.14; nil in that.
  let lists: ListFiles?

  private var system: any FileSystem { folder.system }

  init(show: String, folder: StoreFolder, key: KeyFile? = nil) {
    let key = key ?? KeyFile(folder)
    (self.show, self.folder, self.key) = (show, folder, key)
    lists = folder.lists.map { ListFiles(show: show, folder: $0, key: key) }
  }

  // MARK: Reading

  /// The visitor's favorites and lists, empty if the files are missing; restores damaged ones from their backups.
  ///
  /// Marks the files as used, at most once a day.
  func read(_ visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    let favorites = try readFile(visitor)
    // The next change removes the file of lists.
    guard let lists else { return favorites }
    return favorites.joined(with: try lists.readFile(visitor))
  }

  private func readFile(_ visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = try readOrSetAside(.list(visitor)) {
      markUsed(visitor)
      return list
    }
    // A backup without a list means that the list was set aside, now or before a crash.
    guard let list = try readOrSetAside(.backup(visitor)) else { return try readExpired(visitor) }
    // If this fails, the next reader finds everything unchanged.
    try? system.rename(folder.path(of: .backup(visitor)), to: folder.path(of: .list(visitor)))
    try? system.syncFolder(folder.folder(of: visitor))
    folder.log.warning("favorites: restored \(folder.shortPath(of: .list(visitor))) from its last good copy")
    return list
  }

  /// The visitor's list that has expired, which it no longer is; empty if there is none.
  private func readExpired(_ visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    let expired = FileName.expired(visitor)
    guard folder.modified(expired) != nil else { return FavoriteList() }
    do throws(SystemError) {
      try folder.settle(visitor)
      try system.rename(folder.path(of: expired), to: folder.path(of: .list(visitor)))
      try? system.setModified(folder.path(of: .list(visitor)), at: folder.now())
      try system.syncFolder(folder.folder(of: visitor))
    } catch {
      throw .unreadable(path: folder.shortPath(of: expired), reason: error.reason)
    }
    return try readOrSetAside(.list(visitor)) ?? FavoriteList()
  }

  /// Moves a list to the expired ones, without its backup.
  func expire(_ visitor: VisitorID, at time: Int) throws(SystemError) {
    try folder.settleExpired()
    let expired = folder.path(of: .expired(visitor))
    try system.rename(folder.path(of: .list(visitor)), to: expired)
    try system.setModified(expired, at: time)
    try? folder.remove(.backup(visitor))
    try system.syncFolder(folder.folder(of: visitor))
  }

  /// The list in a file; nil if the file is missing, or was damaged and set aside.
  private func readOrSetAside(_ name: FileName) throws(FavoritesError) -> FavoriteList? {
    let (path, place) = (folder.path(of: name), folder.shortPath(of: name))
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try system.contents(of: path, limit: FavoriteList.importLimit)
    } catch {
      if error.isMissing { return nil }
      throw .unreadable(path: place, reason: error.reason)
    }
    do throws(FavoritesError) {
      return try FavoriteList(stored: bytes, show: show, place: place)
    } catch {
      guard case .unreadable(_, let fault) = error else { throw error }
      let corrupt = FileName.corrupt(name.visitor, at: folder.now())
      do throws(SystemError) {
        try system.rename(path, to: folder.path(of: corrupt))
        try system.syncFolder(folder.folder(of: name.visitor))
      } catch {
        throw .unreadable(path: place, reason: "\(fault), and it cannot be set aside: \(error.reason)")
      }
      folder.log.warning(
        "favorites: \(place) is damaged (\(fault)); set aside as \(name.visitor)\(corrupt.ending)")
      return nil
    }
  }

  /// Keeps the file from being swept. Failing is fine: on a read-only disk nothing is swept.
  private func markUsed(_ visitor: VisitorID) {
    guard let modified = folder.modified(.list(visitor)), folder.now() - modified >= 86_400 else { return }
    let path = folder.path(of: .list(visitor))
    try? system.setModified(path, at: folder.now())
  }

  // MARK: Writing

  /// Replaces the visitor's list, or removes it if it is empty. On disk when it returns.
  /// - Returns: the number of bytes by which the store has grown.
  /// - Throws: ``FavoritesError/unwritable(path:reason:)``; the old list is then there, whole.
  @discardableResult
  func store(_ list: FavoriteList, of visitor: VisitorID) throws(FavoritesError) -> Int {
    // All files are counted before the first of them changes.
    _ = folder.totalSize
    let before = folder.size(of: visitor)
    do throws(FavoritesError) {
      try replace(by: list, visitor)
    } catch {
      folder.add(folder.size(of: visitor) - before)
      throw error
    }
    let growth = folder.size(of: visitor) - before
    folder.add(growth)
    return growth
  }

  private func replace(by list: FavoriteList, _ visitor: VisitorID) throws(FavoritesError) {
    try replace(by: list.isEmpty ? nil : list.exported(show: show), visitor)
    // Its entries are among the favorites now.
    if let lists, lists.folder.modified(.list(visitor)) != nil { try lists.replace(by: nil, visitor) }
  }

  private func replace(by bytes: [UInt8]?, _ visitor: VisitorID) throws(FavoritesError) {
    do throws(SystemError) {
      guard let bytes else { return try remove(visitor) }
      try folder.settle(visitor)
      try key.settle()
      let replacement = FileReplacement(
        of: folder.path(of: .list(visitor)), by: folder.path(of: .unfinished(visitor, process: getpid())),
        permissions: 0o600, in: system)
      do throws(SystemError) {
        try replacement.stage(bytes)
      } catch {
        guard error.isMissing else { throw error }
        try folder.settleAgain(visitor)
        try replacement.stage(bytes)
      }
      let previous = backUp(visitor)
      try replacement.commit()
      do throws(SystemError) {
        // The new name is durable only once the folder is on disk.
        try system.syncFolder(folder.folder(of: visitor))
      } catch {
        undo(visitor, to: previous)
        throw error
      }
    } catch {
      throw .unwritable(path: folder.shortPath(of: .list(visitor)), reason: error.obstacle)
    }
  }

  private func remove(_ visitor: VisitorID) throws(SystemError) {
    do throws(SystemError) {
      // The backup first: alone it would be taken for the list.
      for name in [FileName.backup(visitor), .list(visitor)] {
        do throws(SystemError) {
          try system.remove(folder.path(of: name))
        } catch {
          guard error.isMissing else { throw error }
        }
      }
      try system.syncFolder(folder.folder(of: visitor))
    } catch {
      // The folder itself may have been removed.
      guard error.isMissing else { throw error }
    }
  }

  /// The fate of the list that is replaced.
  private enum Previous {
    case none
    case backedUp
    /// The disk does not support hard links.
    case notKept
  }

  /// Gives the list to be replaced a second name. A failure costs the backup, not the change.
  private func backUp(_ visitor: VisitorID) -> Previous {
    let (path, backup) = (folder.path(of: .list(visitor)), folder.path(of: .backup(visitor)))
    do throws(SystemError) {
      do throws(SystemError) {
        try system.link(path, to: backup)
      } catch {
        guard error.isThere else { throw error }
        try system.remove(backup)
        try system.link(path, to: backup)
      }
      return .backedUp
    } catch {
      return error.isMissing ? .none : .notKept
    }
  }

  /// Undoes a change as far as a failing disk allows, so that a reported failure has not been stored.
  private func undo(_ visitor: VisitorID, to previous: Previous) {
    let path = folder.path(of: .list(visitor))
    switch previous {
    case .none: try? system.remove(path)
    case .backedUp: try? system.rename(folder.path(of: .backup(visitor)), to: path)
    case .notKept: break
    }
  }
}
