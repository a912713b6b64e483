import Favorites
import Glibc
import Synchronization
import System

/// The files of visitors' lists, each replaced whole: `favorites/ab/abcdef….json`. One call at a time for one visitor.
///
/// Lists that visitors named in versions 0.9 to 0.14 are in `favorites/lists`: they join the favorites when they are
/// read, and the next change removes their file. Each of both has a folder `expired`.
final class ListFiles: Sendable {
  let root: String
  let system: any FileSystem
  private let show: String
  /// Seconds since 1970.
  private let now: @Sendable () -> Int
  private let log: any Log
  /// Folders that are on disk with their names, as far as this process has synced them.
  private let synced = Mutex<Set<String>>([])

  init(
    _ root: String, show: String, system: any FileSystem, now: @escaping @Sendable () -> Int, log: any Log
  ) {
    (self.root, self.show, self.system, self.now, self.log) = (root, show, system, now, log)
  }

  private static let former = "lists/"

  /// The folders of lists, without those of expired ones.
  var folders: [String] {
    let folders = (0..<256).map { UInt8($0).hexDigits }
    return folders + folders.map { Self.former + $0 }
  }

  /// The folder of the expired lists of a folder.
  static func expired(of folder: String) -> String { (folder.hasPrefix(former) ? former : "") + "expired" }

  func folder(of visitor: VisitorID) -> String { String(visitor.digits.prefix(2)) }

  func path(of visitor: VisitorID, in folder: String) -> String { "\(root)/\(folder)/\(visitor.digits).json" }

  /// A file's path for the log, without most digits of the id.
  func place(of visitor: VisitorID, in folder: String) -> String { "\(root)/\(folder)/\(visitor).json" }

  /// Bytes of a visitor's files on disk.
  func room(of visitor: VisitorID) -> Int {
    [folder(of: visitor), Self.former + folder(of: visitor)]
      .reduce(0) { $0 + ((try? system.room(of: path(of: visitor, in: $1))) ?? 0) }
  }

  // MARK: Reading

  /// The visitor's favorites and lists, empty if the files are missing. Marks the files as used, at most once a day, and
  /// keeps damaged ones beside themselves.
  func read(_ visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    var list = FavoriteList()
    for folder in [folder(of: visitor), Self.former + folder(of: visitor)] {
      let (path, expired) = (path(of: visitor, in: folder), path(of: visitor, in: Self.expired(of: folder)))
      var found = try readOrSetAside(visitor, in: folder)
      // An expired list has waited for its visitor.
      if found == nil, (try? system.modifiedAt(expired)) != nil {
        do throws(SystemError) {
          try settle(folder)
          try system.rename(expired, to: path)
        } catch {
          throw .unreadable(path: place(of: visitor, in: folder), reason: error.reason)
        }
        found = try readOrSetAside(visitor, in: folder)
      }
      guard let found else { continue }
      if let used = try? system.modifiedAt(path), now() - used >= 86_400 {
        try? system.setModified(path, at: now())
      }
      list = list.isEmpty ? found : list.joined(with: found)
    }
    return list
  }

  private func readOrSetAside(
    _ visitor: VisitorID, in folder: String
  ) throws(FavoritesError) -> FavoriteList? {
    do throws(FavoritesError) {
      return try contents(visitor, in: folder)
    } catch {
      guard case .damaged(let place, let fault) = error else { throw error }
      let path = path(of: visitor, in: folder)
      let aside = "corrupt-\(now())"
      do throws(SystemError) {
        try system.rename(path, to: "\(path).\(aside)")
      } catch {
        throw .unreadable(path: place, reason: "\(fault), and it cannot be set aside: \(error.reason)")
      }
      try? system.setModified("\(path).\(aside)", at: now())
      log.warning(
        "favorites: \(place) is damaged (\(fault)); its visitor begins anew, and it stays as ….\(aside)")
      return nil
    }
  }

  /// The list in a file; nil if the file is missing.
  func contents(_ visitor: VisitorID, in folder: String) throws(FavoritesError) -> FavoriteList? {
    let place = place(of: visitor, in: folder)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try system.contents(of: path(of: visitor, in: folder), limit: FavoriteList.sizeLimit)
    } catch {
      if error.isMissing { return nil }
      throw .unreadable(path: place, reason: error.reason)
    }
    return try FavoriteList(stored: bytes, show: show, place: place)
  }

  // MARK: Writing

  /// Replaces the visitor's favorites, or removes the file if there are no bytes, and removes that of lists. On disk
  /// when it returns.
  /// - Throws: ``FavoritesError/unwritable(path:reason:)`` if the old file is still there, else
  ///   ``FavoritesError/unconfirmed(_:)``.
  func store(_ bytes: [UInt8], of visitor: VisitorID, _ key: KeyFile) throws(FavoritesError) {
    let folder = folder(of: visitor)
    do throws(SystemError) {
      if bytes.isEmpty {
        try remove(visitor, in: folder)
      } else {
        try replace(visitor, in: folder, by: bytes, key)
      }
    } catch {
      throw .unwritable(path: place(of: visitor, in: folder), reason: error.obstacle)
    }
    do throws(SystemError) {
      // The new name is durable only once the folder is on disk.
      try sync(folder)
      if try remove(visitor, in: Self.former + folder) { try sync(Self.former + folder) }
    } catch {
      throw .unconfirmed("cannot write \(place(of: visitor, in: folder)): \(error.reason)")
    }
  }

  private func replace(
    _ visitor: VisitorID, in folder: String, by bytes: [UInt8], _ key: KeyFile
  ) throws(SystemError) {
    let path = path(of: visitor, in: folder)
    let replacement = FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: system)
    try settle(folder)
    try key.settle()
    do throws(SystemError) {
      try replacement.stage(bytes)
    } catch {
      guard error.isMissing else { throw error }
      // The folder has been removed.
      synced.withLock { $0 = [] }
      try settle(folder)
      try replacement.stage(bytes)
    }
    try replacement.commit()
  }

  /// - Returns: whether there was a file.
  @discardableResult
  private func remove(_ visitor: VisitorID, in folder: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try system.remove(path(of: visitor, in: folder))
      return true
    } catch {
      guard error.isMissing else { throw error }
      return false
    }
  }

  private func sync(_ folder: String) throws(SystemError) {
    do throws(SystemError) {
      try system.syncFolder("\(root)/\(folder)")
    } catch {
      // Nothing was removed from a folder that is missing.
      guard error.isMissing else { throw error }
    }
  }

  // MARK: Folders

  /// Makes a folder and syncs it to disk. Free after the first time.
  ///
  /// An existing folder is synced into its parent too: the process that made it may have been killed before.
  func settle(_ folder: String) throws(SystemError) {
    if synced.withLock({ $0.contains(folder) }) { return }
    try make(root)
    try make("\(root)/\(folder)")
    _ = synced.withLock { $0.insert(folder) }
  }

  private func make(_ folder: String) throws(SystemError) {
    let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
    do throws(SystemError) {
      try system.makeFolder(folder)
    } catch  where error.isMissing && !parent.isEmpty && parent != "." {
      try make(parent)
      try system.makeFolder(folder)
    } catch {
      guard error.isThere else { throw error }
    }
    try system.syncFolder(parent)
  }
}

extension SystemError {
  var obstacle: FavoritesError.Obstacle {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS, EACCES, EPERM: .readOnly
    case EMFILE, ENFILE: .tooManyOpenFiles
    default: .other(reason)
    }
  }
}
