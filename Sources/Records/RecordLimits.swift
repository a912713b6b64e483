import JSON

/// How much may be read of a list, and of one of its records.
public enum RecordLimits {
  /// Bytes of a list, and as many as gzip data may become: a million rows of a spreadsheet take 100 MB.
  public static let bytes = 256 << 20
  /// Records of a list; a catalog holds them all in memory.
  public static let records = 1_000_000
  /// Of a single record: the longest known ones have some hundred values.
  static let record = JSONLimits(values: 5_000, bytes: 4 << 20)
  /// Columns of a table; the widest known ones have some hundred.
  static let columns = 2_000
}
