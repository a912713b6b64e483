import Glibc
public import System

/// Closes a state folder to other users: an earlier version or a wide umask may have left it open.
public enum StatePermissions {
  private static let folders: Set = ["favorites", "pictures"]
  private static let files: Set = ["catalog", "former-entries", "ids", "lock"]

  /// Removes the rights of other users from files and folders of a show that this user owns, and says so in the log.
  ///
  /// Rights by which a group only reads are kept: an operator's backup may need them. Files that are not a show's
  /// stay as they are, and so does the folder itself if it has any.
  public static func repair(_ path: String, _ log: any Log) {
    let names = (try? DiskFileSystem().names(in: path)) ?? []
    let own = names.filter { folders.contains($0) || files.contains($0) || $0.contains(".snapshot") }
    let isOwn = own.count == names.count { !$0.hasSuffix(".json") }
    let count = (isOwn && close(path) ? 1 : 0) + own.reduce(0) { $0 + repairAll("\(path)/\($1)", depth: 2) }
    if count > 0 {
      log.warning("closed \(count) files and folders in \(path) that other users could read or change")
    }
  }

  private static func repairAll(_ path: String, depth: Int) -> Int {
    var status = stat()
    // A link leads elsewhere.
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return 0 }
    let names = depth > 0 ? (try? DiskFileSystem().names(in: path)) ?? [] : []
    return names.reduce(close(path) ? 1 : 0) { $0 + repairAll("\(path)/\($1)", depth: depth - 1) }
  }

  /// Whether the rights of a file or folder had to be changed, and were.
  private static func close(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, isOpen(status) else { return false }
    // Another file may have taken its place, or a link.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    return fstat(descriptor, &status) == 0 && isOpen(status)
      && fchmod(descriptor, status.st_mode & 0o700) == 0
  }

  private static func isOpen(_ status: stat) -> Bool {
    [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) && status.st_uid == geteuid()
      && status.st_mode & 0o027 != 0
  }
}
