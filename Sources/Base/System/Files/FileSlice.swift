internal import Glibc

/// A part of an open file, which is there even when the file's name is removed or given to another.
public final class FileSlice: Sendable {
  /// Closed with its owner.
  public let descriptor: Int32
  public let offset: Int
  public let count: Int

  /// - Parameter descriptor: is duplicated. Nil if the system has none left.
  init?(of descriptor: Int32, from offset: Int, count: Int) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    if own < 0 { return nil }
    (self.descriptor, self.offset, self.count) = (own, offset, count)
  }

  deinit { close(descriptor) }

  /// A part of it; nil if it is shorter.
  public func part(from start: Int, count: Int) -> FileSlice? {
    guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else { return nil }
    return FileSlice(of: descriptor, from: offset + start, count: count)
  }

  /// Its first bytes; fewer than `limit` where it or the file ends.
  public func bytes(limit: Int = .max) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(limit, count))
    forEachPiece(upTo: min(limit, 64 << 10)) { piece in
      bytes += piece.prefix(limit - bytes.count)
      return bytes.count < limit
    }
    return bytes
  }

  /// A hash of all bytes; nil if the file has become shorter. Reads them, so that they are in memory of the kernel when
  /// they are sent.
  public var hash: UInt64? {
    var hash = StreamHash()
    forEachPiece(upTo: 64 << 10) { piece in
      hash.combine(piece)
      return true
    }
    return hash.count == count ? hash.value : nil
  }

  private func forEachPiece(upTo size: Int, _ body: (UnsafeRawBufferPointer) -> Bool) {
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, min(size, count)), alignment: 16)
    defer { space.deallocate() }
    var done = 0
    while done < count {
      let read = pread(descriptor, space.baseAddress, min(space.count, count - done), off_t(offset + done))
      if read < 0, errno == EINTR { continue }
      guard read > 0, body(UnsafeRawBufferPointer(rebasing: space[..<read])) else { return }
      done += read
    }
  }
}
