internal import Glibc
import Synchronization

/// The disk space that a piece of work, such as the build of a catalogue, takes for memory in files without a name.
///
/// If the disk has no space, other memory is used, up to 64 MB in the whole process. Work that takes more ends with
/// its next look at ``current``.
public final class ScratchSpace: Sendable {
  /// The space of the work of this thread; nil for `/var/tmp`, where a shortage ends nothing.
  @TaskLocal public static var current: ScratchSpace?

  /// A disk without space; one sentence.
  public struct Shortage: Error, Hashable, Sendable, CustomStringConvertible {
    let folder: String
    /// The system's words.
    let reason: String
    /// Bytes of the source.
    let source: Int

    public var description: String {
      let needed = max(1, (source * ScratchSpace.share) >> 20)
      return "no space for the list in \(folder) (\(reason)): building it takes about \(needed) MB there"
    }
  }

  /// Bytes of all files for each byte of a source, rounded up: a copy of it, its records as they come, the catalogue,
  /// and the catalogue file.
  static let share = 6
  /// Bytes of other memory that is used.
  private static let used = Atomic(0)

  static let standard = "/var/tmp"

  let folder: String
  private let limit: Int
  private let isShort = Atomic(false)
  private let state = Mutex((source: 0, fault: Fault?.none))

  /// A folder without space, and the error.
  typealias Fault = (folder: String, code: Int32)

  /// - Parameter limit: bytes of other memory in the whole process.
  public init(folder: String, limit: Int = 64 << 20) { (self.folder, self.limit) = (folder, limit) }

  /// Runs work in this space.
  public func run<Output, Failure>(_ work: () throws(Failure) -> Output) throws(Failure) -> Output {
    try Self.$current.withValue(self) { Result { () throws(Failure) in try work() } }.get()
  }

  /// Nil if there was space so far.
  public var shortage: Shortage? {
    guard isShort.load(ordering: .relaxed) else { return nil }
    return state.withLock { state in
      state.fault.map {
        Shortage(folder: $0.folder, reason: String(cString: strerror($0.code)), source: state.source)
      }
    }
  }

  /// Notes the length of the source, as far as it is known, for the report of a shortage.
  public func expect(source: Int) {
    state.withLock { $0.source = max($0.source, source) }
  }

  /// Takes other memory for want of disk space.
  static func take(_ bytes: Int, for fault: Fault) {
    guard bytes > 0 else { return }
    let total = used.add(bytes, ordering: .relaxed).newValue
    guard let current, total > current.limit else { return }
    current.state.withLock { $0.fault = $0.fault ?? fault }
    current.isShort.store(true, ordering: .relaxed)
  }

  static func giveBack(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}

/// A file without a name; it ends with its last reference or the process.
final class ScratchFile: Sendable {
  let descriptor: Int32
  let folder: String

  /// `O_TMPFILE`, which is not imported.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// Nil if no file can be created.
  init?() {
    for folder in [ScratchSpace.current?.folder ?? ScratchSpace.standard, ScratchSpace.standard, "/tmp"] {
      var descriptor = open(folder, Self.unnamed | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor < 0 {
        // Not every file system has them.
        var name = Array("\(folder)/dramatis.XXXXXX".utf8CString)
        descriptor = mkstemp(&name)
        guard descriptor >= 0 else { continue }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(name)
      }
      (self.descriptor, self.folder) = (descriptor, folder)
      return
    }
    return nil
  }

  deinit { close(descriptor) }

  /// Takes the disk space now: a write to a page without any would end the process.
  /// - Returns: the error; 0 if there is space.
  func reserve(_ size: Int) -> Int32 { posix_fallocate(descriptor, 0, size) }
}
