internal import CSandbox
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
    /// The first bytes lie in a file, the others in anonymous memory, for which its disk had no space.
    case scratch(ScratchFile?, inFile: Int)
    /// A file that is read only.
    case view
  }

  /// Aligned for every number; never read.
  @usableFromInline static let none = Memory(size: 0)

  /// Bytes of the largest block on the heap.
  static let heapLimit = 1 << 20

  /// Zeros above ``heapLimit``, else uninitialized.
  @usableFromInline
  convenience init(size: Int) {
    self.init(onHeap: size > Self.heapLimit ? 0 : size)
    if size > Self.heapLimit { extend(ScratchFile(), inFile: 0, to: size, keeping: 0) }
  }

  /// Uninitialized memory that never lies in a file.
  @usableFromInline
  init(onHeap size: Int) {
    self.size = max(size, 64)
    (start, form) = (.allocate(byteCount: self.size, alignment: 64), .heap)
  }

  /// A part of a file, for reading.
  init?(mapping descriptor: Int32, size: Int) {
    guard size > 0, let start = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED
    else { return nil }
    (self.start, self.size, form) = (start, size, .view)
  }

  /// The descriptor of the file that holds all of it; nil if there is none.
  var file: Int32? {
    if case .scratch(let file?, inFile: size) = form { file.descriptor } else { nil }
  }

  deinit { free() }

  private func free() {
    switch form {
    case .heap: start.deallocate()
    case .scratch(_, let inFile):
      munmap(start, size)
      ScratchSpace.giveBack(size - inFile)
    case .view: munmap(start, size)
    }
  }

  /// Makes room, and keeps the first `used` bytes.
  @usableFromInline
  func grow(to size: Int, keeping used: Int) {
    switch form {
    case .heap where size <= Self.heapLimit:
      replace(by: .allocate(byteCount: size, alignment: 64), size, .heap, copying: 0..<used)
    case .heap: extend(ScratchFile(), inFile: 0, to: size, keeping: used)
    case .scratch(let file, let inFile): extend(file, inFile: inFile, to: size, keeping: used)
    case .view: break
    }
  }

  /// Gives the pages of a mapped file back to the kernel, which reads them again when needed.
  func release() {
    if case .view = form { madvise(start, size, Int32(MADV_DONTNEED)) }
  }

  /// Extends the part in a file; without disk space for that, or once other memory follows it, the anonymous memory
  /// behind it.
  /// - Parameters:
  ///   - file: nil if none can be created.
  ///   - inFile: bytes of this block that the file has already.
  private func extend(_ file: ScratchFile?, inFile: Int, to size: Int, keeping used: Int) {
    let size = Self.whole(size)
    let isFollowed = inFile > 0 && inFile < self.size
    let fault = isFollowed ? ENOSPC : file?.reserve(size) ?? ENOENT
    let end = fault == 0 ? size : inFile
    guard let start = Self.map(file, end, size) else {
      return replace(by: .allocate(byteCount: size, alignment: 64), size, .heap, copying: 0..<used)
    }
    replace(by: start, size, .scratch(file, inFile: end), copying: min(inFile, used)..<used)
    ScratchSpace.take(size - end, for: (file?.folder ?? ScratchSpace.standard, fault))
  }

  private func replace(
    by start: UnsafeMutableRawPointer, _ size: Int, _ form: Form, copying copied: Range<Int>
  ) {
    (start + copied.lowerBound).copyMemory(from: self.start + copied.lowerBound, byteCount: copied.count)
    free()
    (self.start, self.size, self.form) = (start, size, form)
  }

  /// A beginning of a file, and anonymous memory after it; nil if the kernel refuses.
  private static func map(_ file: ScratchFile?, _ inFile: Int, _ size: Int) -> UnsafeMutableRawPointer? {
    func map(_ start: UnsafeMutableRawPointer?, _ size: Int, _ flags: Int32, _ descriptor: Int32)
      -> UnsafeMutableRawPointer?
    {
      let start = mmap(start, size, PROT_READ | PROT_WRITE, flags, descriptor, 0)
      return start == MAP_FAILED ? nil : start
    }
    if let file, inFile == size { return map(nil, size, MAP_SHARED, file.descriptor) }
    guard let start = map(nil, size, MAP_PRIVATE | MAP_ANONYMOUS, -1) else { return nil }
    guard let file, inFile > 0, map(start, inFile, MAP_SHARED | MAP_FIXED, file.descriptor) == nil else {
      return start
    }
    munmap(start, size)
    return nil
  }

  /// Whole pages.
  private static func whole(_ size: Int) -> Int { (size + 0xFFFF) & ~0xFFFF }
}

/// A file without a name for the output of another process.
public final class OutputFile: Sendable {
  private let file: ScratchFile

  /// Nil if no file can be created.
  public init?() {
    guard let file = ScratchFile() else { return nil }
    self.file = file
  }

  var descriptor: Int32 { file.descriptor }

  /// The first bytes, without a copy, once nobody writes any more; nil if there are fewer.
  public func bytes(_ count: Int) -> Numbers<UInt8>? {
    if count == 0 { return Numbers() }
    var status = stat()
    guard fstat(descriptor, &status) == 0, (1...max(1, Int(status.st_size))).contains(count),
      let memory = Memory(mapping: descriptor, size: count)
    else { return nil }
    return Numbers(
      start: UnsafePointer(memory.start.assumingMemoryBound(to: UInt8.self)), count: count, in: memory)
  }
}

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
