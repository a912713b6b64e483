import FoundationEssentials
import Glibc

/// The folder in which a show keeps its state, locked by one process at a time: two would overwrite each
/// other's changes.
///
/// The kernel releases the lock when the process ends, however that happens.
public final class StateFolder: Sendable {
  /// The reason why the folder is not writable; nil if it is.
  public let obstacle: String?
  private let descriptors: [Int32]

  /// The reason why the folder was not locked; one sentence.
  public struct InUse: Error, CustomStringConvertible {
    public let description: String
  }

  /// Creates the folder if it is missing, and locks it.
  /// - Throws: ``InUse`` with the folder and the other process if one has locked it.
  public init(path: String) throws(InUse) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      // Opening the file below fails too, with the reason.
    }
    let name = "\(path)/lock"
    let opened = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    obstacle = opened < 0 ? String(cString: strerror(errno)) : nil
    // A read-only disk may still have the file of an earlier start.
    let file = opened < 0 ? open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : opened
    // Lock the folder, since it exists even on a full disk; and the file, since network file systems lock only files.
    descriptors = [open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), file].filter { $0 >= 0 }
    for descriptor in descriptors where flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      let other = Self.holder(file).map { "process \($0)" } ?? "another process"
      for descriptor in descriptors { close(descriptor) }
      throw InUse(
        description: "the state folder \(path) is in use by \(other); choose another with --state-dir")
    }
    let digits = Array("\(getpid())\n".utf8)
    // On a full disk the number is missing, but the lock holds.
    if opened >= 0, ftruncate(opened, 0) == 0 { _ = pwrite(opened, digits, digits.count, 0) }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  private static func holder(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Int32(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != 0x0A }, as: UTF8.self))
  }
}
