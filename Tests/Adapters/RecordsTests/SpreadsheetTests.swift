import JSON
import Records
import System
import TestSupport
import Testing

@Suite("Spreadsheets")
struct SpreadsheetTests {
  private func records(_ bytes: [UInt8], sheet: String? = nil) throws -> [[String: String]] {
    var reader = try RecordReader(Numbers(bytes), sheet: sheet)
    var records: [[String: String]] = []
    while let record = try reader.next() {
      records.append(try #require(record.object).compactMapValues(\.string))
    }
    return records
  }

  private func value(_ random: inout SeededGenerator) -> SheetValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return .blank
    case 1: return .number(String(Int.random(in: -9...1_000_000, using: &random)))
    case 2:
      return .number("\(Int.random(in: 0...99, using: &random)).\(Int.random(in: 1...9, using: &random))")
    case 3: return .code(Int.random(in: 1...99_999, using: &random))
    case 4: return .flag(Bool.random(using: &random))
    case 5:
      let days = [
        (1, "1900-01-01"), (59, "1900-02-28"), (60, "1900-02-28"), (61, "1900-03-01"),
        (45_443, "2024-05-31"), (36_585, "2000-02-29"),
      ]
      let day = days[Int.random(in: 0..<days.count, using: &random)]
      return .day(day.0, day.1)
    default:
      let words = [
        "Ada", "a, b", "\"x\"", "one\ntwo", "Łukasz", "日本", "R&D <3", "00412", "; |", "_x0041", "2,5",
      ]
      return .text(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
          .joined(separator: " "))
    }
  }

  @Test("A table has the same values as CSV, as an Excel workbook and as an OpenDocument spreadsheet")
  func sameValues() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      let width = Int.random(in: 2...9, using: &random)
      let header = (0..<width).map { SheetValue.text("name \($0)") }
      let rows = (0..<Int.random(in: 2...20, using: &random)).map { index in
        [.text("row \(index)")] + (1..<width).map { _ in value(&random) }
      }
      let expected = try records(SheetFiles.csv([header] + rows))
      #expect(expected.count == rows.count)
      #expect(try records(SheetFiles.xlsx([header] + rows)) == expected)
      #expect(try records(SheetFiles.ods([header] + rows)) == expected)
    }
  }

  @Test("The addresses that cells lead to are a column, in each form")
  func links() throws {
    func cell(_ place: String, _ text: String) -> String { "<c r='\(place)' t='str'><v>\(text)</v></c>" }
    let rows = [["Name", "Town"], ["Ada", "Rye"], ["Bo", "Hay"], ["Cy", "Rye"]].enumerated()
      .map { number, row in
        let cells = zip(["A", "B"], row).map { cell("\($0)\(number + 1)", $1) }.joined()
        return "<row r='\(number + 1)'>\(cells)</row>"
      }
    let formula =
      "<row r='5'><c r='A5' t='str'><f>IF(A1=\"x\",HYPERLINK( \"https://a.example/d\",\"Di\"))</f><v>Di</v></c></row>"
    let sheet =
      "<sheetData>\(rows.joined())\(formula)</sheetData><hyperlinks><x:hyperlink tip='b=c' ref=\"A2:B2\" r:id='h1'/>"
      + "<hyperlink ref='A3' r:id='h2'/></hyperlinks>"
    let relations =
      "<Relationships><Relationship Id='h1' Target='https://a.example/a' TargetMode='External'/>"
      + "<Relationship Id='h2' Target='javascript:x' TargetMode='External'/></Relationships>"
    let workbook = SheetFiles.workbook([("A", sheet)], more: [("xl/sheets/_rels/0.xml.rels", relations)])
    let expected = [
      ["Name": "Ada", "Town": "Rye", "Name link": "https://a.example/a"], ["Name": "Bo", "Town": "Hay"],
      ["Name": "Cy", "Town": "Rye"], ["Name": "Di", "Name link": "https://a.example/d"],
    ]
    #expect(try records(workbook) == expected)
    let lines = [
      ["Name", "Town"], ["<text:a xlink:href='https://a.example/a'>Ada</text:a>", "Rye"], ["Bo", "Hay"],
      ["Cy", "Rye"], ["<text:a xlink:href='https://a.example/d'>Di</text:a>"],
    ]
    .map { row in
      let cells = row.map { "<table:table-cell><text:p>\($0)</text:p></table:table-cell>" }.joined()
      return "<table:table-row>\(cells)</table:table-row>"
    }
    let table = "<table:table table:name='A'>\(lines.joined())</table:table>"
    #expect(try records(SheetFiles.document(table)) == expected)
    let names = ["office", "table", "text", "xlink"].map { "xmlns:\($0)='urn:\($0)'" }.joined(separator: " ")
    let type = "office:mimetype='application/vnd.oasis.opendocument.spreadsheet'"
    let flat = "<?xml version='1.0'?>\n<office:document \(names) \(type)>\(table)</office:document>"
    #expect(try records(Array(flat.utf8)) == expected)
  }

  @Test("Blank rows, headings and sheets that are no tables are skipped, and another sheet can be named")
  func sheets() throws {
    func row(_ number: Int, _ texts: [String]) -> String {
      let cells = texts.map { "<c t='str'><v>\($0)</v></c>" }.joined()
      return "<row r='\(number)'>\(cells)</row>"
    }
    let workbook = SheetFiles.workbook([
      ("Read me", "<sheetData>\(row(1, ["A note"]))</sheetData>"),
      (
        "Plants",
        "<sheetData>\(row(2, ["Our plants"]))\(row(3, ["a", "b", "c"]))\(row(9, ["1", "2", "3"]))\(row(10, ["4"]))</sheetData>"
      ),
      ("Prices", "<sheetData>\(row(1, ["x", "y"]))\(row(2, ["7", "8"]))</sheetData>"),
    ])
    #expect(try records(workbook) == [["a": "1", "b": "2", "c": "3"], ["a": "4"]])
    #expect(try records(workbook, sheet: "Prices") == [["x": "7", "y": "8"]])
    let reader = try RecordReader(Numbers(workbook))
    #expect(
      reader.warnings == [
        #"the sheet "Plants" is read; "sheet" chooses another: "Read me", "Prices""#,
        "the table begins in row 3; the text above it is not read",
      ])
    let error = thrown(RecordsError.self) { try records(workbook, sheet: "plants") }
    #expect(error?.reason == #"it has no sheet "plants"; known here: "Read me", "Plants", "Prices""#)
    #expect(throws: RecordsError.self) { try RecordReader(Numbers("a,b\n1,2\n".utf8), sheet: "a") }
  }

  @Test(
    "A number is shown by its format",
    arguments: [
      ("General", "0.30000000000000004", "0.3"), ("General", "9780306406157", "9780306406157"),
      ("General", "1.2E3", "1200"), ("0", "7", "7"), ("00000", "412", "00412"), ("000-00", "1234", "012-34"),
      ("000-00", "1234567", "12345-67"), ("0.0%", "0.256", "25.6%"), ("#,##0.00", "1234.5", "1234.5"),
      ("#,##0.00\\ [$€-407]", "1234.5", "1234.50 €"), ("[$$-409]#,##0", "-3", "-$3"),
      ("dd/mm/yyyy", "45443", "2024-05-31"), ("dd/mm/yyyy", "45443.75", "2024-05-31"),
      ("yyyy-mm-dd hh:mm", "45443.604166666664", "2024-05-31T14:30:00"),
      ("yyyy-mm-dd hh:mm", "45443", "2024-05-31"),
      ("yyyy-mm-dd hh:mm", "45443.9999999", "2024-06-01"), ("mmmm yyyy", "45443", "2024-05"),
      ("yyyy", "45443", "2024"),
      ("[$-409]d. mmm yy;@", "61", "1900-03-01"), ("h:mm AM/PM", "0.75", "18:00"), ("[h]:mm", "1.5", "36:00"),
      ("h:mm:ss", "45443.5000115741", "12:00:01"), ("\"day\" 0", "7", "7"), ("dd/mm/yyyy", "-1", "-1"),
      ("dd/mm/yyyy", "1e300", "1e300"), ("0.00E+00", "1500", "1500"), ("00000", "1.5e300", "1.5e300"),
    ])
  func formats(code: String, number: String, shown: String) throws {
    let styles =
      "<numFmts><numFmt numFmtId='200' formatCode='\(code.replacing("\"", with: "&quot;"))'/></numFmts>"
      + "<cellXfs><xf numFmtId='200'/></cellXfs>"
    let row = { (cell: String) in "<row><c t='str'><v>x</v></c>\(cell)</row>" }
    let sheet =
      "<sheetData>\(row("<c t='str'><v>y</v></c>"))\(row("<c s='0'><v>\(number)</v></c>"))</sheetData>"
    #expect(try records(SheetFiles.workbook([("A", sheet)], styles: styles)).map(\.["y"]) == [shown])
  }

  @Test("A row's number that no sheet has counts as the next", arguments: Self.oddNumbers)
  func rowNumbers(number: String) throws {
    let row = { (number: String, cell: String) in
      "<row r='\(number)'><c t='str'><v>\(cell)</v></c><c t='str'><v>y</v></c></row>"
    }
    let rows = row(number, "x") + row("5", "a") + row(number, "b") + row(number, "c")
    #expect(
      try records(SheetFiles.workbook([("A", "<sheetData>\(rows)</sheetData>")])).map(\.["x"])
        == ["a", "b", "c"])
  }

  private static let oddNumbers = [
    "9223372036854775807", "-9223372036854775808", "18446744073709551616", "0",
  ]

  @Test("Days may be counted from 1904 on; errors are blank, and a merged cell counts for all its rows")
  func cells() throws {
    let sheet = """
      <sheetData><row r='1'><c r='A1' t='inlineStr'><is><t>kind</t></is></c><c r='B1' t='str'><v>on</v></c></row>
      <row r='2'><c r='A2' t='str'><v>Tree_x000D_</v></c><c r='B2' s='1'><v>1</v></c></row>
      <row r='3'><c r='B3' t='d'><v>2024-05-31T00:00:00</v></c></row>
      <row r='4'><c r='B4' s='1'><v>0</v></c><c r='C4' t='e'><v>#N/A</v></c></row></sheetData>
      <mergeCells count='1'><mergeCell ref='A2:A3'/></mergeCells>
      """
    let workbook = SheetFiles.workbook([("A", sheet)], styles: SheetFiles.styles, isFrom1904: true)
    #expect(
      try records(workbook) == [
        ["kind": "Tree", "on": "1904-01-02"], ["kind": "Tree", "on": "2024-05-31"], ["on": "1904-01-01"],
      ])
  }

  @Test("OpenDocument repeats rows and cells, and its notes, shapes and sheets within cells are skipped")
  func openDocument() throws {
    let document = SheetFiles.document(
      """
      <table:table table:name='A'><table:shapes><text:p>no</text:p></table:shapes>
      <table:table-header-rows><table:table-row><table:table-cell><text:p>a<office:annotation><text:p>no</text:p>
      </office:annotation></text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell>
      <table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table-header-rows>
      <table:table-row table:number-rows-repeated='2'>
      <table:table-cell table:number-columns-repeated='2'><text:p>x<text:s text:c='2'/>y<text:span> z</text:span></text:p>
      </table:table-cell><table:table-cell office:value-type='time' office:time-value='PT14H30M00.25S'/></table:table-row>
      <table:table-row><table:table-cell table:number-rows-spanned='2'><text:p>m</text:p></table:table-cell>
      <table:table-cell office:value-type='currency' office:value='12.5'><text:p>12,50 €</text:p></table:table-cell>
      </table:table-row><table:table-row><table:covered-table-cell/><table:table-cell><text:p>n</text:p></table:table-cell>
      <table:table-cell table:number-columns-repeated='16000'/></table:table-row>
      <table:table-row table:number-rows-repeated='1048000'><table:table-cell/></table:table-row></table:table>
      """)
    let twice = ["a": "x  y z", "b": "x  y z", "c": "14:30"]
    #expect(try records(document) == [twice, twice, ["a": "m", "b": "12,50 €"], ["a": "m", "b": "n"]])
  }

  @Test("A spreadsheet beyond the limits or with a password is refused in one sentence")
  func refused() throws {
    func refusal(_ bytes: [UInt8]) -> String {
      thrown(RecordsError.self) { try records(bytes) }?.reason ?? ""
    }
    #expect(refusal(Archive.bytes([("xl/workbook.xml", "<workbook/>")], size: 3)).contains("is damaged"))
    #expect(refusal(SheetFiles.workbook([])) == "its sheets are empty")
    let cell = "<table:table-row><table:table-cell table:number-columns-repeated='2001'><text:p>a"
    #expect(
      refusal(
        SheetFiles.document(
          "<table:table>\(cell)</text:p></table:table-cell></table:table-row></table:table>"))
        == "a sheet has more than 2000 columns")
    let locked = "it is locked with a password; save it without one"
    let manifest = ("META-INF/manifest.xml", "<m><f><encryption-data/></f></m>")
    #expect(refusal(SheetFiles.document("", more: [manifest])) == locked)
    #expect(refusal(Archive.bytes([("xl/workbook.xml", "<workbook/>")], flags: 1)) == locked)
    let office = [0xD0, 0xCF, 0x11, 0xE0] + [UInt8](repeating: 0, count: 600)
    #expect(refusal(office + "EncryptedPackage".utf8.flatMap { [$0, 0] }) == locked)
    #expect(refusal(office + "Workbook".utf8.flatMap { [$0, 0] }).contains("old Excel workbook"))
    #expect(refusal(Archive.bytes([("word/document.xml", "<a/>")])).contains("Word document"))
    #expect(refusal(Archive.bytes([("a.txt", "Ada")])).contains("a ZIP archive; unpack"))
    #expect(refusal(Array(SheetFiles.xlsx([[.text("a")]]).dropLast(60))).contains("damaged"))
  }
}
