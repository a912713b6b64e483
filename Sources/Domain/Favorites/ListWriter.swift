import System

/// Replaces and removes visitors' files so that at every moment one whole list is there under its name.
///
/// One call at a time for one visitor.
struct ListWriter {
  let tree: FolderTree
  let system: any FileSystem

  /// What has become of the list that is replaced.
  private enum Previous {
    case none
    case backedUp
    /// The disk does not support hard links.
    case notKept
  }

  /// On disk when it returns.
  func replace(_ visitor: VisitorID, with bytes: [UInt8]) throws(SystemError) {
    try tree.settle(visitor)
    let path = tree.path(of: .list(visitor))
    let replacement = FileReplacement(
      of: path, by: tree.path(of: .unfinished(visitor)), permissions: 0o600, in: system)
    do throws(SystemError) {
      try replacement.stage(bytes)
    } catch {
      guard error.isMissing else { throw error }
      try tree.settleAgain(visitor)
      try replacement.stage(bytes)
    }
    let previous = backUp(visitor)
    try replacement.commit()
    do {
      // The new name, too, is only sure once the folder is on disk.
      try system.syncFolder(tree.folder(of: visitor))
    } catch {
      undo(visitor, to: previous)
      throw error
    }
  }

  /// Leaves nothing of the visitor's list; on disk when it returns.
  func remove(_ visitor: VisitorID) throws(SystemError) {
    // The copy first: alone it would be taken for the list.
    do {
      for name in [FileName.backup(visitor), .list(visitor)] { try removeIfThere(tree.path(of: name)) }
      try system.syncFolder(tree.folder(of: visitor))
    } catch {
      // The folder is missing, with all its contents, if somebody has removed it.
      guard error.isMissing else { throw error }
    }
  }

  private func removeIfThere(_ path: String) throws(SystemError) {
    do {
      try system.remove(path)
    } catch {
      guard error.isMissing else { throw error }
    }
  }

  /// Gives the list to be replaced a second name. The backup is worth having, but not worth a failure.
  private func backUp(_ visitor: VisitorID) -> Previous {
    let path = tree.path(of: .list(visitor))
    let backup = tree.path(of: .backup(visitor))
    do throws(SystemError) {
      try link(path, replacing: backup)
      return .backedUp
    } catch {
      return error.isMissing ? .none : .notKept
    }
  }

  private func link(_ path: String, replacing backup: String) throws(SystemError) {
    do {
      try system.link(path, to: backup)
    } catch {
      guard error.isThere else { throw error }
      try system.remove(backup)
      try system.link(path, to: backup)
    }
  }

  /// Undoes the change as far as a failing disk allows: a reported failure should not turn out to be done.
  private func undo(_ visitor: VisitorID, to previous: Previous) {
    let path = tree.path(of: .list(visitor))
    switch previous {
    case .none: try? system.remove(path)
    case .backedUp: try? system.rename(tree.path(of: .backup(visitor)), to: path)
    case .notKept: break
    }
  }
}
