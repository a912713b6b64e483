public import System

/// The files of ``JSONFavorites``, for moving them to another store and back.
///
/// A file's time is its version. Reading is safe beside a process that serves from the same files, writing is not.
public struct FavoritesFolder: Sendable {
  private let show: String
  private let document: FavoriteDocument
  private let tree: FolderTree
  private let writer: ListWriter
  private let system: any FileSystem
  private let keyFile: KeyFile

  /// - Parameter directory: as ``JSONFavorites`` takes it.
  public init(directory: String, show: String, system: any FileSystem = DiskFileSystem()) {
    self.show = show
    self.system = system
    document = FavoriteDocument(show: show)
    tree = FolderTree(root: directory, system: system)
    writer = ListWriter(tree: tree, system: system)
    keyFile = KeyFile(tree: tree, system: system, report: { _ in })
  }

  /// The key beside the lists; a new one, on disk nowhere yet, if there is none.
  public var key: VisitorKey { keyFile.key }
  public var hasKey: Bool { keyFile.isThere }

  /// Keeps the key of another store, so that ids which it signed count for these lists as well.
  public func keep(_ key: VisitorKey) throws(FavoritesError) {
    if hasKey, self.key.bytes == key.bytes { return }
    do throws(SystemError) {
      try keyFile.replace(by: key)
    } catch {
      throw .unwritable(path: "\(tree.root)/key", reason: error.obstacle)
    }
  }

  /// Hands over all lists, one by one.
  /// - Parameter report: takes a line for each file that is left out.
  public func forEach(_ body: (FavoritesRecord) -> Void, report: (String) -> Void) {
    for case .list(let visitor) in tree.files {
      do throws(FavoritesError) {
        if let record = try record(of: visitor) { body(record) }
      } catch {
        report("\(error)")
      }
    }
  }

  /// Nil if the file has just gone.
  private func record(of visitor: VisitorID) throws(FavoritesError) -> FavoritesRecord? {
    let path = tree.path(of: .list(visitor))
    let place = tree.shortPath(of: .list(visitor))
    let (version, bytes): (Int, [UInt8])
    do throws(SystemError) {
      version = try system.modifiedAt(path)
      bytes = try system.contents(of: path, limit: FavoriteDocument.byteLimit + 1)
    } catch {
      if error.isMissing { return nil }
      throw .unreadable(path: place, reason: error.reason)
    }
    return FavoritesRecord(
      visitor: visitor, version: version, day: String(UTCTime.text(version).prefix(10)),
      list: try FavoriteList(stored: bytes, show: show, place: place))
  }

  /// Takes a list, unless one as new is there.
  /// - Returns: whether it was taken.
  public func take(_ record: FavoritesRecord) throws(FavoritesError) -> Bool {
    let path = tree.path(of: .list(record.visitor))
    let there = try? system.modifiedAt(path)
    guard record.version > there ?? (record.list.isEmpty ? .max : 0) else { return false }
    do throws(SystemError) {
      if record.list.isEmpty {
        try writer.remove(record.visitor)
      } else {
        try writer.replace(record.visitor, with: document.encode(record.list))
        try system.setModified(path, at: record.modifiedAt)
      }
      return true
    } catch {
      throw .unwritable(path: tree.shortPath(of: .list(record.visitor)), reason: error.obstacle)
    }
  }
}
