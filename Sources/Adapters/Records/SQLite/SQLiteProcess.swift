import CSQLite
import Dispatch
import Glibc
import JSON
import System

/// The rows of an SQLite file, read by a sandboxed process: one step of a query can take SQLite hours, and only
/// killing its process ends that.
final class SQLiteProcess: RecordSource {
  private(set) var query: String?
  private(set) var columns: [String] = []
  /// Bytes of the rows so far, which are fewer or more than those of the file.
  var offset: Int { min(frames.size, size) }
  private let process: SandboxedProcess
  private var frames = SQLiteFrames()
  private var hasEnded = false
  /// Bytes of the file.
  private let size: Int

  static let signature = Array("SQLite format 3\0".utf8)
  /// Limits the number of processes.
  private static let places = DispatchSemaphore(value: RecordLimits.readers)

  /// - Parameter query: nil for the table of titles, of names, or the longest.
  init(_ bytes: Numbers<UInt8>, query: String?) throws(RecordsError) {
    guard let file = ReadableFile(bytes) else {
      throw RecordsError("an SQLite file cannot be read: no memory or file descriptors are left")
    }
    let order = SQLiteOrder(query: query, range: file.offset..<file.offset + bytes.count)
    size = bytes.count
    let display = ProgressDisplay.current
    let isCancelled: @Sendable () -> Bool = { display?.goesOn == false }
    try Self.takePlace(isCancelled)
    do throws(SandboxFault) {
      process = try SandboxedProcess(
        SQLiteWorker.program, [SQLiteWorker.command], input: [order.bytes], file: file,
        patience: RecordLimits.readerPatience(size), isCancelled: isCancelled)
    } catch {
      Self.places.signal()
      throw Self.fault(error, size)
    }
    var record = Record(RecordFields())
    guard case .columns(let query, let columns) = try frame(&record) else {
      throw Self.fault(process.end(), size)
    }
    (self.query, self.columns) = (query, columns)
  }

  deinit { end() }

  var number: Int32 { process.number }

  /// Ends the process and with it the rows.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    process.end()
    Self.places.signal()
  }

  func read(_ record: inout Record) throws(RecordsError) -> Bool {
    guard !hasEnded else { return false }
    switch try frame(&record) {
    case .row: return true
    case .end:
      end()
      return false
    case .columns, .fault, nil: throw Self.fault(process.end(), size)
    }
  }

  /// The next frame; nil if the process has ended.
  private func frame(_ record: inout Record) throws(RecordsError) -> SQLiteFrame? {
    while true {
      switch try frames.next(columns.count, to: &record) {
      case .fault(let reason): throw RecordsError(reason)
      case let frame?: return frame
      case nil: break
      }
      let piece: [UInt8]?
      do throws(SandboxFault) { piece = try process.receive() } catch { throw Self.fault(error, size) }
      guard let piece else { return nil }
      try frames.append(piece)
    }
  }

  private static func takePlace(_ isCancelled: () -> Bool) throws(RecordsError) {
    while places.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if isCancelled() { throw fault(.cancelled, 0) }
    }
  }

  /// The fault of a process that ended with a status of `waitpid`.
  /// - Parameter size: bytes of the file.
  static func fault(_ status: Int32, _ size: Int) -> RecordsError {
    let signal = status & 0x7F
    if signal == SIGKILL || signal == SIGXCPU {
      return RecordsError("reading it takes more than \(RecordLimits.readerSeconds(size)) s of the processor")
    }
    if signal == SIGBUS {
      return RecordsError("it cannot be read: the disk failed, or the file was shortened")
    }
    if signal == 0, status >> 8 == SandboxedProcess.unavailable { return fault(.unavailable, size) }
    let end = signal == 0 ? "status \(status >> 8)" : "signal \(signal)"
    return RecordsError("it is a damaged SQLite file: its reader ended with \(end)")
  }

  private static func fault(_ fault: SandboxFault, _ size: Int) -> RecordsError {
    switch fault {
    case .unavailable:
      RecordsError(
        "SQLite files cannot be read: their process cannot be sandboxed (seccomp); save it as CSV")
    case .late: RecordsError("reading it takes more than \(Int(RecordLimits.readerPatience(size))) s")
    case .cancelled: RecordsError("reading was cancelled")
    }
  }
}

