/// Numbers that are appended one after the other, in memory that may lie in a file; see ``Memory``.
public struct NumberWriter<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>:
  ~Copyable, @unchecked Sendable
{
  @usableFromInline var memory: Memory
  @usableFromInline var start: UnsafeMutablePointer<Number>
  @usableFromInline var capacity: Int
  @usableFromInline var size = 0
  @inlinable public var count: Int { size }

  /// - Parameter capacity: numbers for which it has room at first.
  @inlinable
  public init(capacity: Int = 16) {
    memory = Memory(size: capacity * MemoryLayout<Number>.stride)
    start = memory.start.assumingMemoryBound(to: Number.self)
    self.capacity = memory.size / MemoryLayout<Number>.stride
  }

  /// A number, repeated.
  @inlinable
  public init(repeating number: Number, count: Int) {
    self.init(capacity: count)
    start.initialize(repeating: number, count: count)
    size = count
  }

  /// Copies some numbers.
  @inlinable
  public init(_ numbers: some Collection<Number>) {
    self.init(capacity: numbers.underestimatedCount)
    append(numbers)
  }

  @inlinable
  public subscript(position: Int) -> Number {
    get {
      precondition(UInt(bitPattern: position) < UInt(bitPattern: count))
      return start[position]
    }
    set {
      precondition(UInt(bitPattern: position) < UInt(bitPattern: count))
      start[position] = newValue
    }
  }

  @inlinable
  public mutating func append(_ number: Number) {
    if count == capacity { grow(by: 1) }
    start[count] = number
    size += 1
  }

  @inlinable
  public mutating func append(_ numbers: UnsafeBufferPointer<Number>) {
    if count + numbers.count > capacity { grow(by: numbers.count) }
    if let first = numbers.baseAddress { (start + count).initialize(from: first, count: numbers.count) }
    size += numbers.count
  }

  @inlinable
  public mutating func append(_ numbers: some Collection<Number>) {
    if numbers.withContiguousStorageIfAvailable({ append($0) }) == nil {
      for number in numbers { append(number) }
    }
  }

  /// Removes all numbers, and keeps the memory.
  @inlinable
  public mutating func removeAll() { size = 0 }

  /// Changes the numbers in place.
  @inlinable
  public mutating func withUnsafeMutableBufferPointer<Result>(
    _ body: (UnsafeMutableBufferPointer<Number>) throws -> Result
  ) rethrows -> Result { try body(UnsafeMutableBufferPointer(start: start, count: count)) }

  @inlinable
  public func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Number>) throws -> Result) rethrows
    -> Result
  { try body(UnsafeBufferPointer(start: start, count: count)) }

  /// The numbers, without a copy.
  @inlinable
  public consuming func numbers() -> Numbers<Number> { take() }

  /// The numbers, without a copy; none are left here.
  @inlinable
  public mutating func take() -> Numbers<Number> {
    defer { self = NumberWriter() }
    return Numbers(start: UnsafePointer(start), count: count, in: memory)
  }

  @usableFromInline
  mutating func grow(by more: Int) {
    let size = max(count + more, capacity + capacity / 2) * MemoryLayout<Number>.stride
    memory.grow(to: size, keeping: count * MemoryLayout<Number>.stride)
    start = memory.start.assumingMemoryBound(to: Number.self)
    capacity = memory.size / MemoryLayout<Number>.stride
  }
}
