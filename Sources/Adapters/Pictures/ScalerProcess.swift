import System

/// Starts the program once more for one picture, and collects its output.
struct ScalerProcess {
  /// Path of the program.
  let program: String
  /// Asked several times a second; true ends the process.
  let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - outputLimit: more bytes than this end the process.
  ///   - patience: seconds that it may take.
  func run(
    _ arguments: [String], input: [UInt8], outputLimit: Int, patience: Double
  ) throws(ScalingFault) -> [UInt8] {
    let (output, status): ([UInt8], Int32)
    do throws(SandboxFault) {
      let process = try SandboxedProcess(
        program, arguments, input: [input], patience: patience, isCancelled: isCancelled)
      var received: [UInt8] = []
      while let piece = try process.receive() {
        received += piece
        if received.count > outputLimit { throw .late }
      }
      (output, status) = (received, process.end())
    } catch {
      throw ScalingFault(error)
    }
    if let fault = ScalingFault(status: status) { throw fault }
    return output
  }
}
