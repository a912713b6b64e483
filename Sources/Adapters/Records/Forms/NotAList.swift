import System

/// Recognises files that are no lists.
enum NotAList {
  static func error(_ name: String) -> RecordsError { RecordsError("it is not a list but \(name)") }

  /// The error of a file that is no text.
  static func binary(_ bytes: Numbers<UInt8>) -> RecordsError? {
    let start = Array(bytes.prefix(512))
    if let known = signatures.first(where: { start.dropFirst($0.offset).starts(with: $0.bytes) }) {
      return error(known.name)
    }
    if start.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      // The directory of an Office document names its streams in UTF-16.
      func has(_ stream: String) -> Bool {
        bytes.part(0..<16 << 20).offset(of: stream.utf8.flatMap { [$0, 0] }, from: 0) != nil
      }
      if has("EncryptedPackage") { return .locked() }
      let isSpreadsheet = has("Workbook") || has("Book")
      return error(
        isSpreadsheet ? "an old Excel workbook; save it as .xlsx or CSV" : "an old Office document")
    }
    guard bytes.prefix(4_096).contains(0) else { return nil }
    return error("a binary file, or text that is not in UTF-8 or marked UTF-16")
  }

  private static let signatures: [(offset: Int, bytes: [UInt8], name: String)] =
    [
      (0, "%PDF", "a PDF document; copy its table to a spreadsheet"),
      (0, "{\\rtf", "a text document; copy its table to a spreadsheet"),
      (0, "GIF8", picture), (8, "WEBP", picture), (0, "II*\0", picture), (0, "MM\0*", picture),
      (4, "ftyphei", picture), (4, "ftypmif1", picture), (4, "ftypavif", picture), (0, "8BPS", picture),
      (4, "ftyp", recording), (0, "RIFF", recording), (0, "OggS", recording), (0, "fLaC", recording),
      (0, "ID3", recording), (0, "\u{7F}ELF", program), (0, "Rar!", archive), (0, "BZh", archive),
      (257, "ustar", archive), (0, "PK\u{5}\u{6}", "an empty ZIP archive"),
      (0, "PAR1", "a Parquet file; save it as CSV"),
      (4, "Standard ", "an Access database; export the table as CSV"),
    ].map { ($0, Array($1.utf8), $2) }
    + [
      (0, [0xFF, 0xD8, 0xFF], picture), (0, [0x89, 0x50, 0x4E, 0x47], picture), (0, [0, 0, 1, 0], picture),
      (0, [0x1A, 0x45, 0xDF, 0xA3], recording), (0, [0x4D, 0x5A, 0x90, 0], program),
      (0, [0x37, 0x7A, 0xBC, 0xAF], archive), (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], archive),
      (0, [0x28, 0xB5, 0x2F, 0xFD], archive),
    ]

  private static let picture = "a picture; open the folder that it is in"
  private static let recording = "a sound or a film"
  private static let program = "a program"
  private static let archive = "an archive; unpack the list in it first"

  // MARK: Texts

  /// Lines of a text that are looked at.
  private static let lines = 50

  /// The error of a text that no form has.
  static func text(_ bytes: Numbers<UInt8>) -> RecordsError? {
    let lines = String(decoding: bytes.prefix(16 << 10), as: UTF8.self)
      .split(omittingEmptySubsequences: false) { $0.isNewline }.prefix(Self.lines)
      .map { String($0.prefix(Self.letters)) }
    let filled = lines.filter { !$0.allSatisfy(\.isWhitespace) }
    guard let first = filled.first, let start = first.first(where: { !$0.isWhitespace }) else { return nil }
    if start == "{" || start == "<" { return nil }
    if first.hasPrefix("#!") { return error(program) }
    if first.contains(/^(### )?\d{5}[a-z]M2\.0/) { return error("MAB2; export it as MARC 21 or MARCXML") }
    if first.hasPrefix("%YAML") || first.hasPrefix("---") && first.allSatisfy({ $0 == "-" || $0 == " " }) {
      return error(yaml)
    }
    if filled.contains(where: { $0.contains(/^(CREATE TABLE|INSERT INTO)\s/) }) {
      return error("an SQL script; run it and open the database, or export the table as CSV")
    }
    let isUnderlined = filled.count > 1 && filled[1].contains(/^([|\s:]*-{2,}[|\s:-]*|={3,}\s*)$/)
    if isUnderlined, start != "[" { return error(markdown) }
    guard start != "[", TableRows.dialect(of: bytes).share < Self.tableShare else { return nil }
    if isYAML(filled.filter { !$0.hasPrefix("#") }) { return error(yaml) }
    // A heading, and nothing beside it.
    return first.contains(/^# \S/) && lines.dropFirst().first?.isEmpty == true ? error(markdown) : nil
  }

  /// The share of a table's rows that have the same number of columns.
  private static let tableShare = 0.6
  /// Letters of a line that are looked at.
  private static let letters = 200
  private static let yaml = "a YAML document; save it as JSON"
  private static let markdown = "a Markdown document; save its table as CSV"

  /// Keys in lower case, and some that are nested or listed: a column of titles such as "Dune: Part One" has neither.
  private static func isYAML(_ lines: [String]) -> Bool {
    let keys = lines.count { $0.contains(/^\s*(- )*["']?[a-z_][\w.-]*["']?:(\s|$)/) }
    let nested = lines.count { $0.contains(/^(\s+|- )\S/) }
    return keys > 1 && keys * 2 > lines.count && (nested > 0 || keys == lines.count)
  }
}
