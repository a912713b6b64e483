import System

/// Reads visitors' files, and makes good what it finds damaged.
///
/// One call at a time for one visitor.
struct ListReader {
  let tree: FolderTree
  let system: any FileSystem
  let document: FavoriteDocument
  let now: @Sendable () -> Int
  let report: @Sendable (String) -> Void

  /// The visitor's list; empty if there is none. Marks the file as used, at most once a day.
  func read(_ visitor: VisitorID) throws(FavoritesError) -> FavoriteList {
    if let list = try readOrSetAside(.list(visitor)) {
      markUsed(visitor)
      return list
    }
    // A backup without a list means that the list was set aside, now or before a crash.
    guard let list = try readOrSetAside(.backup(visitor)) else { return FavoriteList() }
    let path = tree.path(of: .list(visitor))
    // If this fails, the next reader finds everything unchanged.
    try? system.rename(tree.path(of: .backup(visitor)), to: path)
    try? system.syncFolder(tree.folder(of: visitor))
    report("favorites: \(tree.shortPath(of: .list(visitor))) goes on from its last good copy")
    return list
  }

  /// The list in a file; nil if there is no file, or none any more because it held no list.
  private func readOrSetAside(_ name: FileName) throws(FavoritesError) -> FavoriteList? {
    guard let bytes = try bytes(name) else { return nil }
    do {
      return try document.decode(bytes)
    } catch {
      switch error {
      case .newer(let version):
        let known = FavoriteDocument.version
        throw .refused(
          path: tree.shortPath(of: name),
          reason: "it has version \(version), and this program reads up to \(known)")
      case .otherShow(let show):
        throw .refused(path: tree.shortPath(of: name), reason: "it belongs to the show \"\(show)\"")
      case .faults(let faults):
        try setAside(name, because: faults.first?.description ?? "it holds no list")
        return nil
      }
    }
  }

  private func setAside(_ name: FileName, because fault: String) throws(FavoritesError) {
    let corrupt = FileName.corrupt(name.visitor, at: now())
    do {
      try system.rename(tree.path(of: name), to: tree.path(of: corrupt))
      try system.syncFolder(tree.folder(of: name.visitor))
    } catch {
      throw .unreadable(
        path: tree.shortPath(of: name), reason: "\(fault), and it cannot be set aside: \(error.reason)")
    }
    report("favorites: \(tree.shortPath(of: name)) is set aside as \(corrupt.shortText): \(fault)")
  }

  /// Nil if there is no such file. A little too much is read of one that is too long to be a list.
  private func bytes(_ name: FileName) throws(FavoritesError) -> [UInt8]? {
    do throws(SystemError) {
      return try system.contents(of: tree.path(of: name), limit: FavoriteDocument.byteLimit + 1)
    } catch {
      if error.isMissing { return nil }
      throw .unreadable(path: tree.shortPath(of: name), reason: error.reason)
    }
  }

  /// Keeps the file from being swept. On a read-only disk nothing is swept either.
  private func markUsed(_ visitor: VisitorID) {
    let path = tree.path(of: .list(visitor))
    guard let modified = try? system.modifiedAt(path), now() - modified >= 86_400 else { return }
    try? system.setModified(path, at: now())
    // Says that the list was used again, so that others make way before it does.
    try? system.link(path, to: tree.path(of: .backup(visitor)))
  }
}
