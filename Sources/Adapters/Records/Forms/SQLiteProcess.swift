import Dispatch
import Glibc
import JSON
import System

/// The rows of an SQLite file, which a sandboxed process reads: within one step of a query SQLite can compute for
/// hours, and only the end of its process ends that.
final class SQLiteProcess {
  /// The query that is run.
  private(set) var query = ""
  private(set) var columns: [String] = []
  private let process: SandboxedProcess
  private var frames = SQLiteFrames()
  private var hasEnded = false

  static let signature = Array("SQLite format 3\0".utf8)
  /// Guards the processes that there may be at once.
  private static let places = DispatchSemaphore(value: RecordLimits.readers)

  /// - Parameters:
  ///   - query: nil for all columns of the table with the most rows that looks like a list.
  ///   - names: columns that are read; nil for all.
  init(_ bytes: [UInt8], query: String?, keeping names: Set<String>?) throws(RecordsError) {
    var head = SQLiteEncoder()
    SQLiteOrder(query: query, names: names, size: bytes.count).write(to: &head)
    let display = ProgressDisplay.current
    let isCancelled: @Sendable () -> Bool = { display?.goesOn == false }
    try Self.takePlace(isCancelled)
    do throws(SandboxFault) {
      process = try SandboxedProcess(
        SQLiteWorker.program, [SQLiteWorker.command], input: [head.bytes, bytes],
        patience: RecordLimits.readerPatience, isCancelled: isCancelled)
    } catch {
      Self.places.signal()
      throw Self.fault(error)
    }
    guard case .columns(let query, let columns) = try frame() else { throw Self.fault(process.end()) }
    (self.query, self.columns) = (query, columns)
  }

  deinit { end() }

  var number: Int32 { process.number }

  /// Ends the process; there are no further rows.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    process.end()
    Self.places.signal()
  }

  func next() throws(RecordsError) -> JSONValue? {
    guard !hasEnded else { return nil }
    switch try frame() {
    case .row(let members): return .object(members)
    case .end:
      end()
      return nil
    case .columns, .fault, nil: throw Self.fault(process.end())
    }
  }

  /// The next frame; nil if the process has ended without one.
  private func frame() throws(RecordsError) -> SQLiteFrame? {
    while true {
      switch try frames.next(columns) {
      case .fault(let reason): throw RecordsError(reason)
      case let frame?: return frame
      case nil: break
      }
      let piece: [UInt8]?
      do throws(SandboxFault) { piece = try process.receive() } catch { throw Self.fault(error) }
      guard let piece else { return nil }
      try frames.append(piece)
    }
  }

  private static func takePlace(_ isCancelled: () -> Bool) throws(RecordsError) {
    while places.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if isCancelled() { throw fault(.cancelled) }
    }
  }

  /// - Parameter status: as `waitpid` gives it.
  static func fault(_ status: Int32) -> RecordsError {
    let signal = status & 0x7F
    if signal == SIGKILL || signal == SIGXCPU {
      return RecordsError("reading it takes more than \(RecordLimits.readerSeconds) s of the processor")
    }
    if signal == 0, status >> 8 == SandboxedProcess.unavailable { return fault(.unavailable) }
    return RecordsError(
      "it is a damaged SQLite file: its reader ended with \(signal == 0 ? "status \(status >> 8)" : "signal \(signal)")"
    )
  }

  private static func fault(_ fault: SandboxFault) -> RecordsError {
    switch fault {
    case .unavailable:
      RecordsError(
        "the process for it cannot be sandboxed (seccomp), so no SQLite file is read; save it as CSV")
    case .late: RecordsError("reading it takes more than \(Int(RecordLimits.readerPatience)) s")
    case .cancelled: RecordsError("the reading was ended")
    }
  }
}
