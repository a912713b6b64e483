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
  /// Seconds of the processor for the process that makes rows of a list: a megabyte takes a tenth, and slow machines ten
  /// times as long.
  static func readerSeconds(_ size: Int) -> Int { (10 + size / 1_000_000) * slowness }
  /// Seconds to wait for all rows; other work of the machine goes first, and disks are slow.
  static func readerPatience(_ size: Int) -> Double { 60 + 2 * Double(readerSeconds(size)) }
  /// Builds for tests take ten times as long, and sanitizers more.
  private static let slowness = _isDebugAssertConfiguration() ? 20 : 1
  /// Bytes of its address space: the program, the list, and SQLite's heap or what a sheet expands to.
  static func readerMemory(_ size: Int) -> Int {
    256 << 20 + size + max(queryMemory, min(3 * expanded(size), 3 << 29))
  }
  /// Simultaneous processes that make rows.
  static let readers = 2
  /// Bytes of the reason why a file cannot be read.
  static let faultLength = 1_000
  /// Bytes of SQLite's heap, mostly to sort and to group rows.
  static let queryMemory = 512 << 20
  /// Bytes of rows made of each byte of a list; XML of a table compresses by 10 to 50.
  static let expansion = 200
  /// Bytes up to which that does not matter.
  static let smallExpansion = 64 << 20
  static func expanded(_ size: Int) -> Int { max(smallExpansion, expansion * size) }
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
