import Favorites
import Synchronization
import System

/// The file with the key that signs visitors' ids, beside their lists: `favorites/key`.
///
/// A new key is written with the first list, so that a store without favorites has no files.
final class KeyFile: Sendable {
  private let path: String
  private let system: any FileSystem
  private let log: any Log
  /// Nil before the file is read. Held while it is read or written.
  private let known = Mutex<(key: VisitorKey, isStored: Bool)?>(nil)

  init(_ path: String, system: any FileSystem, log: any Log) {
    (self.path, self.system, self.log) = (path, system, log)
  }

  /// The key of the file; a new one if there is none.
  var key: VisitorKey {
    known.withLock { known in
      if let known { return known.key }
      let found = read()
      known = found
      return found.key
    }
  }

  /// The key, and whether the file stays as it is.
  private func read() -> (key: VisitorKey, isStored: Bool) {
    do throws(SystemError) {
      if let key = VisitorKey(bytes: try system.contents(of: path, limit: VisitorKey.sizeLimit)) {
        return (key, true)
      }
      log.warning("favorites: \(path) is not a key; replacing it with a new key")
    } catch {
      if !error.isMissing {
        log.warning("favorites: cannot read \(path): \(error.reason); using a new key until the next start")
        return (VisitorKey(), true)
      }
    }
    return (VisitorKey(), false)
  }

  /// Writes a new key to disk, unless it was never used.
  func settle() throws(SystemError) {
    try known.withLock { known throws(SystemError) in
      guard let new = known, !new.isStored else { return }
      try FileReplacement(of: path, by: "\(path).new", permissions: 0o600, in: system).write(new.key.bytes)
      known = (new.key, true)
    }
  }
}
