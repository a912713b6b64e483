/// A compiled template: flat operations over one buffer of literals.
struct Program: Sendable {
  /// A function that is called without counting references.
  ///
  /// A function read out of an array is retained and released around each call: two atomic operations
  /// on memory that all rendering threads share, together a third of a page's time. A constant of an
  /// object that is only borrowed needs neither.
  private final class Function<Body: Sendable>: Sendable {
    let call: Body

    init(_ call: Body) {
      self.call = call
    }
  }

  private enum Operation: Sendable {
    /// Append this part of the literals.
    case literal(Range<Int>)
    case write(Unmanaged<Function<Value.Write>>, frame: Int)
    /// Go on at `end` unless the test has the wanted result.
    case check(Unmanaged<Function<Value.Test>>, wanted: Bool, frame: Int, end: Int)
    /// Run up to `end` for each address that the visitor finds, as `newFrame`.
    case visit(Unmanaged<Function<Value.Visit>>, frame: Int, newFrame: Int, end: Int)
  }

  private var operations: [Operation] = []
  private var literals: [UInt8] = []
  /// Keeps alive what operations refer to.
  private var functions: [any AnyObject & Sendable] = []
  private var frameCount = 1
  /// The target of the last jump; a literal before it must not be extended.
  private var barrier = 0

  mutating func append(literal bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let start = literals.count
    literals += bytes
    if operations.count > barrier, case .literal(let last) = operations.last {
      operations[operations.count - 1] = .literal(last.lowerBound..<literals.count)
    } else {
      operations.append(.literal(start..<literals.count))
    }
  }

  mutating func append(write: @escaping Value.Write, frame: Int) {
    operations.append(.write(keep(write), frame: frame))
  }

  /// Begins a part that runs under a condition or for each element. - Returns: the place to end it with.
  mutating func begin() -> Int {
    operations.append(.literal(0..<0))
    barrier = operations.count
    return barrier - 1
  }

  /// Ends a part that runs only if the test has the wanted result.
  mutating func end(_ beginning: Int, if test: @escaping Value.Test, is wanted: Bool, frame: Int) {
    barrier = operations.count
    operations[beginning] = .check(keep(test), wanted: wanted, frame: frame, end: barrier)
  }

  /// Ends a part that runs for each element, at the given depth of frames.
  mutating func end(_ beginning: Int, forEach visit: @escaping Value.Visit, frame: Int, newFrame: Int) {
    barrier = operations.count
    operations[beginning] = .visit(keep(visit), frame: frame, newFrame: newFrame, end: barrier)
    frameCount = max(frameCount, newFrame + 1)
  }

  private mutating func keep<Body: Sendable>(_ body: Body) -> Unmanaged<Function<Body>> {
    let function = Function(body)
    functions.append(function)
    return .passUnretained(function)
  }

  /// Runs the program. The address must be that of a model of the type it was compiled for.
  func run(on model: UnsafeRawPointer, into buffer: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: frameCount) { frames in
      frames.initialize(repeating: model)
      run(0..<operations.count, frames, &buffer)
    }
  }

  private func run(
    _ range: Range<Int>, _ frames: UnsafeMutableBufferPointer<UnsafeRawPointer>, _ buffer: inout [UInt8]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let operation = operations[index]
      index += 1
      switch operation {
      case .literal(let range):
        literals.withUnsafeBufferPointer {
          buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range]))
        }
      case .write(let write, let frame):
        write._withUnsafeGuaranteedRef { $0.call(frames[frame], &buffer) }
      case .check(let test, let wanted, let frame, let end):
        let isTrue = test._withUnsafeGuaranteedRef { $0.call(frames[frame]) }
        if isTrue != wanted { index = end }
      case .visit(let visit, let frame, let newFrame, let end):
        let body = index..<end
        visit._withUnsafeGuaranteedRef {
          $0.call(frames[frame]) { element in
            frames[newFrame] = element
            run(body, frames, &buffer)
          }
        }
        index = end
      }
    }
  }
}
