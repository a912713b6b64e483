/// Many texts in one buffer, instead of a string on the heap for each.
public struct PackedTexts: Sendable {
  public internal(set) var bytes: [UInt8] = []
  /// The end of each text, which begins at the end of the one before. The whole has less than 4 GB.
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

  /// The range of a text in the bytes.
  @inlinable
  public func range(of position: Int) -> Range<Int> {
    (position == 0 ? 0 : Int(ends[position - 1]))..<Int(ends[position])
  }

  public subscript(position: Int) -> String {
    String(decoding: bytes[range(of: position)], as: UTF8.self)
  }
}

/// Packs texts that are written in place, in a fifth of the time of appending them to an array.
public struct PackedTextsWriter: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var ends: [UInt32] = []
  @usableFromInline var count = 0

  /// - Parameters:
  ///   - texts: their approximate number.
  ///   - bytesEach: the approximate length of each.
  public init(_ texts: Int, bytesEach: Int) {
    capacity = max(texts * bytesEach, 64)
    start = .allocate(capacity: capacity)
    ends.reserveCapacity(texts)
  }

  deinit { start.deallocate() }

  /// Space for the next text, valid until the next call.
  @inlinable
  public mutating func room(for bytes: Int) -> UnsafeMutablePointer<UInt8> {
    if count + bytes > capacity { grow(by: bytes) }
    return start + count
  }

  /// Appends the text that was written there, in valid UTF-8.
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

  /// The texts, without memory reserved for growth.
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
