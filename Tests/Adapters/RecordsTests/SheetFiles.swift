/// A value of a cell, and the forms that it has in files.
enum SheetValue {
  case blank
  case text(String)
  case number(String)
  /// With five digits.
  case code(Int)
  case flag(Bool)
  /// A day by its number since 1900, and in ISO 8601.
  case day(Int, String)

  /// As a field of a table.
  var shown: String {
    switch self {
    case .blank: ""
    case .text(let text), .number(let text), .day(_, let text): text
    case .code(let number): String("0000\(number)".suffix(5))
    case .flag(let flag): flag ? "TRUE" : "FALSE"
    }
  }
}

/// Writes one table in three forms.
enum SheetFiles {
  static func csv(_ rows: [[SheetValue]]) -> [UInt8] {
    let lines = rows.map { row in
      row.map { "\"\($0.shown.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    }
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  // MARK: Excel

  private static let relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// - Parameter sheets: the name of each sheet and the XML within its worksheet.
  static func workbook(
    _ sheets: [(name: String, xml: String)], strings: [String] = [], styles: String = "",
    isFrom1904: Bool = false,
    more: [(String, String)] = []
  ) -> [UInt8] {
    func list(_ entries: [(String, String, String)]) -> String {
      let lines = entries.map { "<Relationship Id='\($0.0)' Type='\(relations)/\($0.1)' Target='\($0.2)'/>" }
      return "<Relationships>\(lines.joined())</Relationships>"
    }
    let names = sheets.indices.map { "<sheet name='\(sheets[$0].name)' sheetId='\($0 + 1)' r:id='r\($0)'/>" }
    let parts = sheets.indices.map { ("r\($0)", "worksheet", "sheets/\($0).xml") }
    let texts = strings.map { "<si><r><t>\(escaped($0))</t></r><rPh><t>no</t></rPh></si>" }
    return Archive.bytes(
      [
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", list([("a", "officeDocument", "/xl/workbook.xml")])),
        (
          "xl/workbook.xml",
          "<workbook xmlns:r='\(relations)'><workbookPr date1904='\(isFrom1904 ? 1 : 0)'/>"
            + "<sheets>\(names.joined())</sheets></workbook>"
        ),
        (
          "xl/_rels/workbook.xml.rels",
          list(parts + [("s", "sharedStrings", "strings.xml"), ("f", "styles", "../xl/styles.xml")])
        ),
        ("xl/strings.xml", "<sst>\(texts.joined())</sst>"),
        ("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"),
      ] + sheets.indices.map { ("xl/sheets/\($0).xml", "<worksheet>\(sheets[$0].xml)</worksheet>") } + more)
  }

  /// Formats of cells: general, a day, five digits.
  static let styles =
    "<numFmts><numFmt numFmtId='164' formatCode='00000'/></numFmts><cellStyleXfs><xf numFmtId='9'/></cellStyleXfs>"
    + "<cellXfs><xf numFmtId='0'/><xf numFmtId='14'/><xf numFmtId='164'/></cellXfs>"

  static func xlsx(_ rows: [[SheetValue]]) -> [UInt8] {
    var strings: [String] = []
    let lines = rows.enumerated().map { index, row in
      let cells = row.enumerated().map { column, value in
        let place = "r='\(Character(Unicode.Scalar(UInt8(65 + column))))\(index + 1)'"
        switch value {
        case .blank: return ""
        case .text(let text) where column % 2 == 0:
          strings.append(text)
          return "<c \(place) t='s'><v>\(strings.count - 1)</v></c>"
        case .text(let text): return "<c \(place) t='inlineStr'><is><t>\(escaped(text))</t></is></c>"
        case .number(let text): return "<c \(place)><f>1+1</f><v>\(text)</v></c>"
        case .code(let number): return "<c \(place) s='2'><v>\(number)</v></c>"
        case .flag(let flag): return "<c \(place) t='b'><v>\(flag ? 1 : 0)</v></c>"
        case .day(let number, _): return "<c \(place) s='1'><v>\(number)</v></c>"
        }
      }
      return "<row r='\(index + 1)'>\(cells.joined())</row>"
    }
    return workbook(
      [("Things", "<sheetData>\(lines.joined())</sheetData>")], strings: strings, styles: styles)
  }

  // MARK: OpenDocument

  static func document(_ content: String, more: [(String, String)] = []) -> [UInt8] {
    let names = ["office", "table", "text", "xlink"].map { "xmlns:\($0)='urn:\($0)'" }.joined(separator: " ")
    return Archive.bytes(
      [
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", "<office:document-content \(names)>\(content)</office:document-content>"),
      ] + more)
  }

  static func ods(_ rows: [[SheetValue]]) -> [UInt8] {
    let lines = rows.map { row in
      let cells = row.map { value in
        let (attributes, text) =
          switch value {
          case .blank: ("", "")
          case .text(let text): ("string'", escaped(text))
          case .number(let text): ("float' office:value='\(text)'", "about \(text)")
          case .code(let number): ("float' office:value='\(number)'", value.shown)
          case .flag(let flag): ("boolean' office:boolean-value='\(flag)'", "yes")
          case .day(_, let text): ("date' office:date-value='\(text)'", "a day")
          }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = attributes.isEmpty ? "" : " office:value-type='\(attributes)"
        return
          "<table:table-cell\(start)>\(lines.map { "<text:p>\($0)</text:p>" }.joined())</table:table-cell>"
      }
      return "<table:table-row>\(cells.joined())</table:table-row>"
    }
    return document("<table:table table:name='Things'>\(lines.joined())</table:table>")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
