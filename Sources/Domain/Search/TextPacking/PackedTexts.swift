/// Many texts in one buffer, instead of a string on the heap for each.
public struct PackedTexts: Sendable {
  public internal(set) var bytes: [UInt8] = []
  /// Where each text ends; it begins where the one before ends. The whole has less than 4 GB.
  @usableFromInline var ends: [UInt32] = []

  public init() {}

  init(bytes: [UInt8], ends: [UInt32]) {
    (self.bytes, self.ends) = (bytes, ends)
  }

  public var count: Int { ends.count }

  public mutating func reserve(_ count: Int, bytesEach: Int) {
    bytes.reserveCapacity(count * bytesEach)
    ends.reserveCapacity(count)
  }

  public mutating func append(_ text: String) {
    append { $0.append(contentsOf: text.utf8) }
  }

  /// Appends the text that a closure writes behind the others.
  public mutating func append(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    ends.append(UInt32(bytes.count))
  }

  /// Where the text at a position lies among the bytes.
  @inlinable
  public func range(of position: Int) -> Range<Int> {
    (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
  }

  public subscript(position: Int) -> String {
    String(decoding: bytes[range(of: position)], as: UTF8.self)
  }
}

/// Packs texts that are written where they will lie, at a fifth of what appending them to an array takes.
public struct PackedTextsWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var ends: [UInt32] = []
  @usableFromInline var count = 0

  /// - Parameters:
  ///   - texts: how many there are going to be, roughly.
  ///   - bytesEach: how many bytes each has, roughly.
  public init(_ texts: Int, bytesEach: Int) {
    capacity = max(texts * bytesEach, 64)
    start = .allocate(capacity: capacity)
    ends.reserveCapacity(texts)
  }

  deinit { start.deallocate() }

  /// Where the next text is to be written, with room for so many bytes; until the next call.
  @inlinable
  public mutating func room(for bytes: Int) -> UnsafeMutablePointer<UInt8> {
    if count + bytes > capacity { grow(by: bytes) }
    return start + count
  }

  /// Takes the text that was written there, in valid UTF-8.
  @inlinable
  public mutating func append(written bytes: Int) {
    count += bytes
    ends.append(UInt32(truncatingIfNeeded: count))
  }

  /// Appends a text of valid UTF-8.
  @inlinable
  public mutating func append(_ text: UnsafeRawBufferPointer) {
    let room = room(for: text.count)
    if let first = text.baseAddress {
      UnsafeMutableRawPointer(room).copyMemory(from: first, byteCount: text.count)
    }
    append(written: text.count)
  }

  /// The texts, in no more memory than they need.
  public func texts() -> PackedTexts {
    PackedTexts(
      bytes: Array(UnsafeBufferPointer(start: start, count: count)),
      ends: ends.withUnsafeBufferPointer { Array($0) })
  }

  @usableFromInline
  mutating func grow(by bytes: Int) {
    capacity = max(count + bytes, capacity + capacity / 2)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
