internal import Glibc

/// The state of a file, or of a folder with everything in it: equal as long as no name, size or time has changed.
///
/// Hidden names are ignored. A file may be reached by a link; links within a folder are not followed.
public struct DiskState: Sendable, Hashable {
  /// Names that were looked at; 0 if there is nothing at the path.
  public private(set) var names = 0
  /// The sum of a hash for each name, which depends on no order.
  private var sum: UInt64 = 0

  /// The state of a path with nothing.
  public static let absent = DiskState()

  /// The end of the name of an SQLite file's write-ahead log, which is a part of that file.
  public static let logSuffix = "-wal"

  private init() {}

  /// - Parameters:
  ///   - depth: levels of subfolders.
  ///   - limit: names in a folder that are looked at; changes of others are not seen.
  ///   - notices: told of each folder.
  public init(of path: String, depth: Int = 8, limit: Int = 100_000, notices: FolderNotices? = nil) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    add(status, [])
    var log = stat()
    if stat(path + Self.logSuffix, &log) == 0, log.st_size > 0 { add(log, []) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    notices?.begin()
    var folders = [(path: Array(path.utf8), depth: 0)]
    while let folder = folders.popLast(), names <= limit {
      // Before the names are read, so that no change between the two is missed.
      notices?.add(folder.path)
      for name in (try? DiskFileSystem().names(in: folder.path)) ?? [] where name.first != UInt8(ascii: ".") {
        let path = folder.path + [UInt8(ascii: "/")] + name
        guard lstat(path.map { CChar(bitPattern: $0) } + [0], &status) == 0 else { continue }
        add(status, path)
        if status.st_mode & S_IFMT == S_IFDIR, folder.depth < depth {
          folders.append((path, folder.depth + 1))
        }
      }
    }
  }

  private mutating func add(_ status: stat, _ name: [UInt8]) {
    names += 1
    var hash = FNV1a.hash64(name)
    // The number and the time of the inode too: a file may be replaced by one of the same size and time.
    let numbers = [
      Int(status.st_dev), Int(status.st_ino), Int(status.st_size), status.st_mtim.tv_sec,
      status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
    numbers.withUnsafeBytes { for byte in $0 { FNV1a.combine(byte, into: &hash) } }
    sum &+= hash
  }
}

/// The kernel's notices of changes in folders (inotify).
///
/// They come for disks of this machine, but not for what other machines change on a network drive.
public final class FolderNotices {
  /// Whether every folder gives notice of its changes.
  public private(set) var isComplete = true
  private let descriptor: Int32
  private var count = 0

  /// Folders at most; the kernel's own limit is `fs.inotify.max_user_watches`.
  private static let limit = 1_000

  /// Nil if the system has no more of them.
  public init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Whether anything has changed since the last call.
  public func take() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    var isThere = false
    while read(descriptor, &bytes, bytes.count) > 0 { isThere = true }
    return isThere
  }

  /// Begins another look at all folders.
  func begin() { (count, isComplete) = (0, true) }

  func add(_ folder: [UInt8]) {
    let own = IN_DELETE_SELF | IN_MOVE_SELF
    let events = IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVE | own
    let path = folder.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    count += 1
    // File systems of networks and of programs have no device: its major number is 0.
    guard count <= Self.limit, stat(path, &status) == 0, status.st_dev >> 8 & 0xFFF != 0,
      inotify_add_watch(descriptor, path, UInt32(events)) >= 0
    else {
      isComplete = false
      return
    }
  }
}
