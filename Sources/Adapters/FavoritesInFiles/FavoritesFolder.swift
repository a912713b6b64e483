public import Favorites
import Glibc
import System

/// The files of ``JSONFavorites``, for moving them to another store and back.
///
/// A file's time is its version. Reading is safe while a process serves from the same files, writing is not.
public struct FavoritesFolder: FavoritesArchive, Sendable {
  private let files: ListFiles

  /// - Parameter directory: that of ``JSONFavorites``.
  public init(directory: String, show: String) {
    files = ListFiles(
      show: show,
      folder: StoreFolder(directory, system: DiskFileSystem(), now: { time(nil) }, log: SilentLog()))
  }

  /// The key beside the lists; a new one, not on disk yet, if there is none.
  public var key: VisitorKey { files.key.key }
  public var hasKey: Bool { files.key.isThere }

  /// Stores the key of another store, so that ids which it signed are valid for these lists too.
  public func keep(_ key: VisitorKey) throws(FavoritesError) {
    if hasKey, self.key.bytes == key.bytes { return }
    do throws(SystemError) {
      try files.key.replace(by: key)
    } catch {
      throw .unwritable(path: files.key.path, reason: error.obstacle)
    }
  }

  public func forEach(_ body: (Result<FavoritesRecord, FavoritesError>) -> Void) {
    for visitor in Set((files.folder.files + (files.folder.lists?.files ?? [])).map(\.visitor)) {
      do throws(FavoritesError) {
        if let record = try record(of: visitor) { body(.success(record)) }
      } catch {
        body(.failure(error))
      }
    }
  }

  /// Nil if the files have just been removed.
  private func record(of visitor: VisitorID) throws(FavoritesError) -> FavoritesRecord? {
    let lists = try files.folder.lists.flatMap { folder throws(FavoritesError) in
      try read(visitor, in: folder)
    }
    guard let favorites = try read(visitor, in: files.folder) else { return lists }
    return FavoritesRecord(
      visitor: visitor, version: favorites.version,
      list: lists.map { favorites.list.joined(with: $0.list) } ?? favorites.list)
  }

  private func read(_ visitor: VisitorID, in folder: StoreFolder) throws(FavoritesError) -> FavoritesRecord? {
    let (path, place) = (folder.path(of: .list(visitor)), folder.shortPath(of: .list(visitor)))
    let (version, bytes): (Int, [UInt8])
    do throws(SystemError) {
      version = try folder.system.modifiedAt(path)
      bytes = try folder.system.contents(of: path, limit: FavoriteList.importLimit)
    } catch {
      if error.isMissing { return nil }
      throw .unreadable(path: place, reason: error.reason)
    }
    return FavoritesRecord(
      visitor: visitor, version: version,
      list: try FavoriteList(stored: bytes, show: files.show, place: place))
  }

  public func offer(_ key: VisitorKey) throws(FavoritesError) { if !hasKey { try keep(key) } }

  public func take(_ records: [FavoritesRecord]) throws(FavoritesError) -> Int {
    var count = 0
    for record in records where try take(record) { count += 1 }
    return count
  }

  private func take(_ record: FavoritesRecord) throws(FavoritesError) -> Bool {
    let (folder, name) = (files.folder, FileName.list(record.visitor))
    guard record.version > folder.modified(name) ?? (record.list.isEmpty ? .max : 0) else { return false }
    try files.store(record.list, of: record.visitor)
    if record.list.isEmpty { return true }
    do throws(SystemError) {
      try folder.system.setModified(folder.path(of: name), at: record.modifiedAt)
    } catch {
      throw .unwritable(path: folder.shortPath(of: name), reason: error.obstacle)
    }
    return true
  }
}
