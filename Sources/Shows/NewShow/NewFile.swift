import FoundationEssentials
import Glibc
import System

/// Writes a show's file atomically.
enum NewFile {
  private static let system = DiskFileSystem()

  /// Writes a file of the program's own, replacing an earlier one.
  static func replace(_ text: String, at path: String) throws(NewShowError) {
    do throws(SystemError) {
      try stage(text, for: path).commit()
    } catch {
      throw .unwritable(path, reason: error.reason)
    }
  }

  /// Writes a file that must not exist yet, and creates its folder if it is missing.
  static func write(_ text: String, to path: String) throws(NewShowError) {
    do throws(SystemError) {
      let replacement = try stage(text, for: path)
      do throws(SystemError) {
        // Unlike a rename, a link never replaces an existing file.
        try system.link(unfinished(path), to: path)
      } catch {
        // A FAT disk has no links.
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code), access(path, F_OK) != 0 else { throw error }
        return try replacement.commit()
      }
      try? system.remove(unfinished(path))
    } catch {
      try? system.remove(unfinished(path))
      if error.isThere || access(path, F_OK) == 0 { throw .exists(path) }
      throw .unwritable(path, reason: error.reason)
    }
  }

  /// Writes a text beside its file.
  private static func stage(_ text: String, for path: String) throws(SystemError) -> FileReplacement {
    // If that fails, opening the file fails too, with the reason.
    if let end = path.lastIndex(of: "/"), end > path.startIndex {
      try? FileManager.default.createDirectory(
        atPath: String(path[..<end]), withIntermediateDirectories: true)
    }
    let replacement = FileReplacement(of: path, by: unfinished(path), in: system)
    try replacement.stage(Array(text.utf8), synced: false)
    // Root writes for services that run as other users, in spite of its umask. The file holds no key.
    if geteuid() == 0 { chmod(unfinished(path), 0o644) }
    return replacement
  }

  private static func unfinished(_ path: String) -> String { "\(path).new" }
}
