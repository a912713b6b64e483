import System

/// The body's bytes at an address that stays, for as long as any `MHD_Response` refers to them; or a part of a file; or
/// the pieces of a body that is made while it is sent.
final class ResponseBytes: @unchecked Sendable {
  let buffer: UnsafeMutableRawBufferPointer
  let file: FileSlice?
  let next: (@Sendable () -> [UInt8])?
  /// Bytes of a piece that are not sent yet. Used by the polling thread of the one connection.
  private var rest: ArraySlice<UInt8> = []
  /// Bytes that the library asks for at most.
  static let pieceSize = 32 << 10
  /// Bytes for which a body counts that is made while it is sent: it may take processor time, so one network has
  /// eight, and all have sixteen.
  private static let weightOfPieces = 4 << 20

  init(_ bytes: [UInt8]) {
    // At least one byte, so that there is an address: the library does not accept a null pointer.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    memory.copyBytes(from: bytes)
    buffer = UnsafeMutableRawBufferPointer(rebasing: memory[..<bytes.count])
    (file, next) = (nil, nil)
  }

  init(_ file: FileSlice) {
    buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    (self.file, next) = (file, nil)
  }

  init(_ next: @escaping @Sendable () -> [UInt8]) {
    buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    (file, self.next) = (nil, next)
  }

  var weight: Int { next == nil ? buffer.count : Self.weightOfPieces }

  var whole: [UInt8] {
    guard let next else { return file?.bytes() ?? Array(buffer) }
    var whole: [UInt8] = []
    while case let piece = next(), !piece.isEmpty { whole += piece }
    return whole
  }

  /// Copies the next bytes of a body that is made while it is sent; 0 at its end.
  func read(into space: UnsafeMutableRawBufferPointer) -> Int {
    if rest.isEmpty, let next { rest = next()[...] }
    let count = min(space.count, rest.count)
    space.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    return count
  }

  deinit {
    buffer.baseAddress?.deallocate()
  }
}

func readResponseBytes(
  _ owner: UnsafeMutableRawPointer?, _: UInt64, _ space: UnsafeMutablePointer<CChar>?, _ count: Int
) -> Int {
  guard let owner, let space else { return -1 }
  let target = UnsafeMutableRawBufferPointer(start: space, count: count)
  let read = Unmanaged<ResponseBytes>.fromOpaque(owner).takeUnretainedValue().read(into: target)
  // The library's sign of the end.
  return read > 0 ? read : -1
}

func releaseResponseBytes(_ owner: UnsafeMutableRawPointer?) {
  guard let owner else { return }
  Unmanaged<ResponseBytes>.fromOpaque(owner).release()
}
