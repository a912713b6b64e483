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