/// The process that reads an SQLite file: sandboxed before the first byte, and ended after one query.
public enum SQLiteWorker {
  /// The program's first argument that starts it; undocumented.
  public static let command = "read-sqlite"

  /// Bytes of frames that are sent at once.
  private static let pieceSize = 64 << 10

  /// The path of the program.
  @TaskLocal static var program = "/proc/self/exe"

  /// Bytes at the beginning of the file that SQLite's header may lie in.
  private static let headLength = 64 << 10
  /// Bytes of frames after which the mapped pages are released.
  private static let releaseSize = 16 << 20

  /// Reads an order from standard input, writes frames to standard output, and ends the process.
  public static func run() -> Never {
    // Before the sandbox, which has no files; nothing of it is read yet.
    guard let file = SandboxedProcess.mapFile(writable: headLength) else { _exit(2) }
    let (memory, seconds) = (RecordLimits.readerMemory + file.count, RecordLimits.readerSeconds(file.count))
    guard SandboxedProcess.enter(memory: memory, seconds: seconds) else {
      _exit(SandboxedProcess.unavailable)
    }
    guard let order = SQLiteOrder(read: fill), order.range.clamped(to: 0..<file.count) == order.range else {
      _exit(2)
    }
    var sent = 0
    answer(order.query, of: UnsafeMutableRawBufferPointer(rebasing: file[order.range])) { bytes in
      sent += bytes.count
      if sent > releaseSize {
        // The pages stay in the kernel's cache, which takes them when it needs memory.
        madvise(
          file.baseAddress.map { $0 + headLength }, max(0, file.count - headLength), Int32(MADV_DONTNEED))
        sent = 0
      }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        // The reader has stopped.
        guard count > 0 else { _exit(0) }
        rest = rest.dropFirst(count)
      }
    }
    // Without the program's own clean-up.
    _exit(0)
  }

  /// Sends the columns and rows of a query, and then its end or a fault.
  /// - Parameters:
  ///   - query: nil for the table of titles, of names, or the longest.
  ///   - seconds: of the processor, for the query and for the search for a table before it.
  ///   - send: sends whole frames.
  static func answer(
    _ query: String?, of file: UnsafeMutableRawBufferPointer, seconds: Double? = nil, send: ([UInt8]) -> Void
  ) {
    var output: [UInt8] = []
    do throws(RecordsError) {
      let database = try SQLiteDatabase(file, seconds: seconds ?? RecordLimits.querySeconds(file.count))
      let query = if let query { query } else { try SQLiteTables(of: database).query() }
      database.beginQuestion()
      let records = try SQLiteRecords(database, query: query)
      // At once, since the first row may take long.
      send(SQLiteFrame.columns(query: query, records.columns).bytes)
      while try records.appendNext(to: &output) {
        guard output.count >= pieceSize else { continue }
        send(output)
        output.removeAll(keepingCapacity: true)
      }
      output += SQLiteFrame.end.bytes
    } catch {
      output += SQLiteFrame.fault(error.description).bytes
    }
    send(output)
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

/// The order of a process that reads an SQLite file.
struct SQLiteOrder: Equatable {
  /// Nil for the table of titles, of names, or the longest.
  let query: String?
  /// The offsets of the list in the file.
  let range: Range<Int>

  /// The number of bytes that follow, and the order as JSON.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    let numbers = [range.lowerBound, range.upperBound].map { JSONValue.number(Double($0)) }
    writer.value(.object(["query": query.map { .string($0) } ?? .null, "range": .array(numbers)]))
    return withUnsafeBytes(of: UInt32(writer.bytes.count)) { Array($0) } + writer.bytes
  }
}

extension SQLiteOrder {
  /// Reads ``bytes``; nil if they are cut off.
  init?(read: (UnsafeMutableRawBufferPointer) -> Bool) {
    var count: UInt32 = 0
    guard withUnsafeMutableBytes(of: &count, read) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard bytes.withUnsafeMutableBytes(read), let order = try? JSONValue(parsing: bytes),
      let numbers = order["range"]?.array?.compactMap({ $0.number?.whole(in: 0...Int.max) }),
      numbers.count == 2,
      numbers[0] <= numbers[1]
    else { return nil }
    self.init(query: order["query"]?.string, range: numbers[0]..<numbers[1])
  }
}
