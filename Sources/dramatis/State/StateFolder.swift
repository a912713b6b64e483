import FoundationEssentials
import Glibc

/// The folder that a show keeps its state in, held by one process at a time: two would lose each other's
/// changes.
///
/// The kernel lets go of it when the process ends, however that happens.
final class StateFolder: Sendable {
  /// Why nothing can be kept there; nil where it can.
  let obstacle: String?
  private let descriptors: [Int32]

  /// Makes the folder where it is missing, and holds it.
  /// - Throws: a sentence with the folder and the other process where one holds it.
  init(path: String, process: Int32 = getpid()) throws(StartError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      // Where there is none, opening its file tells why.
    }
    let name = "\(path)/lock"
    let opened = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    obstacle = opened < 0 ? String(cString: strerror(errno)) : nil
    // A disk that takes no changes can still hold the file of an earlier start.
    let file = opened < 0 ? open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : opened
    // The folder itself is there on a full disk too, and nobody takes it for a leftover; but the file systems
    // of networks lock files only.
    descriptors = [open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), file].filter { $0 >= 0 }
    for descriptor in descriptors where flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      let other = Self.holder(file).map { "process \($0)" } ?? "another process"
      for descriptor in descriptors { close(descriptor) }
      throw StartError("the state folder \(path) is in use by \(other); name another with --state-dir")
    }
    let digits = Array("\(process)\n".utf8)
    // On a full disk the number is missing, and the lock holds all the same.
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
