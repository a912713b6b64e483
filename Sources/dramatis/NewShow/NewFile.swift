import FoundationEssentials
import Glibc

/// A file that must not be there yet.
enum NewFile {
  /// Why it was not written; one sentence.
  enum Refusal: Error, CustomStringConvertible {
    case exists(String)
    case unwritable(String, reason: String)

    var description: String {
      switch self {
      case .exists(let path): "\(path) is there already and stays as it is"
      case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
      }
    }
  }

  /// Writes it whole or not at all, and makes the folder where there is none.
  static func write(_ text: String, to path: String) throws(Refusal) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    // Where that fails, opening tells why.
    if !folder.isEmpty {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw .exists(path) }
      throw .unwritable(path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    // Root writes for services that are other users, and its mask may leave them out. No key stands in it.
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
