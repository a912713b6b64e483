import FoundationEssentials
import Glibc

/// A file that must not exist yet.
enum NewFile {
  /// Writes a file of the program's own, whether it was there or not.
  static func replace(_ text: String, at path: String) throws(NewShowError) {
    let unfinished = try stage(text, for: path)
    guard rename(unfinished, path) == 0 else { throw failure(path, unfinished) }
  }

  /// Writes the whole file or none of it, and creates its folder if it is missing.
  static func write(_ text: String, to path: String) throws(NewShowError) {
    let unfinished = try stage(text, for: path)
    // Unlike a new name, a second one never takes the place of a file that is there.
    if link(unfinished, path) != 0 {
      let code = errno
      if code == EEXIST || access(path, F_OK) == 0 {
        unlink(unfinished)
        throw .exists(path)
      }
      // A FAT disk has no second names.
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(code), rename(unfinished, path) == 0 else {
        errno = code
        throw failure(path, unfinished)
      }
    }
    unlink(unfinished)
  }

  /// Writes a text beside where it belongs, and returns the path. What a killed program left there goes.
  private static func stage(_ text: String, for path: String) throws(NewShowError) -> String {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    // If that fails, opening the file fails too, and says why.
    if !folder.isEmpty {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let unfinished = "\(path).new"
    unlink(unfinished)
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .unwritable(path, reason: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    // Root writes for services that run as other users, whom its umask may shut out. The file holds no key.
    if geteuid() == 0 { fchmod(descriptor, 0o644) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw failure(path, unfinished) }
      bytes.removeFirst(written)
    }
    return unfinished
  }

  private static func failure(_ path: String, _ unfinished: String) -> NewShowError {
    let reason = String(cString: strerror(errno))
    unlink(unfinished)
    return .unwritable(path, reason: reason)
  }
}
