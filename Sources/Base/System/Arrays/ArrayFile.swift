internal import Glibc

/// A file of named arrays, written once and mapped by every process that reads it.
///
/// Little-endian. A head of whole pages: signature, version of the layout, length of the head and of the file, the
/// four numbers of its ``Origin``, the number of arrays; for each array its name in 32 bytes, its offset, its length
/// and the hash of its bytes; at the end of the head the hash of all of it. Arrays begin at multiples of 64 bytes.
/// Hashes are ``StreamHash``, which finds damage, not forgery: readers check every position they take from an array.
public struct ArrayFile: Sendable {
  /// The things a file was made of. Files of the same origin are the same, byte for byte.
  public struct Origin: Sendable, Hashable {
    /// A hash of everything beside the source that shapes the arrays.
    public var settings: UInt64
    /// The length of the source and its hash.
    public var source: (count: UInt64, hash: UInt64)
    /// A hash of what is kept from earlier sources.
    public var kept: UInt64

    public init(settings: UInt64, source: (count: UInt64, hash: UInt64), kept: UInt64) {
      (self.settings, self.source, self.kept) = (settings, source, kept)
    }

    fileprivate var words: [UInt64] { [settings, source.count, source.hash, kept] }

    public static func == (one: Origin, other: Origin) -> Bool { one.words == other.words }
    public func hash(into hasher: inout Hasher) { hasher.combine(words) }
  }

  /// The reason why a file cannot be used; ends a sentence that names it.
  public struct Fault: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  public let origin: Origin
  public let arrays: ArraySet

  /// A different number on a machine with the other byte order.
  private static let signature: UInt64 = 0x1A0A_7379_6172_7261
  private static let page = 4_096
  private static let nameLength = 32
  private static let rowLength = nameLength + 24
  private static let fixedLength = 9 * 8
  /// Arrays of a file.
  private static let limit = 1_000

  /// Maps a file, and checks all of it: about 0.1 s a gigabyte that is in memory.
  ///
  /// The file must not be changed while it is used, only replaced by another of its name: one that is cut short ends the
  /// process.
  /// - Parameter version: of the arrays' meaning.
  public init(_ path: String, version: UInt64) throws(Fault) {
    var descriptor: Int32
    repeat {
      descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw Fault(description: String(cString: strerror(errno))) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Fault(description: "it is not a regular file")
    }
    guard let memory = Memory(mapping: descriptor, size: Int(status.st_size)) else {
      throw Fault(description: status.st_size == 0 ? "it is empty" : "it cannot be mapped into memory")
    }
    let bytes = UnsafeRawBufferPointer(start: memory.start, count: Int(status.st_size))
    (origin, arrays) = try Self.read(bytes, version: version, in: memory)
    memory.release()
  }

  /// The origin of a file, without a look at its arrays.
  public static func origin(of path: String, version: UInt64) throws(Fault) -> Origin {
    let (start, size): ([UInt8], Int)
    do throws(SystemError) {
      let file = try FileReader(path)
      (start, size) = (try file.contents(limit: fixedLength + limit * rowLength + page), file.size)
    } catch {
      throw Fault(description: error.reason)
    }
    let origin: Result<Origin, Fault> = start.withUnsafeBytes { start in
      Result { () throws(Fault) in try head(start, of: size, version: version).origin }
    }
    return try origin.get()
  }

