import Dispatch
import Glibc
import JSON
import Synchronization
import System

/// A list whose rows a sandboxed process of this program has made of another form.
///
/// A parser of such a form can be led astray, slowed down or filled up by a list. In a process of its own, which has no
/// files, and memory, time and output in proportion to the list, that is one sentence.
struct ConvertedList: Sendable {
  let report: ListReport
  /// CSV of a sheet, JSON Lines of all others.
  let rows: Numbers<UInt8>

  /// Limits the number of processes.
  private static let places = DispatchSemaphore(value: RecordLimits.readers)
  /// The path of the program; nil makes rows in this process, as tests do.
  @TaskLocal static var program: String? =
    ListWorker.isRegistered.load(ordering: .relaxed) ? "/proc/self/exe" : nil

  init(_ bytes: Numbers<UInt8>, _ order: ListOrder) throws(RecordsError) {
    var order = order
    if order.form == .icalendar {
      (order.zone, order.zones) = (Zone.machine?.name, CalendarParts.zoneNames(in: bytes))
    }
    guard let program = Self.program else {
      var copy = Array(bytes)
      (report, rows) = copy.withUnsafeMutableBytes { bytes in
        var conversion = ListConversion(order, of: bytes, toFile: false)
        return (conversion.report, conversion.take())
      }
      if let fault = report.fault { throw fault }
      return
    }
    let key = Key(bytes, order)
    if let known = Self.recent.withLock({ $0?.key == key ? $0?.list : nil }) {
      self = try known.get()
      if let fault = report.fault { throw fault }
      return
    }
    try Self.takePlace()
    defer { Self.places.signal() }
    do throws(RecordsError) {
      (report, rows) = try Self.converted(bytes, order, by: program)
    } catch {
      // The search for a lost field would take as long again, and end alike, as it would with a fault in the report.
      let slow = [SIGXCPU, SIGXFSZ].map { Self.fault($0, order.form, bytes.count) }
      if slow.contains(error) || error == Self.fault(.late, order.form, bytes.count) {
        Self.keep(.failure(error), key)
      }
      throw error
    }
    // The next date of an event depends on the moment.
    if report.passesAt == nil { Self.keep(.success(self), key) }
    if let fault = report.fault { throw fault }
  }

  private static func converted(
    _ bytes: Numbers<UInt8>, _ order: ListOrder, by program: String
  ) throws(RecordsError) -> (ListReport, Numbers<UInt8>) {
    guard let file = ReadableFile(bytes), let output = OutputFile() else {
      throw RecordsError("it cannot be read: no memory, disk space or file descriptors are left")
    }
    var order = order
    order.range = file.offset..<file.offset + bytes.count
    var writer = JSONWriter()
    writer.value(order.json)
    var answer: [UInt8] = []
    let status: Int32
    let display = ProgressDisplay.current
    do throws(SandboxFault) {
      let process = try SandboxedProcess(
        program, [ListWorker.command], input: [writer.bytes], file: file, output: output,
        patience: RecordLimits.readerPatience(bytes.count), isCancelled: { display?.goesOn == false })
      while answer.count <= RecordLimits.record.bytes, let piece = try process.receive() { answer += piece }
      status = process.end()
    } catch {
      throw Self.fault(error, order.form, bytes.count)
    }
    guard status == 0, let json = try? JSONValue(parsing: answer, within: RecordLimits.record),
      let report = ListReport(json)
    else { throw Self.fault(status, order.form, bytes.count) }
    if report.fault != nil { return (report, Numbers()) }
    guard let rows = output.bytes(report.size) else { throw Self.fault(status, order.form, bytes.count) }
    return (report, rows)
  }

  private static func takePlace() throws(RecordsError) {
    while places.wait(timeout: .now() + .milliseconds(250)) == .timedOut {
      if ProgressDisplay.current?.goesOn == false { throw RecordsError("reading was cancelled") }
    }
  }

