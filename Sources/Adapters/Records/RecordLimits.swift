import JSON
import System

/// Limits of a list and of one of its records.
public enum RecordLimits {
  /// Bytes of a list, before and after decompression: ten million rows of a spreadsheet take 1 to 3 GB.
  public static let bytes = 8 << 30
  /// Bytes of a list that is held in memory: the texts of a folder.
  public static let bytesInMemory = 256 << 20
  /// Records of a list.
  public static let records = 10_000_000
  /// Values and bytes of a record: most have some hundred values, and the outline of a country has 50,000.
  static let record = JSONLimits(values: 100_000, bytes: 4 << 20)
  /// Columns of a table; the widest known ones have some hundred.
  static let columns = 2_000
  /// Seconds of the processor for a query of an SQLite file, and for the search for a table before it: a file of 1 GB
  /// takes some 10 s.
  static func querySeconds(_ size: Int) -> Double { 4.5 + Double(size) / Double(32 << 20) }
  /// Seconds of the processor after which the process that reads an SQLite file is killed: a single step can take hours.
  static func readerSeconds(_ size: Int) -> Int { Int(2 * querySeconds(size)) + 1 }
  /// Seconds to wait for all rows; other work of the machine goes first, and disks are slow.
  static func readerPatience(_ size: Int) -> Double { 60 + Double(size) / Double(8 << 20) }
  /// Bytes of its address space beside the file: SQLite's heap and the program itself.
  static let readerMemory = queryMemory + 256 << 20
  /// Simultaneous processes that read SQLite files.
  static let readers = 2
  /// Bytes of all rows of a query: four times those of a list, since a query may repeat some.
  static let rowBytes = 4 * bytes
  /// Bytes of the reason why a file cannot be read.
  static let faultLength = 1_000
  /// Bytes of a pattern of LIKE or GLOB, which may be tried at each byte of a text.
  static let pattern = 1_000
  /// Bytes of SQLite's heap, mostly to sort and to group rows.
  static let queryMemory = 512 << 20
  /// Files in a spreadsheet, which is a ZIP archive.
  static let archiveEntries = 10_000
  /// Bytes of one of them, inflated, and of a sheet as CSV.
  static let sheetPart = 1 << 30
  /// Bytes made of each byte of a source, by inflating it or by repeating its parts; XML of a table compresses by 10 to
  /// 50.
  static let expansion = 200
  /// Bytes up to which that does not matter.
  static let smallExpansion = 64 << 20
  static func expanded(_ size: Int) -> Int { max(smallExpansion, expansion * size) }
  /// Seconds of the processor for a source: a megabyte takes a tenth, and slow machines ten times as long.
  static func seconds(for size: Int) -> Double { 10 + Double(size) / 1e6 }
  /// Sheets of a workbook.
  static let sheets = 1_000
  /// Formats of cells; Excel has at most as many.
  static let cellFormats = 65_536
  /// Bytes at the end of a sheet that name its merged cells.
  static let sheetTail = 4 << 20
  /// Names in a folder of pictures.
  static let files = 100_000
  /// Nesting of folders of pictures.
  static let folderDepth = 8
  /// Bytes of a picture that are read for its details, if its form may have them at the end.
  static let wholePhoto = 4 << 20
  /// Bytes of a text beside a picture; a longer one is ignored.
  static let textBeside = 256 << 10
}

/// The processor time and the bytes that a source may take to be read, in proportion to its length.
final class SourceBudget {
  /// Seconds of the thread's processor time.
  @TaskLocal static var clock: @Sendable () -> Double = { MonotonicClock.ofThread.seconds }
  /// Builds for tests take ten times as long, and sanitizers more.
  private static let patience = _isDebugAssertConfiguration() ? 20.0 : 1

  private let size: Int
  private let start = SourceBudget.clock()
  private var (made, steps) = (0, 0)

  init(_ size: Int) { self.size = size }

  /// Counts a step of the reading, and the bytes that it makes.
  /// - Parameter place: the place that was reached, for the error.
  func step(at place: @autoclosure () -> String, making bytes: Int = 0) throws(RecordsError) {
    (made, steps) = (made + bytes, steps + 1)
    guard made <= RecordLimits.expanded(size) else {
      let limit = "\(RecordLimits.smallExpansion >> 20) MB and \(RecordLimits.expansion) times its size"
      throw RecordsError("it expands to more than \(limit), \(place()); save it as CSV or JSON")
    }
    let seconds = RecordLimits.seconds(for: size + made)
    guard steps % 64 == 0, Self.clock() - start > seconds * Self.patience else { return }
    throw RecordsError("it takes more than \(Int(seconds)) s of processor time, \(place()); split the list")
  }
}
