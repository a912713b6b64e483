import Dispatch
import FoundationEssentials
import Glibc
public import ShowFiles
import Synchronization
import System

/// The folder in which a show keeps its state, locked by one process at a time: two would overwrite each
/// other's changes.
///
/// The kernel releases the lock when the process ends, however that happens.
public final class StateFolder: Sendable {
  /// The reason why the folder was not writable at the start; nil if it was.
  public let obstacle: String?
  private let path: String
  private let state: Mutex<State>

  private struct State {
    var lock: StateLock
    /// When the look that has not ended yet began; nil if there is none.
    var lookedAt: UInt64?
    /// What has happened to the folder since the start.
    var loss: String?
  }

  /// Seconds between two looks, and for which a disk may keep a write waiting.
  private static let period = 5
  private static let patience: UInt64 = 10_000_000_000
  /// Bytes of a disk that is not full.
  private static let room: UInt = 1 << 20
  private static let queue = DispatchQueue(label: "dramatis.state", qos: .utility)
  /// The last write to each disk, by its number: when it began, and its fault. The shows of a shelf share it.
  private static let written = Mutex<[dev_t: (at: UInt64, fault: String?)]>([:])

  /// Creates the folder if it is missing, and locks it.
  /// - Throws: also the other process if one has locked it.
  public init(path: String) throws(StateFolderRefusal) {
    self.path = path
    var lock = StateLock(of: path)
    obstacle = try lock.take()
    state = Mutex(State(lock: lock))
  }

  deinit {
    state.withLock { $0.lock.release() }
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

  /// Looks every five seconds whether the folder can be written, as long as this exists.
  public func watch(_ troubles: Troubles, _ log: ShowLog) {
    Self.queue.async { [weak self] in self?.begin(troubles, log) }
  }

  /// Looks on a thread of its own, since a disk may never answer.
  private func begin(_ troubles: Troubles, _ log: ShowLog) {
    let now = MonotonicClock.awake.nanoseconds
    let since = state.withLock { state in
      let since = state.lookedAt
      state.lookedAt = since ?? now
      return since
    }
    if let since {
      if now &- since >= Self.patience { note("its disk has not answered for 10 s", troubles, log) }
    } else if !startThread({ [weak self] in self?.look(troubles, log) }) {
      state.withLock { $0.lookedAt = nil }
    }
    Self.queue.asyncAfter(deadline: .now() + .seconds(Self.period)) { [weak self] in
      self?.begin(troubles, log)
    }
  }

  private func look(_ troubles: Troubles, _ log: ShowLog) {
    let fault = lockAgain() ?? writeFault(isAsked: troubles.takeAsked())
    note(fault, troubles, log)
    if fault == nil { log.writeAgain() }
    state.withLock { $0.lookedAt = nil }
  }

  private func note(_ fault: String?, _ troubles: Troubles, _ log: ShowLog) {
    let cannot = fault.map { "the state folder \(path) cannot be written: \($0)" }
    let words = cannot ?? state.withLock { $0.loss }
    guard words != troubles[.storage] else { return }
    troubles[.storage] = words
    if let words { log.warning(words) } else { log.info("the state folder \(path) can be written again") }
  }

  /// Makes and locks a folder or a lock that has been removed, so that no second process can use it unnoticed.
  private func lockAgain() -> String? {
    var lock = state.withLock { $0.lock }
    if lock.isFolderInPlace, let fault = Self.fault(of: path) { return fault }
    guard !lock.isInPlace else { return nil }
    let isReplaced = lock.hasFolder && !lock.isFolderInPlace
    defer { state.withLock { $0.lock = lock } }
    do throws(StateFolderRefusal) {
      if let obstacle = try lock.take() { return obstacle }
    } catch {
      return "it was removed or replaced, and now \(error)"
    }
    if isReplaced {
      let loss =
        "the state folder \(path) was removed or replaced at \(CivilTime(time(nil)).text); it is made anew"
      state.withLock { $0.loss = loss }
    }
    return nil
  }

  /// The reason why a write fails, which statvfs does not tell of every disk that has become read-only.
  ///
  /// While nobody asks for health, a disk that works is not written to: it may sleep, and memory cards wear out.
  private func writeFault(isAsked: Bool) -> String? {
    let (lock, now) = (state.withLock { $0.lock }, MonotonicClock.awake.nanoseconds)
    let device = lock.device
    let known = Self.written.withLock { written -> String?? in
      if let last = written[device],
        last.fault == nil && !isAsked || now &- last.at < UInt64(Self.period - 1) * 1_000_000_000
      {
        return last.fault
      }
      written[device] = (now, written[device]?.fault)
      return nil
    }
    if let known { return known }
    let fault = lock.write()
    Self.written.withLock { $0[device] = (now, fault) }
    return fault
  }
}

/// The locks of a state folder: on the folder, since it exists even on a full disk; and on a file in it, since network
/// file systems lock only files.
private struct StateLock {
  private let path: String
  private var name: String { "\(path)/lock" }
  private var folder: Int32 = -1
  private var file: Int32 = -1
  /// Whether the file can be written.
  private var isWritable = false

  init(of path: String) { self.path = path }

  var hasFolder: Bool { folder >= 0 }
  var isFolderInPlace: Bool { Self.isSame(folder, path) }
  var isInPlace: Bool { isFolderInPlace && isWritable && Self.isSame(file, name) }

  /// The number of the disk; 0 if the folder could not be opened.
  var device: dev_t {
    var status = stat()
    return fstat(folder, &status) == 0 ? status.st_dev : 0
  }

  /// Makes and locks what is missing of folder and file.
  /// - Returns: the reason why the file cannot be written; nil if it can.
  mutating func take() throws(StateFolderRefusal) -> String? {
    if let refusal = StateMark.refusal(of: path) { throw StateFolderRefusal(refusal) }
    if !isFolderInPlace {
      // If that fails, opening the file below fails too, with the reason.
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      if folder >= 0 { close(folder) }
      folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    if file >= 0 { close(file) }
    file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    isWritable = file >= 0
    let obstacle = isWritable ? nil : String(cString: strerror(errno))
    // A read-only disk may still have the file of an earlier start.
    if !isWritable { file = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    for descriptor in [folder, file] where descriptor >= 0 {
      guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { continue }
      let other = holder.map { "process \($0)" } ?? "another process"
      release()
      throw StateFolderRefusal(
        "the state folder \(path) is in use by \(other); choose another with --state-dir")
    }
    // On a full disk the number is missing, but the lock holds.
    if isWritable, ftruncate(file, 0) == 0 { _ = pwrite(file, StateMark.bytes, StateMark.bytes.count, 0) }
    return obstacle
  }

  mutating func release() {
    for descriptor in [folder, file] where descriptor >= 0 { close(descriptor) }
    (folder, file, isWritable) = (-1, -1, false)
  }

  /// Writes the file to disk; returns the reason of a failure.
  func write() -> String? {
    let bytes = StateMark.bytes
    guard pwrite(file, bytes, bytes.count, 0) == bytes.count, fdatasync(file) == 0 else {
      return String(cString: strerror(errno))
    }
    return nil
  }

  private var holder: Int32? {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = pread(file, &bytes, bytes.count, 0)
    let digits = bytes.prefix(max(0, count)).prefix { $0 != 0x0A }
    return String(decoding: digits, as: UTF8.self).number(in: 1...Int32.max)
  }

  /// Whether a descriptor is that of the file or folder at a path.
  private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
    var (own, there) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0 && own.st_dev == there.st_dev
      && own.st_ino == there.st_ino
  }
}
