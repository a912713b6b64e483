internal import CSandbox

/// Unsigned numbers that never change, in memory that others may share: an array, or a part of a mapped file.
///
/// A position out of bounds reads as zero, so that numbers from a damaged file never lead outside of the memory.
public struct Numbers<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>:
  RandomAccessCollection, @unchecked Sendable
{
  @usableFromInline let start: UnsafePointer<Number>
  public let count: Int
  /// Keeps the memory.
  @usableFromInline let memory: AnyObject?

  /// - Parameter memory: keeps `count` numbers from `start` on, unchanged, while it lives.
  @inlinable
  init(start: UnsafePointer<Number>, count: Int, in memory: AnyObject?) {
    (self.start, self.count, self.memory) = (start, count, memory)
  }

  /// No numbers.
  @inlinable
  public init() {
    self.init(start: UnsafePointer(Memory.none.start.assumingMemoryBound(to: Number.self)), count: 0, in: nil)
  }

  /// Gives the pages of the whole mapped file back to the kernel, which reads them again when needed.
  public func release() { (memory as? Memory)?.release() }

  /// Copies some numbers.
  @inlinable
  public init(_ numbers: some Collection<Number>) {
    self.init(count: numbers.count) { buffer in
      _ = buffer.initialize(fromContentsOf: numbers)
      return numbers.count
    }
  }

  /// Makes numbers in place.
  /// - Parameter fill: initializes a beginning of the buffer, and returns its length.
  @inlinable
  public init(count: Int, filledBy fill: (UnsafeMutableBufferPointer<Number>) -> Int) {
    self.init(Memory(size: count * MemoryLayout<Number>.stride), count, filledBy: fill)
  }

  /// Makes numbers that live for the time of an answer only, and so need no file.
  /// - Parameter fill: initializes a beginning of the buffer, and returns its length.
  @inlinable
  public init(onHeap count: Int, filledBy fill: (UnsafeMutableBufferPointer<Number>) -> Int) {
    self.init(Memory(onHeap: count * MemoryLayout<Number>.stride), count, filledBy: fill)
  }

  @inlinable
  init(_ memory: Memory, _ count: Int, filledBy fill: (UnsafeMutableBufferPointer<Number>) -> Int) {
    let start = memory.start.bindMemory(to: Number.self, capacity: count)
    self.init(
      start: start, count: fill(UnsafeMutableBufferPointer(start: start, count: count)), in: memory)
  }

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { count }

  @inlinable
  public subscript(position: Int) -> Number {
    UInt(bitPattern: position) < UInt(bitPattern: count) ? start[position] : 0
  }

  /// Some of the numbers, counted from zero again; those out of bounds are left out.
  @inlinable
  public func part(_ range: Range<Int>) -> Numbers {
    let range = range.clamped(to: 0..<count)
    return Numbers(start: start + range.lowerBound, count: range.count, in: memory)
  }

  /// The last numbers, from a position on.
  @inlinable
  public func part(from position: Int) -> Numbers { part(Swift.min(Swift.max(0, position), count)..<count) }

  @inlinable
  public func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Number>) throws -> Result) rethrows
    -> Result
  {
    try withExtendedLifetime(memory) { try body(UnsafeBufferPointer(start: start, count: count)) }
  }

  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Number>) throws -> Result
  ) rethrows -> Result? { try withUnsafeBufferPointer(body) }
}

extension UnsafeRawBufferPointer {
  /// The first offset in a range at which some bytes, at least one, stand; nil if there is none.
  public func offset(of bytes: [UInt8], in range: Range<Int>) -> Int? {
    guard let start = baseAddress, !range.isEmpty, range.upperBound <= count else { return nil }
    return memmem(start + range.lowerBound, range.count, bytes, bytes.count).map {
      UnsafeRawPointer($0) - start
    }
  }
}

extension Numbers<UInt8> {
  @inlinable
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBufferPointer { try body(UnsafeRawBufferPointer($0)) }
  }

  /// Bytes that stay where they are for the life of the process.
  public init(lasting bytes: UnsafeRawBufferPointer) {
    let start = bytes.baseAddress ?? UnsafeRawPointer(Memory.none.start)
    self.init(start: start.assumingMemoryBound(to: UInt8.self), count: bytes.count, in: nil)
  }

  /// A text; invalid UTF-8 is repaired.
  public func text(_ range: Range<Int>) -> String {
    withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range.clamped(to: 0..<count)]), as: UTF8.self)
    }
  }
}

extension Numbers<UInt8> {
  /// Eight bytes from an offset on as a number that compares like them; zero within eight bytes of the end.
  @inlinable
  public func word(at offset: Int) -> UInt64 {
    guard offset >= 0, offset &+ 8 <= count, offset &+ 8 > 0 else { return 0 }
    return UInt64(bigEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }
}

extension Numbers {
  /// Copies the numbers that a writer has so far.
  @inlinable
  public init(copying writer: borrowing NumberWriter<Number>) {
    self = writer.withUnsafeBufferPointer { numbers in
      Numbers(count: numbers.count) { $0.initialize(fromContentsOf: numbers) }
    }
  }
}

/// Arrays of numbers by their names, in memory or in a mapped ``ArrayFile``.
public struct ArraySet: Sendable {
  /// Bytes of each array.
  private(set) var arrays: [String: Numbers<UInt8>] = [:]
  /// The names, in the order in which they were added.
  private(set) var names: [String] = []

  public init() {}

  public mutating func add<Number>(_ name: String, _ numbers: Numbers<Number>) {
    let bytes = UnsafeRawPointer(numbers.start).assumingMemoryBound(to: UInt8.self)
    if arrays[name] == nil { names.append(name) }
    arrays[name] = Numbers<UInt8>(
      start: bytes, count: numbers.count * MemoryLayout<Number>.stride, in: numbers.memory)
  }

  @inlinable
  public mutating func add<Number>(_ name: String, _ numbers: [Number])
  where Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable {
    add(name, Numbers(numbers))
  }

  /// The array of a name; empty if there is none. A rest that is shorter than a number is left out.
  public func numbers<Number>(_ name: String, as number: Number.Type = Number.self) -> Numbers<Number> {
    guard let bytes = arrays[name] else { return Numbers() }
    let start = UnsafeRawPointer(bytes.start).assumingMemoryBound(to: Number.self)
    return Numbers(start: start, count: bytes.count / MemoryLayout<Number>.stride, in: bytes.memory)
  }

  /// Bytes of all arrays.
  public var size: Int { arrays.values.reduce(0) { $0 + $1.count } }
}
