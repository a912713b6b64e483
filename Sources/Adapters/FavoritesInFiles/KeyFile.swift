import Favorites
import Synchronization
import System

/// The file with the key that signs visitors' ids, beside their lists: `favorites/key`.
///
/// A new key is written with the first list, so that a store without favorites has no files.
final class KeyFile: Sendable {
  private struct Known {
    let key: VisitorKey
    /// False for a new key until it is on disk.
    let isSettled: Bool
  }

  private let folder: StoreFolder
  /// Nil before the file is read. Held while it is read or written.
  private let known = Mutex<Known?>(nil)

  init(_ folder: StoreFolder) {
    self.folder = folder
  }

  var path: String { "\(folder.root)/key" }

  /// The key of the file; a new one if there is none.
  var key: VisitorKey { load().key }

  /// Whether there is a file, as far as this process knows.
  var isThere: Bool { load().isSettled }

  private func load() -> Known {
    known.withLock { known in
      let loaded = known ?? read()
      known = loaded
      return loaded
    }
  }

  private func read() -> Known {
    do throws(SystemError) {
      let bytes = try folder.system.contents(of: path, limit: SigningKey.size + 1)
      if let key = VisitorKey(bytes: bytes) { return Known(key: key, isSettled: true) }
      folder.log.warning("favorites: \(path) is not a key; replacing it with a new key")
    } catch {
      guard error.isMissing else {
        // Never written: the file may become readable again.
        folder.log.warning("favorites: cannot read \(path): \(error.reason)")
        return Known(key: VisitorKey(), isSettled: true)
      }
    }
    return Known(key: VisitorKey(acceptsUnsigned: !folder.files.isEmpty), isSettled: false)
  }

  /// Writes a new key to disk, unless it was never used.
  func settle() throws(SystemError) {
    try known.withLock { known throws(SystemError) in
      guard let new = known, !new.isSettled else { return }
      try write(new.key, &known)
    }
  }

  /// Replaces the key with that of a database.
  func replace(by key: VisitorKey) throws(SystemError) {
    try folder.settleRoot()
    try known.withLock { known throws(SystemError) in try write(key, &known) }
  }

  private func write(_ key: VisitorKey, _ known: inout Known?) throws(SystemError) {
    try FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: folder.system).write(key.bytes)
    known = Known(key: key, isSettled: true)
  }
}
