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

  private static let signatures: [(offset: Int, bytes: [UInt8], name: String)] = [
    (0, Array("%PDF".utf8), "a PDF document; copy its table to a spreadsheet"),
    (0, [0xFF, 0xD8, 0xFF], picture), (0, [0x89, 0x50, 0x4E, 0x47], picture),
    (0, Array("GIF8".utf8), picture),
    (8, Array("WEBP".utf8), picture), (0, Array("II*\0".utf8), picture), (0, Array("MM\0*".utf8), picture),
    (4, Array("ftyphei".utf8), picture), (4, Array("ftypmif1".utf8), picture),
    (4, Array("ftypavif".utf8), picture),
    (0, [0, 0, 1, 0], picture), (0, Array("8BPS".utf8), picture),
    (0, Array("%!PS".utf8), "a PostScript document"),
    (4, Array("ftyp".utf8), recording), (0, Array("RIFF".utf8), recording),
    (0, Array("OggS".utf8), recording),
    (0, Array("fLaC".utf8), recording), (0, Array("ID3".utf8), recording),
    (0, [0x1A, 0x45, 0xDF, 0xA3], recording),
    (0, [0x7F, 0x45, 0x4C, 0x46], program), (0, [0xFE, 0xED, 0xFA], program),
    (0, [0xCF, 0xFA, 0xED, 0xFE], program),
    (0, [0xCE, 0xFA, 0xED, 0xFE], program), (0, [0xCA, 0xFE, 0xBA, 0xBE], program),
    (0, [0x4D, 0x5A, 0x90, 0], program), (0, Array("\0asm".utf8), program),
    (0, Array("PAR1".utf8), "a Parquet file; save it as CSV"),
    (0, Array("ARROW1".utf8), "an Arrow file; save it as CSV"),
    (0, Array("Obj\u{1}".utf8), "an Avro file; save it as JSON"),
    (4, Array("Standard ".utf8), "an Access database; export the table as CSV"),
    (0, Array("{\\rtf".utf8), "a text document; copy its table to a spreadsheet"),
    (0, [0x37, 0x7A, 0xBC, 0xAF], archive), (0, Array("Rar!".utf8), archive),
    (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], archive),
    (0, [0x28, 0xB5, 0x2F, 0xFD], archive), (0, Array("BZh".utf8), archive),
    (257, Array("ustar".utf8), archive),
    (0, Array("PK\u{5}\u{6}".utf8), "an empty ZIP archive"),
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
    if first.hasPrefix("0 HEAD") { return error("a family tree (GEDCOM); export its people as CSV") }
    if first.hasPrefix("#EXTM3U") { return error("a playlist (M3U); export it as CSV") }
    if first.contains(/^(### )?\d{5}[a-z]M2\.0/) { return error("MAB2; export it as MARC 21 or MARCXML") }
    if first.hasPrefix("%YAML") || first.hasPrefix("---") && first.allSatisfy({ $0 == "-" || $0 == " " }) {
      return error(yaml)
    }
    if isMail(lines) { return error("an e-mail; save the list that is attached to it") }
    if filled.contains(where: { $0.contains(/^(CREATE TABLE|INSERT INTO)\s/) }) {
      return error("an SQL script; run it and open the database, or export the table as CSV")
    }
    let isUnderlined = filled.count > 1 && filled[1].contains(/^([|\s:]*-{2,}[|\s:-]*|={3,}\s*)$/)
    if isUnderlined, start != "[" { return error(markdown) }
    let entries = filled.filter { !$0.hasPrefix("#") && !$0.hasPrefix(";") }
    let isSettings =
      entries.count > 1 && entries.allSatisfy { $0.contains(settingLine) }
      && entries.contains { $0.contains(/^[\w."'-]+\s*=/) }
    // JSON, unless it is the name of a section.
    if start == "[", !isSettings { return nil }
    guard TableRows.dialect(of: bytes).share < Self.tableShare else { return nil }
    if isSettings { return error("a file of settings (TOML or INI); save its list as CSV or JSON") }
    let code = filled.drop { $0.contains(/^\s?(\/\/|\/?\*)/) }
    // JSON below a comment.
    if let first = code.first?.first, code.count < filled.count, first == "[" || first == "{" { return nil }
    let codeLines = code.count { $0.contains(codeLine) }
    if codeLines > 1, codeLines * 5 >= code.count || code.count < filled.count || first.contains(codeLine) {
      return error("source code or a script")
    }
    if isYAML(entries) { return error(yaml) }
    let isMarkdown =
      first.contains(/^#{1,6} \S/)
      && filled.dropFirst().contains { $0.contains(/^(#{1,6} |[-*] |```|.*\]\(|.*\*\*)/) }
      || first.contains(/^# \S/) && lines.dropFirst().first?.isEmpty == true
    return isMarkdown ? error(markdown) : nil
  }

  /// The share of a table's rows that have the same number of columns.
  private static let tableShare = 0.6
  /// Letters of a line that are looked at.
  private static let letters = 200
  private static let yaml = "a YAML document; save it as JSON"
  private static let markdown = "a Markdown document; save its table as CSV"

  private static func isMail(_ lines: [String]) -> Bool {
    let head = lines.prefix { !$0.isEmpty }
    return head.count > 2 && head.allSatisfy { $0.contains(/^([A-Za-z-]+:\s|From |[ \t]+\S)/) }
      && head.contains { $0.contains(/^(Received|Return-Path|MIME-Version|Message-ID|From):/.ignoresCase()) }
  }

  /// Keys in lower case, and some that are nested or listed: a column of titles such as "Dune: Part One" has neither.
  private static func isYAML(_ lines: [String]) -> Bool {
    let keys = lines.count { $0.contains(/^\s*(- )*["']?[a-z_][\w.-]*["']?:(\s|$)/) }
    let nested = lines.count { $0.contains(/^(\s+|- )\S/) }
    return keys > 1 && keys * 2 > lines.count && (nested > 0 || keys == lines.count)
  }

  /// A line of a section, of a setting, or of a value's continuation.
  private static var settingLine: Regex<Substring> {
    #/^\s*(?:\[+[\w."'\ :\-]+\]+\s*$|[\w."'\-]+\s*=|[\]}"'\d])/#
  }

  /// A line that only programs have.
  private static var codeLine: Regex<Substring> {
    #/
    ^\s*(?:\#include\b|import\ [\w.\{*"]|from\ \w+\ import|(?:class|struct|def|func|fn|let|var|const)\ \w+.*[\{:=\(]
    |[\}\)\];]+\s*$|\w+\s*[?:+]?=\s|.*[;\{]\s*$)
    /#
  }
}
