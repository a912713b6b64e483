import JSON

/// How much may be read of a list, and of one of its records.
public enum RecordLimits {
  /// Bytes of a list, and as many as gzip data may become: a million rows of a spreadsheet take 100 MB.
  public static let bytes = 256 << 20
  /// Records of a list; a catalog holds them all in memory.
  public static let records = 1_000_000
  /// Of a single record: most have some hundred values, and the outline of a country has 50,000.
  static let record = JSONLimits(values: 100_000, bytes: 4 << 20)
  /// Columns of a table; the widest known ones have some hundred.
  static let columns = 2_000
  /// Steps of SQLite's machine that a query may take: a million rows of ten columns take 15 million, and so
  /// many some seconds.
  static let querySteps = 300_000_000
  /// Seconds of the processor that the steps of a query may take, and before it the look at all tables.
  static let querySeconds = 4.5
  /// Seconds of the processor after which the process that reads an SQLite file is killed: a single step may work on
  /// megabytes for hours.
  static let readerSeconds = 10
  /// Seconds for which its rows are awaited in all; other work of the machine goes first.
  static let readerPatience = 60.0
  /// Bytes of its address space: what SQLite may hold, and the program itself.
  static let readerMemory = queryMemory + 256 << 20
  /// Processes that read SQLite files at once.
  static let readers = 2
  /// Bytes of all rows of a query: four times those of a list, since a query may repeat some.
  static let rowBytes = 4 * bytes
  /// Bytes of the sentence that says why a file is not read.
  static let faultLength = 1_000
  /// Bytes of a pattern of LIKE or GLOB: each may be tried at each byte of a text.
  static let pattern = 1_000
  /// Bytes that SQLite may hold: a file as large as any list, and as much again to sort what is in it.
  static let queryMemory = 2 * bytes
  /// Names in a folder of pictures that are looked at: what a family takes in some decades.
  static let files = 100_000
  /// Folders within one another that are entered in it.
  static let folderDepth = 8
  /// Bytes of a text beside a picture; a longer one is left out.
  static let textBeside = 256 << 10
}
