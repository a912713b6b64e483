public import Catalogs
import Glibc
import Search
public import System

/// A large catalog on disk beside its snapshot, so that the next start need not build it.
///
/// A file of another snapshot, other settings, another version or machine is ignored, like a damaged one.
public struct KeptCatalog: Sendable {
  let path: String
  private let settings: UInt64

  /// Entries of the smallest catalog that is kept; a smaller one is built within milliseconds.
  static let fewest = 5_000
  /// Bytes of a file; the longest list takes about 70 for each entry.
  static let byteLimit = 256 << 20

  /// - Parameter settings: everything beside the answer that shapes the catalog, such as the show's file.
  public init(beside snapshot: Snapshot, settings: [UInt8]) {
    path = "\(snapshot.path).index"
    var hash = StreamHash()
    settings.withUnsafeBytes { hash.combine($0) }
    self.settings = hash.value
  }

  /// Whether there is a readable file.
  var isThere: Bool { access(path, R_OK) == 0 }

  /// The catalog of an answer; nil if it has to be built.
  func load(of digest: FeedAnswer.Digest, _ log: any Log) -> Catalog? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var reader = KeptArrays.Reader(descriptor, limit: Self.byteLimit)
    guard let arrays = reader.arrays(behind: head(digest)), let catalog = try? Catalog(unpacking: arrays)
    else {
      log.info("feed: the index beside the snapshot is of another one, or damaged; building it anew")
      return nil
    }
    return catalog
  }

  /// Keeps the catalog of an answer if it is large enough; on disk when this returns.
  public func save(_ catalog: Catalog, of digest: FeedAnswer.Digest, _ log: any Log) {
    guard catalog.entries.count >= Self.fewest, let arrays = catalog.packed else { return }
    do throws(SystemError) {
      try FileReplacement(of: path, by: "\(path).new").write(
        pieces: KeptArrays.Pieces(of: arrays, behind: head(digest)))
    } catch {
      log.info("feed: no index kept: cannot write \(path): \(error.reason)")
    }
  }

  private func head(_ digest: FeedAnswer.Digest) -> [UInt64] {
    [KeptArrays.signature, Self.version, settings, digest.count, digest.hash]
  }

  /// Raised with every change of the packed form or of building a catalog.
  private static let version: UInt64 = 2
}

/// A file of arrays: the words of a head; each array after two words, the size and the count of its numbers; a hash of
/// all that. Numbers are in the machine's byte order.
enum KeptArrays {
  /// A different number on a machine with the other byte order.
  static let signature = UInt64(0x1A72_6469_0A0D_7801)
}

extension KeptArrays {
  /// The bytes of a file, in pieces.
  struct Pieces: Sequence, IteratorProtocol {
    private var rest: ArraySlice<PackedArrays.Numbers>
    /// Bytes of the first remaining array that have been returned; nil before its two words.
    private var taken: Int?
    private var head: [UInt64]
    private var hash = StreamHash()
    private var isFinished = false

    private static let longest = 256 << 10

    init(of arrays: PackedArrays, behind head: [UInt64]) {
      rest = arrays.arrays[...]
      self.head = head
    }

    mutating func next() -> [UInt8]? {
      guard !isFinished else { return nil }
      if !head.isEmpty {
        defer { head = [] }
        return hashed(head)
      }
      guard let array = rest.first else {
        isFinished = true
        return hashed([hash.value])
      }
      guard let start = taken else {
        taken = 0
        return hashed([UInt64(array.size), UInt64(array.count)])
      }
      let end = Swift.min(start + Self.longest, array.size * array.count)
      taken = end
      if end == array.size * array.count { (rest, taken) = (rest.dropFirst(), nil) }
      return array.withUnsafeBytes { hashed($0[start..<end]) }
    }

    private mutating func hashed(_ words: [UInt64]) -> [UInt8] { words.withUnsafeBytes { hashed($0[...]) } }

    private mutating func hashed(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
      hash.combine(UnsafeRawBufferPointer(rebasing: bytes))
      return Array(bytes)
    }
  }

  /// Reads a file, each array in place.
  struct Reader {
    private let descriptor: Int32
    /// Bytes of the file that are left.
    private var rest = 0
    private var hash = StreamHash()

    /// - Parameter limit: bytes of the file.
    init(_ descriptor: Int32, limit: Int) {
      self.descriptor = descriptor
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit
      else { return }
      rest = Int(status.st_size)
    }

    /// The arrays of a whole file with this head; nil otherwise.
    mutating func arrays(behind head: [UInt64]) -> PackedArrays? {
      guard array(of: UInt64.self, head.count) == head else { return nil }
      var arrays = PackedArrays()
      while rest > MemoryLayout<UInt64>.size {
        guard let form = array(of: UInt64.self, 2), let count = Int(exactly: form[1]),
          let array = numbers(of: form[0], count)
        else { return nil }
        arrays.append(array)
      }
      let value = hash.value
      return array(of: UInt64.self, 1) == [value] ? arrays : nil
    }

    private mutating func numbers(of size: UInt64, _ count: Int) -> PackedArrays.Numbers? {
      switch size {
      case 1: array(of: UInt8.self, count).map { .bytes($0) }
      case 4: array(of: UInt32.self, count).map { .halves($0) }
      case 8: array(of: UInt64.self, count).map { .words($0) }
      default: nil
      }
    }

    private mutating func array<Number: FixedWidthInteger & BitwiseCopyable>(
      of type: Number.Type, _ count: Int
    ) -> [Number]? {
      let size = MemoryLayout<Number>.size
      guard count <= rest / size else { return nil }
      guard count > 0 else { return [] }
      rest -= count * size
      let array = [Number](unsafeUninitializedCapacity: count) { buffer, filled in
        let bytes = UnsafeMutableRawBufferPointer(buffer)
        if fill(bytes) { filled = count }
      }
      return array.count == count ? array : nil
    }

    private mutating func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
      var filled = 0
      while filled < bytes.count {
        let count = read(
          descriptor, bytes.baseAddress.map { $0 + filled }, min(bytes.count - filled, Self.piece))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        // Now, while the bytes are in the processor's cache.
        hash.combine(UnsafeRawBufferPointer(rebasing: bytes[filled..<(filled + count)]))
        filled += count
      }
      return true
    }

    private static let piece = 256 << 10
  }
}

extension PackedArrays.Numbers {
  /// Bytes of a number.
  fileprivate var size: Int {
    switch self {
    case .bytes: 1
    case .halves: 4
    case .words: 8
    }
  }

  fileprivate var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .halves(let halves): halves.count
    case .words(let words): words.count
    }
  }

  fileprivate func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .bytes(let bytes): bytes.withUnsafeBytes(body)
    case .halves(let halves): halves.withUnsafeBytes(body)
    case .words(let words): words.withUnsafeBytes(body)
    }
  }
}
