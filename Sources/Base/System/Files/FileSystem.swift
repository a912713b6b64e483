internal import Glibc

/// System calls for files, which tests can observe, delay and fail.
///
/// Callers close descriptors. Every function blocks for the disk, and restarts after a signal.
public protocol FileSystem: Sendable {
  /// The bytes of a file: all of them, or more than `limit` if it is longer. Follows no link.
  func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8]
  /// Opens a new file for writing; an error if the name exists.
  func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32
  /// Writes at least one byte and returns the number.
  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  func sync(_ descriptor: Int32) throws(SystemError)
  func close(_ descriptor: Int32)
  /// Syncs the names in a folder to disk.
  func syncFolder(_ path: String) throws(SystemError)
  func rename(_ path: String, to other: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// Makes a folder with permissions 0700; its parent must exist.
  func makeFolder(_ path: String) throws(SystemError)
  /// Seconds since 1970 of the last change.
  func modifiedAt(_ path: String) throws(SystemError) -> Int
  func setModified(_ path: String, at seconds: Int) throws(SystemError)
  /// Bytes of a file on a disk of 4 KB blocks.
  func room(of path: String) throws(SystemError) -> Int
  /// The names in a folder, unordered.
  func names(in folder: String) throws(SystemError) -> [String]
}

/// The real system calls.
public struct DiskFileSystem: FileSystem {
  public init() {}

  public func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    try FileReader(path, followingLinks: false).contents(limit: limit)
  }

  public func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32 {
    try retrying { Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions) }
  }

  public func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    try retrying { bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } }
  }

  public func sync(_ descriptor: Int32) throws(SystemError) {
    try retrying { fsync(descriptor) }
  }

  public func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }

  public func syncFolder(_ path: String) throws(SystemError) {
    let descriptor = try retrying { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { close(descriptor) }
    try sync(descriptor)
  }

  public func rename(_ path: String, to other: String) throws(SystemError) {
    try retrying { Glibc.rename(path, other) }
  }

  public func remove(_ path: String) throws(SystemError) {
    try retrying { unlink(path) }
  }

  public func makeFolder(_ path: String) throws(SystemError) {
    try retrying { mkdir(path, 0o700) }
  }

  public func modifiedAt(_ path: String) throws(SystemError) -> Int {
    var status = stat()
    try retrying { lstat(path, &status) }
    // Some file systems store any number, and times are subtracted.
    return min(max(status.st_mtim.tv_sec, -1 << 40), 1 << 40)
  }

  public func setModified(_ path: String, at seconds: Int) throws(SystemError) {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    try retrying { utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) }
  }

  public func room(of path: String) throws(SystemError) -> Int {
    var status = stat()
    try retrying { lstat(path, &status) }
    return (Int(status.st_size) + 4_095) / 4_096 * 4_096
  }

  public func names(in folder: String) throws(SystemError) -> [String] {
    try names(in: Array(folder.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in a folder as bytes, which need not be UTF-8.
  func names(in folder: [UInt8]) throws(SystemError) -> [[UInt8]] {
    guard let stream = opendir(folder.map { CChar(bitPattern: $0) } + [0]) else { throw .last() }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

  @discardableResult
  private func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw .last() }
    }
  }
}

/// A system call's `errno`.
public struct SystemError: Error, Hashable, Sendable {
  public let code: Int32

  public init(code: Int32) {
    self.code = code
  }

  /// The error of the last system call of this thread.
  public static func last() -> SystemError { SystemError(code: errno) }

  /// The system's description.
  public var reason: String { String(cString: strerror(code)) }

  public var isMissing: Bool { code == ENOENT }

  public var isThere: Bool { code == EEXIST }
}
