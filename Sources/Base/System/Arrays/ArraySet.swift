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

  /// Adds all arrays of another set.
  public mutating func add(_ other: ArraySet) {
    for name in other.names { add(name, other.numbers(name, as: UInt8.self)) }
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
