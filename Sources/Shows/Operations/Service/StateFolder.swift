import Dispatch
import FoundationEssentials
import Glibc
import System

/// The folder in which a show keeps its state, locked by one process at a time: two would overwrite each
/// other's changes.
///
/// The kernel releases the lock when the process ends, however that happens.
public final class StateFolder: Sendable {
  /// The reason why the folder is not writable; nil if it is.
  public let obstacle: String?
  private let path: String
  private let descriptors: [Int32]

  /// Bytes of a disk that is not full.
  private static let room: UInt = 1 << 20
  private static let queue = DispatchQueue(label: "dramatis.state", qos: .utility)

  /// The reason why the folder was not locked; one sentence.
  public struct InUse: Error, CustomStringConvertible {
    public let description: String
  }

  /// Creates the folder if it is missing, and locks it.
  /// - Throws: ``InUse`` with the folder and the other process if one has locked it.
  public init(path: String) throws(InUse) {
    self.path = path
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

  /// The reason why nothing can be written to a folder now; nil if something can.
  static func fault(of path: String) -> String? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return String(cString: strerror(errno)) }
    if disk.f_flag & UInt(ST_RDONLY) != 0 { return "its disk is read-only" }
    if disk.f_blocks > 0, disk.f_bavail * disk.f_frsize < room { return "its disk is full" }
    if disk.f_files > 0, disk.f_favail == 0 { return "its disk has no room for further files" }
    return access(path, W_OK) == 0 ? nil : String(cString: strerror(errno))
  }

  /// Looks every ten seconds whether the folder can be written, as long as this exists.
  public func watch(_ troubles: Troubles, _ log: ShowLog) {
    Self.queue.async { [weak self] in self?.look(troubles, log) }
  }

  private func look(_ troubles: Troubles, _ log: ShowLog) {
    let words = Self.fault(of: path).map { "the state folder \(path) cannot be written: \($0)" }
    if words != troubles[.storage] {
      troubles[.storage] = words
      if let words { log.warning(words) } else { log.info("the state folder \(path) can be written again") }
    }
    if words == nil { DispatchQueue.global(qos: .utility).async { log.writeAgain() } }
    Self.queue.asyncAfter(deadline: .now() + 10) { [weak self] in self?.look(troubles, log) }
  }

  private static func holder(_ descriptor: Int32) -> Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(0, count)).prefix { $0 != 0x0A }
    return String(decoding: digits, as: UTF8.self).number(in: 1...Int32.max)
  }
}
