internal import Glibc

/// A regular file, open for reading.
public struct FileReader: ~Copyable {
  private let descriptor: Int32
  /// Bytes, as of opening.
  public let size: Int
  /// Seconds since 1970 of the last change, as of opening.
  public let modified: Int

  /// - Parameter followingLinks: whether a symbolic link at the end of the path is followed.
  /// - Throws: ``SystemError``, with `EISDIR` for a folder and `EINVAL` for a pipe, socket or device.
  public init(_ path: String, followingLinks: Bool = true) throws(SystemError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
    try self.init { open(path, flags) }
  }

  /// - Parameter open: returns a descriptor, which this closes, or -1 with `errno` set.
  init(open: () -> Int32) throws(SystemError) {
    var descriptor: Int32
    repeat { descriptor = open() } while descriptor < 0 && errno == EINTR
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
      let error = SystemError.last()
      if descriptor >= 0 { close(descriptor) }
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec
  }

  deinit { close(descriptor) }

  /// Calls `body` with up to `count` bytes at a time until the end of the file, or until it returns false.
  public func forEachPiece(
    upTo count: Int = 64 << 10, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let read = Glibc.read(descriptor, piece.baseAddress, piece.count)
      if read < 0, errno == EINTR { continue }
      if read < 0 { throw .last() }
      guard read > 0, body(UnsafeRawBufferPointer(rebasing: piece[..<read])) else { return }
    }
  }

  /// All of it, for reading later; nil if the system has no descriptor left.
  public func slice() -> FileSlice? { FileSlice(of: descriptor, from: 0, count: size) }

  /// All bytes, or more than `limit` of them if the file is longer.
  public func contents(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit) + 1)
    try forEachPiece { piece in
      bytes += piece
      return bytes.count <= limit
    }
    return bytes
  }
}
