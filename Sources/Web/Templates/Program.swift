/// A compiled template: flat operations over one buffer of literals.
struct Program: Sendable {
  struct Operation: Sendable {
    enum Code: UInt8, Sendable {
      /// Append the literal at `operand`, `extent` bytes long.
      case literal
      /// Append what writer `operand` says of `frame`.
      case write
      /// Go on at `extent` if test `operand` of `frame` is false.
      case skipUnless
      /// Go on at `extent` if test `operand` of `frame` is true.
      case skipIf
      /// Run up to `extent` for each address that visitor `operand` of `frame` finds, as `newFrame`.
      case forEach
    }

    let code: Code
    var frame = 0
    var newFrame = 0
    let operand: Int
    var extent = 0
  }

  private(set) var operations: [Operation] = []
  private(set) var literals: [UInt8] = []
  private(set) var writers = FunctionTable<Value.Write>()
  private(set) var tests = FunctionTable<Value.Test>()
  private(set) var visitors = FunctionTable<Value.Visit>()
  private(set) var frameCount = 1
  /// Where a jump lands; the literal before it cannot be made longer.
  private var barrier = 0

  mutating func append(literal bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    if operations.count > barrier, let last = operations.last, last.code == .literal {
      operations[operations.count - 1].extent += bytes.count
    } else {
      operations.append(Operation(code: .literal, operand: literals.count, extent: bytes.count))
    }
    literals += bytes
  }

  mutating func append(write: @escaping Value.Write, frame: Int) {
    operations.append(Operation(code: .write, frame: frame, operand: writers.count))
    writers.append(write)
  }

  /// Begins what runs only if the test has the wanted result. - Returns: what to end it with.
  mutating func begin(_ test: @escaping Value.Test, wanted: Bool, frame: Int) -> Int {
    operations.append(
      Operation(code: wanted ? .skipUnless : .skipIf, frame: frame, operand: tests.count))
    tests.append(test)
    return landing() - 1
  }

  /// Begins what runs for each element, at the given depth of frames. - Returns: what to end it with.
  mutating func begin(_ visit: @escaping Value.Visit, frame: Int, newFrame: Int) -> Int {
    operations.append(
      Operation(code: .forEach, frame: frame, newFrame: newFrame, operand: visitors.count))
    visitors.append(visit)
    frameCount = max(frameCount, newFrame + 1)
    return landing() - 1
  }

  mutating func end(_ beginning: Int) {
    operations[beginning].extent = landing()
  }

  private mutating func landing() -> Int {
    barrier = operations.count
    return barrier
  }
}

extension Program {
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
      switch operation.code {
      case .literal:
        literals.withUnsafeBufferPointer { literals in
          let end = operation.operand + operation.extent
          buffer.append(contentsOf: UnsafeBufferPointer(rebasing: literals[operation.operand..<end]))
        }
      case .write:
        writers.with(operation.operand) {
          $0.function(frames[operation.frame], &buffer)
        }
      case .skipUnless:
        if !isTrue(operation, frames) { index = operation.extent }
      case .skipIf:
        if isTrue(operation, frames) { index = operation.extent }
      case .forEach:
        let body = index..<operation.extent
        visitors.with(operation.operand) {
          $0.function(frames[operation.frame]) { element in
            frames[operation.newFrame] = element
            run(body, frames, &buffer)
          }
        }
        index = operation.extent
      }
    }
  }

  private func isTrue(
    _ operation: Operation, _ frames: UnsafeMutableBufferPointer<UnsafeRawPointer>
  ) -> Bool {
    tests.with(operation.operand) { $0.function(frames[operation.frame]) }
  }
}
