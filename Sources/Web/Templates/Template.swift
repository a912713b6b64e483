@_spi(TrustedMarkup) public import Text

/// A template compiled for one model; cheap to copy, and any number of threads may render it at once.
public struct Template<Model: Renderable>: Sendable {
  private let program: Program

  init(program: Program) {
    self.program = program
  }

  /// Appends the page's bytes. Cannot fail.
  public func render(_ model: Model, into buffer: inout [UInt8]) {
    withUnsafePointer(to: model) { program.run(on: UnsafeRawPointer($0), into: &buffer) }
  }

  public func render(_ model: Model) -> SafeHTML {
    var buffer: [UInt8] = []
    render(model, into: &buffer)
    return SafeHTML(trusted: buffer)
  }
}
