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

  private static let signatures = FieldRules.all.lists["signatures"].compactMap { text in
    let parts = text.split(separator: ":").map(String.init)
    let digits = Array(parts[1].dropFirst(2))
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return Int(parts[0]).map { offset in
      (offset: offset, bytes: parts[1].hasPrefix("0x") ? bytes : Array(parts[1].utf8), name: name(parts[2]))
    }
  }

  private static func name(_ kind: String) -> String {
    FieldRules.all.lists["file \(kind)"].joined(separator: " ")
  }

  /// The share of a table's rows that have the same number of columns.
  private static let tableShare = 0.6

  /// The error of a text without columns, some of whose lines are parts of others.
  static func text(_ bytes: Numbers<UInt8>) -> RecordsError? {
    guard let start = bytes.first(where: { $0 > 0x20 }), !"{[<".utf8.contains(start) else { return nil }
    let text = String(decoding: bytes.prefix(16 << 10), as: UTF8.self)
    if text.hasPrefix("#!") { return error(name("program")) }
    let lines = text.split { $0.isNewline }
    let isIndented = lines.contains { $0.first?.isWhitespace == true && !$0.allSatisfy(\.isWhitespace) }
    guard isIndented, TableRows.dialect(of: bytes).share < tableShare else { return nil }
    return RecordsError("it has no columns; a table has a line of names and a line for each record")
  }
}
