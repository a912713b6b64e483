import System

/// Recognises lists in forms that earlier versions read, and says what to do instead.
enum FormerForms {
  private static let csv = "export it as CSV"

  /// Nil for any other text.
  static func error(of bytes: Numbers<UInt8>) -> RecordsError? {
    if isMARC(bytes) {
      return error("a library's catalogue (MARC)", "yaz-marcdump -o marcxml FILE > list.xml, or \(csv)")
    }
    let lines = String(decoding: bytes.prefix(4_096), as: UTF8.self).split { $0.isNewline }
      .map { String($0.prefix(80).drop { $0 == " " || $0 == "\u{FEFF}" }) }
    guard let first = lines.first(where: { !$0.isEmpty }) else { return nil }
    if first.uppercased().hasPrefix("<!DOCTYPE NETSCAPE-BOOKMARK-FILE") {
      return error("a browser's bookmarks", csv)
    }
    if "{[<".contains(first.prefix(1)) { return nil }
    if first.hasPrefix("0 HEAD") { return NotAList.error("a family tree (GEDCOM); export its people as CSV") }
    if lines.contains(where: isWork) {
      return error(
        "a list of references (BibTeX)", "bib2xml FILE > list.xml, or export it from Zotero as CSV")
    }
    if lines.contains(where: { $0.hasPrefix("TY  - ") || $0.hasPrefix("TY - ") }) {
      return error("a list of references (RIS)", "ris2xml FILE > list.xml, or export it from Zotero as CSV")
    }
    if lines.contains(where: { $0.hasPrefix("PMID- ") }) {
      return error("a list of references (PubMed)", "save it there as CSV")
    }
    if lines.contains("VR 1.0") {
      return error("a list of references (Web of Science)", "isi2xml FILE > list.xml, or \(csv)")
    }
    return nil
  }

  static func error(_ form: String, _ instead: String) -> RecordsError {
    RecordsError("it is \(form), which dramatis no longer reads; \(instead)")
  }

  /// Whether a text begins with a leader of MARC: its length, and the marks of its directory.
  private static func isMARC(_ bytes: Numbers<UInt8>) -> Bool {
    bytes.count > 24 && bytes.part(0..<5).allSatisfy { (0x30...0x39).contains($0) }
      && bytes.text(10..<12) == "22" && bytes.text(20..<22) == "45"
  }

  /// Whether a line begins a work, such as `@book{`.
  private static func isWork(_ line: String) -> Bool {
    let kind = line.dropFirst().prefix { $0.isASCII && $0.isLetter }
    let rest = line.dropFirst(1 + kind.count).drop { $0 == " " }
    return line.hasPrefix("@") && !kind.isEmpty && (rest.hasPrefix("{") || rest.hasPrefix("("))
  }
}
