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
    if first.hasPrefix("#!") { return error(name("program")) }
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
