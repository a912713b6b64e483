/// Arrays of numbers in a fixed order: the form of a built index in a file.
///
/// Arrays are not copied. Readers know their order and trust none of their numbers.
public struct PackedArrays: Sendable {
  public enum Numbers: Sendable {
    case bytes([UInt8])
    case halves([UInt32])
    case words([UInt64])
  }

  /// The arrays do not have the expected form.
  public struct Misfit: Error {
    public init() {}
  }

  public private(set) var arrays: [Numbers] = []
  private var next = 0

  public init() {}

  public mutating func append(_ array: Numbers) { arrays.append(array) }

  /// Removes and returns the next array.
  public mutating func bytes() throws(Misfit) -> [UInt8] {
    guard case .bytes(let bytes) = try taken() else { throw Misfit() }
    return bytes
  }

  /// Removes and returns the next array.
  public mutating func halves() throws(Misfit) -> [UInt32] {
    guard case .halves(let halves) = try taken() else { throw Misfit() }
    return halves
  }

  /// Removes and returns the next array.
  public mutating func words() throws(Misfit) -> [UInt64] {
    guard case .words(let words) = try taken() else { throw Misfit() }
    return words
  }

  /// Checks that no array is left.
  public func finish() throws(Misfit) {
    guard next == arrays.count else { throw Misfit() }
  }

  private mutating func taken() throws(Misfit) -> Numbers {
    guard next < arrays.count else { throw Misfit() }
    defer {
      arrays[next] = .bytes([])
      next += 1
    }
    return arrays[next]
  }
}

extension PackedTexts {
  public func pack(into arrays: inout PackedArrays) {
    arrays.append(.bytes(bytes))
    arrays.append(.halves(ends))
  }

  public init(unpacking arrays: inout PackedArrays) throws(PackedArrays.Misfit) {
    self.init()
    let (bytes, ends) = (try arrays.bytes(), try arrays.halves())
    guard ends.isAscending, Int(ends.last ?? 0) == bytes.count else { throw PackedArrays.Misfit() }
    (self.bytes, self.ends) = (bytes, ends)
  }
}

extension [UInt32] {
  /// Whether no number is below the one before it.
  public var isAscending: Bool {
    withUnsafeBufferPointer { numbers in
      var descents = 0
      for index in 1..<Swift.max(1, numbers.count) where numbers[index] < numbers[index - 1] { descents += 1 }
      return descents == 0
    }
  }

  /// Whether every number is below a bound.
  public func areBelow(_ bound: Int) -> Bool { isEmpty || reduce(0, Swift.max) < bound }
}
