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

  private static let picture = "a picture; open the folder that it is in"
  private static let program = "a program"
  /// The first bytes of files that are no lists, at an offset, and what these are.
  private static let signatures: [(offset: Int, bytes: [UInt8], name: String)] = [
    (0, Array("%PDF".utf8), "a PDF document; copy its table to a spreadsheet"),
    (0, [0xFF, 0xD8, 0xFF], picture), (0, [0x89, 0x50, 0x4E, 0x47], picture),
    (0, Array("GIF8".utf8), picture),
    (8, Array("WEBP".utf8), picture), (0, [0x49, 0x49, 0x2A, 0x00], picture),
    (0, [0x4D, 0x4D, 0x00, 0x2A], picture),
    (4, Array("ftyphei".utf8), picture), (4, Array("ftypmif1".utf8), picture),
    (4, Array("ftypavif".utf8), picture),
    (4, Array("ftyp".utf8), "a sound or a film"), (0, Array("RIFF".utf8), "a sound or a film"),
    (0, Array("ID3".utf8), "a sound or a film"), (0, Array("OggS".utf8), "a sound or a film"),
    (0, [0x7F, 0x45, 0x4C, 0x46], program), (0, [0x4D, 0x5A, 0x90, 0x00], program),
    (0, Array("PAR1".utf8), "a Parquet file; save it as CSV"),
    (4, Array("Standard ".utf8), "an Access database; export the table as CSV"),
    (0, Array("{\\rtf".utf8), "a text document; copy its table to a spreadsheet"),
    (0, [0x37, 0x7A, 0xBC, 0xAF], "an archive; unpack the list in it first"),
    (0, Array("Rar!".utf8), "an archive; unpack the list in it first"),
    (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], "an archive; unpack the list in it first"),
    (0, [0x28, 0xB5, 0x2F, 0xFD], "an archive; unpack the list in it first"),
    (257, Array("ustar".utf8), "an archive; unpack the list in it first"),
    (0, [0x50, 0x4B, 0x05, 0x06], "an empty ZIP archive"),
  ]

  /// The share of a table's rows that have the same number of columns.
  private static let tableShare = 0.6

  /// The error of a text without columns, some of whose lines are parts of others.
  static func text(_ bytes: Numbers<UInt8>) -> RecordsError? {
    guard let start = bytes.first(where: { $0 > 0x20 }), !"{[<".utf8.contains(start) else { return nil }
    let text = String(decoding: bytes.prefix(16 << 10), as: UTF8.self)
    if text.hasPrefix("#!") { return error(program) }
    let lines = text.split { $0.isNewline }
    let isIndented = lines.contains { $0.first?.isWhitespace == true && !$0.allSatisfy(\.isWhitespace) }
    guard isIndented, TableRows.dialect(of: bytes).share < tableShare else { return nil }
    return RecordsError("it has no columns; a table has a line of names and a line for each record")
  }
}
