internal import Glibc

/// The state of a file, or of a folder with everything in it: equal as long as no name, size or time has changed.
///
/// Hidden names are ignored. A file may be reached by a link; links within a folder are not followed.
public struct DiskState: Sendable, Hashable {
  /// Names that were looked at; 0 if there is nothing at the path.
  public private(set) var names = 0
  /// The sum of a hash for each name, which depends on no order.
  private var sum: UInt64 = 0

  /// The end of the name of an SQLite file's write-ahead log, which is a part of that file.
  public static let logSuffix = "-wal"

  /// - Parameters:
  ///   - depth: levels of subfolders.
  ///   - limit: names in a folder that are looked at; changes of others are not seen.
  public init(of path: String, depth: Int = 8, limit: Int = 100_000) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    add(status, [])
    var log = stat()
    if stat(path + Self.logSuffix, &log) == 0, log.st_size > 0 { add(log, []) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return }
    var folders = [(path: Array(path.utf8), depth: 0)]
    while let folder = folders.popLast(), names <= limit {
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
