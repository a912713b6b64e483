import Synchronization
import System

/// The file with the key that signs visitors' ids, beside their lists: `favorites/key`.
///
/// A new key is written with the first list, so that nothing is kept before there is a favorite.
final class KeyFile: Sendable {
  private struct State {
    var key: VisitorKey?
    /// Whether it is not on disk yet.
    var isNew = false
  }

  private let tree: FolderTree
  private let system: any FileSystem
  private let report: @Sendable (String) -> Void
  /// Guards the key; held while its file is read or written.
  private let state = Mutex(State())

  init(tree: FolderTree, system: any FileSystem, report: @escaping @Sendable (String) -> Void) {
    self.tree = tree
    self.system = system
    self.report = report
  }

  private var path: String { "\(tree.root)/key" }

  /// Whether there is a file, as this process knows it.
  var isThere: Bool {
    _ = key
    return state.withLock { !$0.isNew }
  }

  /// The key of the file; a new one if there is none.
  var key: VisitorKey {
    state.withLock { state in
      if let key = state.key { return key }
      let key: VisitorKey
      do throws(SystemError) {
        let bytes = try system.contents(of: path, limit: SigningKey.size + 2)
        if let kept = VisitorKey(bytes: bytes) {
          key = kept
        } else {
          report("favorites: \(path) is not a key; a new one takes its place")
          (key, state.isNew) = (VisitorKey(takesUnsigned: !tree.files.isEmpty), true)
        }
      } catch {
        key = VisitorKey(takesUnsigned: error.isMissing && !tree.files.isEmpty)
        state.isNew = error.isMissing
        if !error.isMissing { report("favorites: cannot read \(path): \(error.reason)") }
      }
      state.key = key
      return key
    }
  }

  /// Has the key on disk, unless nobody has asked for it. Costs nothing but the first time.
  func settle() throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      guard state.isNew, let key = state.key else { return }
      try write(key)
      state.isNew = false
    }
  }

  /// Puts another key in its place, that of a database.
  func replace(by key: VisitorKey) throws(SystemError) {
    try tree.settleRoot()
    try state.withLock { state throws(SystemError) in
      try write(key)
      (state.key, state.isNew) = (key, false)
    }
  }

  private func write(_ key: VisitorKey) throws(SystemError) {
    try FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: system).write(key.bytes)
  }
}