  /// Checks the head of a file.
  /// - Parameter bytes: the beginning of the file, or all of it.
  private static func head(
    _ bytes: UnsafeRawBufferPointer, of size: Int, version: UInt64
  ) throws(Fault) -> (origin: Origin, length: Int) {
    func word(_ offset: Int) -> UInt64 { Self.word(bytes, offset) }
    guard bytes.count >= page, word(0) == signature else {
      throw Fault(description: "it is not a catalogue file")
    }
    guard word(8) == version else {
      throw Fault(description: "it is of another version of the program (\(word(8)), expected \(version))")
    }
    guard let head = Int(exactly: word(16)), head % page == 0, (page...bytes.count).contains(head),
      hash(bytes, 0..<(head - 8)) == word(head - 8)
    else { throw Fault(description: "its head is damaged") }
    guard word(24) == UInt64(size) else { throw Fault(description: "it is cut off") }
    return (Origin(settings: word(32), source: (word(40), word(48)), kept: word(56)), head)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, version: UInt64, in memory: Memory
  ) throws(Fault) -> (Origin, ArraySet) {
    let (origin, head) = try Self.head(bytes, of: bytes.count, version: version)
    func word(_ offset: Int) -> UInt64 { Self.word(bytes, offset) }
    guard word(64) <= limit, fixedLength + Int(word(64)) * rowLength + 8 <= head else {
      throw Fault(description: "its head is damaged")
    }
    var arrays = ArraySet()
    for index in 0..<Int(word(64)) {
      let row = fixedLength + index * rowLength
      let name = String(decoding: bytes[row..<(row + nameLength)].prefix { $0 != 0 }, as: UTF8.self)
      guard let offset = Int(exactly: word(row + nameLength)),
        let length = Int(exactly: word(row + nameLength + 8)), offset % 64 == 0, offset >= head,
        offset <= bytes.count, length <= bytes.count - offset,
        hash(bytes, offset..<(offset + length)) == word(row + nameLength + 16)
      else { throw Fault(description: "its part \"\(name)\" is damaged") }
      arrays.add(
        name,
        Numbers<UInt8>(
          start: (memory.start + offset).assumingMemoryBound(to: UInt8.self), count: length, in: memory))
    }
    return (origin, arrays)
  }

  /// Replaces a file; durable when it returns. After an error the old file or the new one is there, whole.
  public static func write(
    _ arrays: ArraySet, of origin: Origin, version: UInt64, to path: String
  ) throws(SystemError) {
    try FileReplacement(of: path, by: "\(path).new").write(
      pieces: Pieces(head: head(of: arrays, origin, version), arrays: arrays))
  }

  private static func head(of arrays: ArraySet, _ origin: Origin, _ version: UInt64) -> [UInt8] {
    let length = (fixedLength + arrays.names.count * rowLength + 8 + page - 1) / page * page
    var head: [UInt8] = []
    func append(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { head += $0 } }
    var end = length
    var rows: [(name: String, offset: Int, bytes: Numbers<UInt8>)] = []
    for name in arrays.names {
      let bytes: Numbers<UInt8> = arrays.numbers(name)
      rows.append((name, end, bytes))
      end += (bytes.count + 63) & ~63
    }
    for word in [signature, version, UInt64(length), UInt64(end)] + origin.words + [UInt64(rows.count)] {
      append(word)
    }
    for (name, offset, bytes) in rows {
      let name = Array(name.utf8.prefix(nameLength))
      head += name + Array(repeating: 0, count: nameLength - name.count)
      append(UInt64(offset))
      append(UInt64(bytes.count))
      append(bytes.withUnsafeBufferPointer { hash(UnsafeRawBufferPointer($0), 0..<bytes.count) })
    }
    head += Array(repeating: 0, count: length - 8 - head.count)
    append(head.withUnsafeBytes { hash($0, 0..<$0.count) })
    return head
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> UInt64 {
    var hash = StreamHash()
    hash.combine(UnsafeRawBufferPointer(rebasing: bytes[range]))
    return hash.value
  }

  /// The bytes of a file, in pieces.
  private struct Pieces: Sequence, IteratorProtocol {
    private static let longest = 1 << 20

    private var head: [UInt8]?
    private var rest: ArraySlice<Numbers<UInt8>>
    /// Bytes of the first of them that have been returned.
    private var taken = 0

    init(head: [UInt8], arrays: ArraySet) {
      self.head = head
      rest = arrays.names.map { arrays.numbers($0) }[...]
    }

    mutating func next() -> [UInt8]? {
      if let head {
        self.head = nil
        return head
      }
      guard let array = rest.first else { return nil }
      let end = Swift.min(taken + Self.longest, array.count)
      var piece = Array(array.part(taken..<end))
      taken = end
      if end == array.count {
        piece += Array(repeating: 0, count: -array.count & 63)
        (rest, taken) = (rest.dropFirst(), 0)
      }
      return piece
    }
  }
}
