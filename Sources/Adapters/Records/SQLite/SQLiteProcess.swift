import CSQLite
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

/// The process that an SQLite file is read in: sandboxed before it has read a byte, and gone after one query.
public enum SQLiteWorker {
  /// The program's first argument that makes it one; no usage mentions it.
  public static let command = "read-sqlite"

  /// Bytes of frames that are sent together.
  private static let pieceSize = 64 << 10

  /// The path of the program that is started.
  @TaskLocal static var program = "/proc/self/exe"

  /// Reads an order and a file from standard input, writes frames to standard output, and ends the process.
  public static func run() -> Never {
    guard SandboxedProcess.enter(memory: RecordLimits.readerMemory, seconds: RecordLimits.readerSeconds)
    else {
      _exit(SandboxedProcess.unavailable)
    }
    guard let order = SQLiteOrder(read: fill) else { _exit(2) }
    answer(order, read: fill) { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        // The program reads no further.
        guard count > 0 else { _exit(0) }
        rest = rest.dropFirst(count)
      }
    }
    // Nothing of the program itself is to run any more.
    _exit(0)
  }

  /// Sends the frames of a file's columns and rows, and of why there are no further ones.
  /// - Parameters:
  ///   - seconds: of the processor, for the query and for the look at all tables before it.
  ///   - read: fills a buffer with the file; false if that is cut off.
  ///   - send: takes bytes of whole frames.
  static func answer(
    _ order: SQLiteOrder, seconds: Double = RecordLimits.querySeconds,
    read: (UnsafeMutableRawBufferPointer) -> Bool, send: ([UInt8]) -> Void
  ) {
    var output = SQLiteEncoder()
    do throws(RecordsError) {
      let database = try SQLiteDatabase(size: order.size, seconds: seconds, read: read)
      let query = if let query = order.query { query } else { try SQLiteTables(of: database).query() }
      database.beginQuestion()
      let records = try SQLiteRecords(database, query: query, keeping: order.names)
      try output.frame(.columns) { (output) in
        output.text(query.utf8)
        for column in records.columns { output.text(column.utf8) }
      }
      repeat {
        // The columns at once: the first row may take long.
        guard output.bytes.count >= pieceSize || records.count == 0 else { continue }
        send(output.bytes)
        output.removeAll()
      } while try records.writeNext(to: &output)
      try output.frame(.end)
    } catch {
      try? output.frame(.fault) { output in
        for byte in error.description.utf8.prefix(RecordLimits.faultLength) { output.number(byte) }
      }
    }
    send(output.bytes)
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = read(STDIN_FILENO, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// Precedes the file on its way to the process.
struct SQLiteOrder: Equatable {
  /// Nil for all columns of the table with the most rows that looks like a list.
  let query: String?
  /// Columns that are read; nil for all.
  let names: Set<String>?
  /// Bytes of the file.
  let size: Int

  func write(to output: inout SQLiteEncoder) {
    var order = SQLiteEncoder()
    order.number(query == nil)
    order.text((query ?? "").utf8)
    order.number(names == nil)
    for name in names ?? [] { order.text(name.utf8) }
    output.number(size)
    output.text(order.bytes)
  }
}

extension SQLiteOrder {
  /// Reads what ``write(to:)`` wrote; nil if it is cut off.
  init?(read: (UnsafeMutableRawBufferPointer) -> Bool) {
    var size = 0
    var count: UInt32 = 0
    guard withUnsafeMutableBytes(of: &size, read), withUnsafeMutableBytes(of: &count, read) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard bytes.withUnsafeMutableBytes(read) else { return nil }
    var decoder = SQLiteDecoder(bytes[...])
    guard let hasNoQuery = decoder.number(UInt8.self), let query = decoder.text(),
      let hasNoNames = decoder.number(UInt8.self)
    else { return nil }
    var names: Set<String> = []
    while let name = decoder.text() { names.insert(String(decoding: name, as: UTF8.self)) }
    self.init(
      query: hasNoQuery == 1 ? nil : String(decoding: query, as: UTF8.self),
      names: hasNoNames == 1 ? nil : names, size: size)
  }
}
