import Glibc
import System

/// The sheets of an OpenDocument spreadsheet (ISO 26300).
struct OpenDocument {
  /// The media type of spreadsheets.
  static let type = "application/vnd.oasis.opendocument.spreadsheet"

  private var reader: PartReader
  private var table: SheetTable?
  private var column = 0
  /// The current cell: its attributes, and its text as it is shown.
  private var cell = PartReader.Attributes()
  private var text = ""
  private var paragraphs = 0
  /// The address that the cell leads to.
  private var link: String?
  /// Styles of sheets that are hidden.
  private var hidden: Set<String> = []

  static func read(_ archive: SheetArchive, _ choice: inout SheetChoice) throws(RecordsError) {
    if let manifest = try archive.part("META-INF/manifest.xml"),
      manifest.text(0..<64 << 10).contains("encryption-data")
    {
      throw .locked()
    }
    guard let content = try archive.part("content.xml") else {
      throw RecordsError("it is a spreadsheet without its content.xml; save it again")
    }
    try read(document: content, &choice)
  }

  /// - Parameter document: the contents, or a spreadsheet in one XML document.
  static func read(document: Numbers<UInt8>, _ choice: inout SheetChoice) throws(RecordsError) {
    var document = OpenDocument(reader: try PartReader(document))
    try document.read(&choice)
  }

  private init(reader: PartReader) {
    self.reader = reader
  }

  private mutating func read(_ choice: inout SheetChoice) throws(RecordsError) {
    var (sheet, style, rowRepeats) = ("", "", 1)
    while let event = try reader.next() {
      switch event {
      case .start("table") where table == nil:
        let values = reader.attributes()
        sheet = values["name"] ?? ""
        table = choice.begin(sheet, isHidden: values["style-name"].map(hidden.contains) ?? false)
        if table == nil { try skip() }
      // A table within a cell.
      case .start("table"): try skip()
      case .end("table"):
        guard let read = table else { continue }
        choice.end(sheet, read)
        table = nil
      case .start("style"): style = reader.attributes()["name"] ?? ""
      case .start("table-properties"):
        if reader.attributes()["display"] == "false" { hidden.insert(style) }
      case .start("table-row"):
        rowRepeats = Self.count(reader.attributes()["number-rows-repeated"])
        column = 0
      case .end("table-row"): try table?.endRow(repeated: rowRepeats)
      case .start("table-cell"), .start("covered-table-cell"):
        (cell, text, paragraphs) = (reader.attributes(), "", 0)
        link = cell["formula"].flatMap(SheetTable.address(inFormula:))
      case .start("a"): link = link ?? reader.attributes()["href"]
      case .end("table-cell"), .end("covered-table-cell"): try endCell()
      // Comments, drawings and what was changed.
      case .start("annotation"), .start("shapes"), .start("frame"), .start("tracked-changes"): try skip()
      case .start("p"):
        if paragraphs > 0 { text += "\n" }
        paragraphs += 1
      case .start("line-break"): text += "\n"
      case .start("tab"): text += "\t"
      case .start("s"):
        let count = min(Self.count(reader.attributes()["c"]), 1_000)
        text += String(repeating: " ", count: count)
      case .text(let piece) where reader.path.contains("p"): text += piece
      default: continue
      }
    }
  }

  private mutating func endCell() throws(RecordsError) {
    let repeats = Self.count(cell["number-columns-repeated"])
    try table?.set(
      value, at: column, repeated: repeats, rowsBelow: Self.count(cell["number-rows-spanned"]) - 1, link: link
    )
    column += min(repeats, RecordLimits.columns)
  }

  private var value: String {
    switch cell["value-type"] {
    case "float":
      guard let value = cell["value"] else { return text }
      // Leading zeros are shown.
      let isPadded =
        text.hasPrefix("0") && text.utf8.count > 1 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
      return isPadded && text.decimal() == value.decimal()
        ? text : NumberFormat.plain.text(value, has1904: false)
    case "percentage", "currency": return text.isEmpty ? cell["value"] ?? "" : text
    case "date":
      let date = cell["date-value"] ?? text
      return date.hasSuffix("T00:00:00") ? String(date.dropLast(9)) : String(date.prefix { $0 != "." })
    case "time": return Self.time(cell["time-value"] ?? "") ?? text
    case "boolean": return cell["boolean-value"].map { $0.uppercased() } ?? text
    default: return cell["string-value"] ?? text
    }
  }

  /// Skips the current element.
  private mutating func skip() throws(RecordsError) {
    let depth = reader.path.count
    while reader.path.count >= depth, try reader.next() != nil {}
  }

  /// A number of repeats; spreadsheets have at most a million rows.
  private static func count(_ text: String?) -> Int { min(text?.number(in: 1...Int.max) ?? 1, 1 << 24) }

  /// A duration such as `PT14H30M00S` as hours, minutes and seconds.
  private static func time(_ text: String) -> String? {
    let parts = text.utf8.split { !(0x30...0x39).contains($0) }.prefix(3).compactMap {
      Substring($0.prefix(6)).number(in: 0...999_999)
    }
    guard parts.count == 3, text.hasPrefix("PT"), text.filter(\.isLetter) == "PTHMS" else { return nil }
    return SerialDate.clock(parts[0] * 3_600 + parts[1] * 60 + parts[2], alwaysSeconds: false)
  }
}
