internal import Glibc

/// A block of memory: on the heap while it is small, else in a file without a name, which the kernel writes to disk
/// when memory is short.
@usableFromInline
final class Memory: @unchecked Sendable {
  @usableFromInline private(set) var start: UnsafeMutableRawPointer
  @usableFromInline private(set) var size: Int
  private var form: Form

  private enum Form {
    case heap
    /// Mapped; the descriptor is -1 for memory without a file.
    case mapped(descriptor: Int32)
  }

  /// Aligned for every number; never read.
  @usableFromInline static let none = Memory(size: 0)

  /// Bytes of the largest block on the heap.
  static let heapLimit = 4 << 20

  /// Zeros above ``heapLimit``, else uninitialized.
  @usableFromInline
  init(size: Int) {
    self.size = max(size, 64)
    guard size > Self.heapLimit else {
      start = .allocate(byteCount: self.size, alignment: 64)
      form = .heap
      return
    }
    self.size = Self.whole(size)
    (start, form) = Self.mapped(self.size)
  }

  /// A part of a file, for reading.
  init?(mapping descriptor: Int32, size: Int) {
    guard size > 0, let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { return nil }
    (self.start, self.size, form) = (start, size, .mapped(descriptor: -1))
  }

  deinit {
    switch form {
    case .heap: start.deallocate()
    case .mapped(let descriptor):
      munmap(start, size)
      if descriptor >= 0 { close(descriptor) }
    }
  }

  /// Makes room, and keeps the first `used` bytes.
  @usableFromInline
  func grow(to size: Int, keeping used: Int) {
    switch form {
    case .heap:
      let larger = Memory(size: size)
      larger.start.copyMemory(from: start, byteCount: used)
      swap(&start, &larger.start)
      swap(&self.size, &larger.size)
      swap(&form, &larger.form)
    case .mapped(let descriptor):
      let (old, oldSize) = (start, self.size)
      self.size = Self.whole(size)
      if descriptor >= 0, Self.reserve(self.size, in: descriptor),
        let again = Self.map(descriptor, self.size)
      {
        start = again
      } else {
        // The disk is full.
        (start, form) = Self.anonymous(self.size)
        start.copyMemory(from: old, byteCount: used)
        if descriptor >= 0 { close(descriptor) }
      }
      munmap(old, oldSize)
    }
  }

  /// Gives the pages of a mapped file back to the kernel, which reads them again when needed.
  func release() {
    if case .mapped = form { madvise(start, size, Int32(MADV_DONTNEED)) }
  }

  private static func mapped(_ size: Int) -> (UnsafeMutableRawPointer, Form) {
    let descriptor = UnnamedFile.open()
    guard descriptor >= 0 else { return anonymous(size) }
    guard reserve(size, in: descriptor), let start = map(descriptor, size) else {
      close(descriptor)
      return anonymous(size)
    }
    return (start, .mapped(descriptor: descriptor))
  }

  private static func anonymous(_ size: Int) -> (UnsafeMutableRawPointer, Form) {
    let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else { return (.allocate(byteCount: size, alignment: 64), .heap) }
    return (start, .mapped(descriptor: -1))
  }

  private static func map(_ descriptor: Int32, _ size: Int) -> UnsafeMutableRawPointer? {
    let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    return start == MAP_FAILED ? nil : start
  }

  /// Takes the disk space now: a write to a page without any would end the process.
  private static func reserve(_ size: Int, in descriptor: Int32) -> Bool {
    posix_fallocate(descriptor, 0, size) == 0
  }

  /// Whole pages.
  private static func whole(_ size: Int) -> Int { (size + 0xFFFF) & ~0xFFFF }
}

/// Files without a name: they end with the process.
public enum UnnamedFile {
  /// The folder whose disk they lie on.
  @TaskLocal public static var folder = "/var/tmp"

  /// `O_TMPFILE`, which is not imported.
  private static let unnamed = 0o20_000_000 | O_DIRECTORY

  /// A descriptor for reading and writing; -1 if no file can be created.
  static func open() -> Int32 {
    for folder in [folder, "/var/tmp", "/tmp"] {
      var descriptor = Glibc.open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return descriptor }
      // Not every file system has them.
      var name = Array("\(folder)/dramatis.XXXXXX".utf8CString)
      descriptor = mkstemp(&name)
      guard descriptor >= 0 else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      unlink(name)
      return descriptor
    }
    return -1
  }
}
