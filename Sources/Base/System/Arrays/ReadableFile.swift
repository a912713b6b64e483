internal import CSandbox
internal import Glibc

/// Bytes in a file that another process can read but not change.
///
/// Bytes that lie in a file already are not copied.
public final class ReadableFile: Sendable {
  let descriptor: Int32
  /// The offset of the first byte in the file.
  public let offset: Int

  /// Nil if the system has no memory or descriptors left.
  public init?(_ bytes: Numbers<UInt8>) {
    let memory = bytes.memory as? Memory
    offset =
      memory.flatMap { $0.file == nil ? nil : UnsafeRawPointer(bytes.start) - UnsafeRawPointer($0.start) }
      ?? 0
    if let file = memory?.file {
      descriptor = Self.reopen(file)
    } else {
      let copy = memory_file()
      defer { if copy >= 0 { close(copy) } }
      descriptor = copy >= 0 && Self.write(bytes, to: copy) ? Self.reopen(copy) : -1
    }
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// A descriptor of the same file, for reading only.
  private static func reopen(_ file: Int32) -> Int32 { open("/proc/self/fd/\(file)", O_RDONLY | O_CLOEXEC) }

  private static func write(_ bytes: Numbers<UInt8>, to file: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
