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
    /// The disk gives no file a second name.
    case notKept
  }

  /// On disk when it returns.
  func replace(_ visitor: VisitorID, with bytes: [UInt8]) throws(SystemError) {
    try tree.settle(visitor)
    let unfinished = tree.path(of: .unfinished(visitor))
    let path = tree.path(of: .list(visitor))
    let previous: Previous
    do throws(SystemError) {
      try write(bytes, to: try create(unfinished, visitor))
      previous = backUp(visitor)
      try system.rename(unfinished, to: path)
    } catch {
      try? system.remove(unfinished)
      throw error
    }
    do {
      // The new name, too, is only sure once the folder is on disk.
      try tree.sync(tree.folder(of: visitor))
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
      try tree.sync(tree.folder(of: visitor))
    } catch {
      // Missing is the folder, with all that was in it, where somebody has removed it.
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

  private func create(_ path: String, _ visitor: VisitorID) throws(SystemError) -> Int32 {
    do {
      return try system.create(path)
    } catch {
      if error.isThere {
        // Of a killed process with the number of this one.
        try system.remove(path)
      } else if error.isMissing {
        try tree.settleAgain(visitor)
      } else {
        throw error
      }
      return try system.create(path)
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    defer { system.close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try system.write(descriptor, rest)) }
    try system.sync(descriptor)
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

  /// Goes back as far as a failing disk lets it: who was told of a failure should not find the change made.
  private func undo(_ visitor: VisitorID, to previous: Previous) {
    let path = tree.path(of: .list(visitor))
    switch previous {
    case .none: try? system.remove(path)
    case .backedUp: try? system.rename(tree.path(of: .backup(visitor)), to: path)
    case .notKept: break
    }
  }
}