  // MARK: Faults

  /// The fault of a process that ended with a status of `waitpid`.
  /// - Parameter size: bytes of the list.
  static func fault(_ status: Int32, _ form: RecordForm?, _ size: Int) -> RecordsError {
    let signal = status & 0x7F
    switch (signal, status >> 8) {
    case (SIGXCPU, _):
      let seconds = RecordLimits.readerSeconds(size)
      return RecordsError(
        "it takes more than \(seconds) s of processor time; split the list, or save it as CSV")
    case (SIGXFSZ, _):
      let limit = "\(RecordLimits.smallExpansion >> 20) MB and \(RecordLimits.expansion) times its size"
      return RecordsError("it expands to more than \(limit); save it as CSV or JSON")
    case (SIGKILL, _):
      return RecordsError(
        "it cannot be read: its process was killed, mostly because the machine has no memory left")
    case (SIGBUS, _): return RecordsError("it cannot be read: the disk failed, or the file was shortened")
    case (0, ListConversion.isFull): return RecordsError("no disk space is left for its rows")
    case (0, SandboxedProcess.unavailable): return fault(SandboxFault.unavailable, form, size)
    default:
      let end = signal == 0 ? "status \(status >> 8)" : "signal \(signal)"
      return RecordsError(
        "it is damaged, or needs more memory than a list of its size (its process ended with \(end))")
    }
  }

  private static func fault(_ fault: SandboxFault, _ form: RecordForm?, _ size: Int) -> RecordsError {
    switch fault {
    case .unavailable:
      RecordsError(
        "it is \(form?.name ?? "a spreadsheet"), which only a sandboxed process reads, and this system cannot sandbox one "
          + "(seccomp); save it as CSV or JSON")
    case .late: RecordsError("reading it takes more than \(Int(RecordLimits.readerPatience(size))) s")
    case .cancelled: RecordsError("reading was cancelled")
    }
  }

  // MARK: Memory

  /// A list that is opened is read several times.
  private struct Key: Hashable {
    let (count, hash): (UInt64, UInt64)
    var order: ListOrder

    init(_ bytes: Numbers<UInt8>, _ order: ListOrder) {
      var hash = StreamHash()
      bytes.withUnsafeBytes { hash.combine($0) }
      (count, self.hash, self.order) = (UInt64(hash.count), hash.value, order)
      self.order.now = 0
    }
  }

  private static let recent = Mutex<(key: Key, list: Result<ConvertedList, RecordsError>)?>(nil)
  /// Seconds for which the last list, or its fault, is kept.
  private static let patience = 60

  private static func keep(_ list: Result<ConvertedList, RecordsError>, _ key: Key) {
    recent.withLock { $0 = (key, list) }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(patience)) {
      recent.withLock { if $0?.key == key { $0 = nil } }
    }
  }
}

/// The records of such a list.
struct ConvertedRecords: RecordSource {
  private var rows: JSONLineRecords
  private let report: ListReport

  init(_ list: ConvertedList, fields: RecordFields?) {
    (rows, report) = (JSONLineRecords(list.rows, fields: fields), list.report)
  }

  var entries: [String] { report.entries }
  var columns: [String] { report.columns }
  var query: String? { report.query }
  var timeZone: String? { report.timeZone }
  var passesAt: Int? { report.passesAt }
  var nextPage: String? { report.nextPage }
  var warnings: [String] { report.warnings }
  var offset: Int { rows.offset }

  /// A member with the hash of a record that cells do not have as it was.
  static let hash = "#hash"

  func begin(_ record: inout Record) {
    rows.begin(&record)
    record.isHashed = !report.form.hasRows
  }

  mutating func read(_ record: inout Record) throws(RecordsError) -> Bool {
    guard try rows.read(&record) else { return false }
    if record.isHashed, case .object(var members)? = record.tree {
      members[Self.hash] = nil
      record.tree = .object(members)
    }
    return true
  }
}
