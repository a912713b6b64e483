import Glibc

/// Small files, read whole.
enum FileBytes {
  /// Longer than any chain of certificates.
  private static let limit = 1 << 20

  static func read(_ path: String) throws(TLSError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var space = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &space, space.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw failure(path) }
      if count == 0 { break }
      bytes += space[..<count]
    }
    return bytes
  }

  private static func failure(_ path: String) -> TLSError {
    .unreadable(path, reason: String(cString: strerror(errno)))
  }
}
