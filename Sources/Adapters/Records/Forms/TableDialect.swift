import System

// The separator of a table, and the text above it.
extension TableRows {
  /// The score of a separator that splits half of the first rows as it does the first, and of one that splits most of
  /// those below a heading.
  private static let (plainScore, headedScore) = (5_000, 7_000)

  /// The separator that splits most of the first rows into the same number of fields, at least two, and the share of
  /// these rows; for a single column, a separator that texts never contain.
  static func dialect(of bytes: Numbers<UInt8>) -> (separator: UInt8, share: Double) {
    // Lines above the table hardly have its separator: one that splits the first line too is likelier.
    var (best, plain): ((separator: UInt8, score: Int), (separator: UInt8, score: Int)) = (
      (0x1F, 0), (0x1F, 0)
    )
    var row: [Cell] = []
    for separator in [",", ";", "\t", "|"].map({ UInt8(ascii: $0) }) {
      var rows = TableRows(bytes.part(0..<65_536), separator: separator)
      let hasHeading = rows.skipHeading() != nil
      var counts: [Int] = []
      // The sample may end within a quoted field.
      while counts.count < 20, (try? rows.read(&row)) == true { counts.append(row.count) }
      guard let columns = counts.first, columns > 1 else { continue }
      let score = counts.count { $0 == columns } * 1_000 / counts.count * 10 + min(columns, 9)
      if score > best.score { best = (separator, score) }
      if !hasHeading, score > plain.score { plain = (separator, score) }
    }
    if plain.score > 0, plain.score >= Self.plainScore || best.score < Self.headedScore { best = plain }
    return (best.separator, Double(best.score) / 10_000)
  }

  /// Rows within which a heading must end, and rows that are compared with it.
  private static let (headingLimit, sample) = (20, 60)

  /// Skips blank rows before the table, and the heading above it: single fields that end with a blank row, or rows
  /// of less than half as many fields as most rows of the table.
  /// - Returns: the number of the table's first row, counted from 1; nil if no text was skipped.
  @discardableResult
  mutating func skipHeading() -> Int? {
    var (probe, row): (TableRows, [Cell]) = (self, [])
    var rows: [(start: TableRows, filled: Int, cells: Int)] = []
    while rows.count < Self.sample {
      let start = probe
      guard (try? probe.read(&row)) == true else { break }
      rows.append((start, row.count { $0.kind != .none }, row.count))
    }
    guard var first = tableStart(rows.map { ($0.filled, $0.cells) }), first < rows.count else { return nil }
    // The names of a row may belong to the groups above them.
    if first > 0, ColumnNames.joined(rows[first - 1].start.texts(), rows[first].start.texts()) != nil {
      first -= 1
    }
    self = rows[first].start
    return rows[..<first].contains { $0.filled > 0 } ? first + 1 : nil
  }

  /// The texts of the next row.
  private func texts() -> [String] {
    var (rows, row): (TableRows, [Cell]) = (self, [])
    return (try? rows.read(&row)) == true ? row.map { TextEncoding.text(Self.unquoted(bytes, $0)) } : []
  }

  /// The position of the table's first row.
  private func tableStart(_ rows: [(filled: Int, cells: Int)]) -> Int? {
    // A heading is above: the later rows tell how wide the table is.
    let later = rows.dropFirst(rows.count / 2).map(\.filled).filter { $0 > 0 }.sorted()
    let width = later.isEmpty ? 0 : later[later.count / 2]
    if width > 2 {
      return rows.prefix(Self.headingLimit).firstIndex { $0.filled * 2 > width && $0.filled > 1 }
    }
    var (hasHeading, hasBlank) = (false, false)
    for (number, row) in rows.prefix(Self.headingLimit).enumerated() {
      switch row.filled {
      case 0: hasBlank = true
      case 1 where hasHeading || !hasBlank: hasHeading = true
      // A single column may have blank rows too, and separators in its texts.
      case 2... where hasHeading && (number + 1 == rows.count || rows[number + 1].cells != row.cells):
        return nil
      default: return hasBlank ? number : nil
      }
    }
    return nil
  }
}
