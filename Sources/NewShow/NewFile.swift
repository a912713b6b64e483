import FoundationEssentials
import Glibc

/// A file that must not exist yet.
enum NewFile {
  /// Writes a file of the program's own, whether it was there or not.
  static func replace(_ text: String, at path: String) throws(NewShowError) {
    unlink(path)
    try write(text, to: path)
  }

  /// Writes the whole file or none of it, and creates its folder if it is missing.
  static func write(_ text: String, to path: String) throws(NewShowError) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    // If that fails, opening the file fails too, and says why.
    if !folder.isEmpty {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw .exists(path) }
      throw .unwritable(path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    // Root writes for services that run as other users, whom its umask may shut out. The file holds no key.
    if geteuid() == 0 { fchmod(descriptor, 0o644) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else {
        let reason = String(cString: strerror(errno))
        unlink(path)
        throw .unwritable(path, reason: reason)
      }
      bytes.removeFirst(written)
    }
  }
}
