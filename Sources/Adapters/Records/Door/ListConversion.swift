import Glibc
import JSON
import Synchronization
import System

/// Makes rows that the server reads by cells of a list in another form: CSV of a sheet, JSON Lines of all others.
///
/// It runs in a sandboxed process, whose end is the worst that a list can do to it.
struct ListConversion: ~Copyable {
  private(set) var report = ListReport()
  /// Rows that are not written yet; without a file, all of them.
  private var rows = NumberWriter<UInt8>()
  /// A variable, since Swift 6.0 refuses to call mutating functions beside a constant.
  private var toFile: Bool

  /// Bytes that are written at once.
  private static let pieceSize = 256 << 10
  /// The exit status of a process whose rows have no space on the disk.
  static let isFull: Int32 = 3

  /// - Parameters:
  ///   - file: its head is changed.
  ///   - toFile: whether the rows go to the standard output.
  init(_ order: ListOrder, of file: UnsafeMutableRawBufferPointer, toFile: Bool) {
    self.toFile = toFile
    do throws(RecordsError) {
      try convert(order, file)
    } catch {
      report.fault = error
    }
    if toFile { write() }
  }

  private mutating func convert(
    _ order: ListOrder, _ file: UnsafeMutableRawBufferPointer
  ) throws(RecordsError) {
    var bytes = Numbers(lasting: UnsafeRawBufferPointer(file))
    var form = order.form
    if form == nil {
      let archive = try SheetArchive(bytes)
      // KMZ is a ZIP archive of a KML document and its pictures.
      if let name = archive.first(ending: ".kml"), let document = try archive.part(name) {
        (form, bytes) = (.xml, TextEncoding.decoded(document))
      } else {
        form = try Spreadsheet.form(of: archive)
      }
    }
    guard let form else { return }
    report.form = form
    try order.check(form, nil)
    switch form {
    case .xlsx, .ods:
      let table = try Spreadsheet.table(bytes, as: form, sheet: order.sheet)
      report.warnings = [table.warning].compactMap { $0 }
      append(table.rows)
    case .sqlite:
      let database = try SQLiteDatabase(file, seconds: RecordLimits.querySeconds(file.count))
      let query = if let query = order.query { query } else { try SQLiteTables(of: database).query() }
      database.beginQuestion()
      try copy(try SQLiteRecords(database, query: query))
    case .vcard, .icalendar:
      try copy(
        ContentLineRecords(bytes, as: form, at: order.now, in: order.zone.flatMap { Zone.named($0) }))
    case .xml:
      do throws(RecordsError) {
        try copy(try XMLRecords(bytes, entries: order.entries))
      } catch {
        var repair = XMLRepair(bytes)
        let document = repair.document()
        restart()
        try copy(try XMLRecords(document, entries: order.entries, isRepaired: true))
        report.warnings = repair.warnings
      }
    case .json, .jsonLines, .csv, .tsv: throw RecordsError("\(form.name) has its own reader")
    }
  }

  /// Copies the records of a list, a line each.
  private mutating func copy(_ records: some RecordSource) throws(RecordsError) {
    var (records, record) = (records, Record(RecordFields()))
    (report.entries, report.columns, report.query) = (records.entries, records.columns, records.query)
    while try records.read(&record) {
      guard case .object(var members)? = record.tree else { continue }
      if let former = record.former {
        members[ConvertedRecords.hash] = .string(String(former.fingerprint, radix: 16))
      }
      var writer = JSONWriter()
      writer.value(.object(members))
      append(writer.bytes)
      append([UInt8(ascii: "\n")])
    }
    (report.timeZone, report.passesAt, report.nextPage) = (
      records.timeZone, records.passesAt, records.nextPage
    )
    report.warnings = records.warnings
  }

  /// The rows that are not written; none are left here.
  mutating func take() -> Numbers<UInt8> { rows.take() }

  private mutating func append(_ bytes: some Collection<UInt8>) {
    rows.append(bytes)
    report.size += bytes.count
    if toFile, rows.count >= Self.pieceSize { write() }
  }

  /// Begins anew.
  private mutating func restart() {
    rows.removeAll()
    report.size = 0
    if toFile { lseek(STDOUT_FILENO, 0, SEEK_SET) }
  }

  private mutating func write() {
    rows.withUnsafeBufferPointer { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = Glibc.write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { _exit(Self.isFull) }
        rest = rest.dropFirst(count)
      }
    }
    rows.removeAll()
  }
}

/// The sandboxed process of this program that reads one list.
public enum ListWorker {
  /// The program's first argument that starts it; undocumented.
  public static let command = "read-list"
  static let isRegistered = Atomic(false)

  /// Tells that this program has the command, before it reads the first list.
  public static func register() { isRegistered.store(true, ordering: .relaxed) }

  /// Bytes at the beginning of the file that SQLite's header may lie in.
  private static let headLength = 64 << 10

  /// Reads an order from standard input, writes rows to standard output and its report to standard input, which is a
  /// socket, and ends the process.
  public static func run() -> Never {
    // Before the sandbox, which has no files. Of the list only names of zones are used, which `Zone.named` checks.
    guard let order = order(), let file = SandboxedProcess.mapFile(writable: headLength),
      order.range.clamped(to: 0..<file.count) == order.range
    else { _exit(2) }
    // The kernel ends this process first when memory is short.
    let score = open("/proc/self/oom_score_adj", O_WRONLY)
    if score >= 0 { _ = write(score, "1000", 4) }
    for name in order.zones { _ = CalendarParts.standard(name) }
    _ = order.zone.flatMap { Zone.named($0) }
    let size = order.range.count
    guard
      SandboxedProcess.enter(
        memory: RecordLimits.readerMemory(size) + file.count - size,
        seconds: RecordLimits.readerSeconds(size),
        output: RecordLimits.expanded(size))
    else { _exit(SandboxedProcess.unavailable) }
    let list = UnsafeMutableRawBufferPointer(rebasing: file[order.range])
    let conversion = ListConversion(order, of: list, toFile: true)
    var writer = JSONWriter()
    writer.value(conversion.report.json)
    writer.bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(STDIN_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { _exit(2) }
        rest = rest.dropFirst(count)
      }
    }
    // Without the program's own clean-up.
    _exit(0)
  }

  /// Nil if it is cut off.
  private static func order() -> ListOrder? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = read(STDIN_FILENO, &piece, piece.count), count > 0 { bytes += piece[..<count] }
    return (try? JSONValue(parsing: bytes)).flatMap { ListOrder($0) }
  }
}
