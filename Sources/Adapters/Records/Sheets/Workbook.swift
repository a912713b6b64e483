import System

/// An Excel workbook (ECMA-376): its sheets, texts and formats.
struct Workbook {
  private struct Sheet {
    let name: String
    let part: String
    let isHidden: Bool
  }

  private let archive: SheetArchive
  private var sheets: [Sheet] = []
  private var has1904 = false
  private let texts: SharedTexts
  private let formats: [NumberFormat]

  init(_ archive: SheetArchive) throws(RecordsError) {
    self.archive = archive
    let main =
      try archive.part("_rels/.rels").flatMap { bytes throws(RecordsError) in
        try Relations(bytes).target(ofType: "/officeDocument")
      } ?? "xl/workbook.xml"
    guard let bytes = try archive.part(main) else {
      throw RecordsError("it is a workbook without its main part")
    }
    let relations = try Relations(of: main, in: archive)
    let part = { (type: String) throws(RecordsError) in
      try relations?.target(ofType: type).flatMap { name throws(RecordsError) in try archive.part(name) }
    }
    texts = try SharedTexts(try part("/sharedStrings"))
    formats = try Self.formats(try part("/styles"))
    var reader = try PartReader(bytes)
    while let event = try reader.next() {
      guard case .start(let name) = event else { continue }
      if name == "workbookPr" { has1904 = ["1", "true"].contains(reader.attributes()["date1904"]) }
      guard name == "sheet" else { continue }
      let values = reader.attributes()
      guard let name = values["name"], let part = values["id"].flatMap({ relations?.targets[$0] }) else {
        continue
      }
      sheets.append(
        Sheet(name: name, part: part.name, isHidden: values["state"].map { $0 != "visible" } ?? false))
    }
  }

  func read(_ choice: inout SheetChoice) throws(RecordsError) {
    for sheet in sheets {
      guard let table = choice.begin(sheet.name, isHidden: sheet.isHidden),
        let bytes = try archive.part(sheet.part)
      else { continue }
      try read(bytes, into: table, try Relations(of: sheet.part, in: archive)?.links ?? [:])
      choice.end(sheet.name, table)
    }
  }

  /// - Parameter addresses: those that cells lead to, by the names that the sheet has for them.
  private func read(
    _ bytes: Numbers<UInt8>, into table: SheetTable, _ addresses: [String: String]
  ) throws(RecordsError) {
    let (merged, links) = Self.ends(bytes, addresses)
    var reader = try PartReader(bytes)
    var (row, column) = (0, 0)
    var (type, style, text, formula) = ("", 0, "", "")
    while let event = try reader.next() {
      switch event {
      case .start("row"):
        let number = reader.attributes()["r"]?.number(in: 1...RecordLimits.records) ?? row + 1
        if number > row + 1 { table.endBlankRow(number - row - 1) }
        (row, column) = (number, 0)
      case .start("c"):
        let values = reader.attributes()
        if let place = values["r"].flatMap({ CellPlace($0) }) { column = place.column }
        (type, style, text) = (
          values["t"] ?? "n", values["s"]?.number(in: 0...Int.max) ?? 0, ""
        )
        formula = ""
      case .text(let piece) where reader.path.last == "f": formula += piece
      case .text(let piece) where reader.path.last == "v" || reader.path.last == "t":
        if !reader.path.contains("rPh") { text += piece }
      case .end("c"):
        let place = CellPlace(row: row, column: column)
        try table.set(
          value(text, type, style), at: column, rowsBelow: merged[place] ?? 0,
          link: links[place] ?? SheetTable.address(inFormula: formula))
        column += 1
      case .end("row"): try table.endRow()
      case .end("sheetData"): return
      default: continue
      }
    }
  }

  private func value(_ text: String, _ type: String, _ style: Int) -> String {
    switch type {
    case "s": text.number(in: 0...Int.max).map { texts[$0] } ?? ""
    case "b": text == "1" ? "TRUE" : text == "0" ? "FALSE" : text
    case "str", "inlineStr": SharedTexts.unescaped(text)
    case "d": text.hasSuffix("T00:00:00") ? String(text.dropLast(9)) : text
    // Such as #N/A.
    case "e": ""
    default: (formats.indices.contains(style) ? formats[style] : .plain).text(text, has1904: has1904)
    }
  }

  /// The rows that merged cells cover below their first, and the addresses that cells lead to, by the first cells. They
  /// follow the rows.
  private static func ends(
    _ bytes: Numbers<UInt8>, _ addresses: [String: String]
  ) -> (merged: [CellPlace: Int], links: [CellPlace: String]) {
    var (merged, links): ([CellPlace: Int], [CellPlace: String]) = ([:], [:])
    let tail = bytes.part(from: bytes.count - RecordLimits.sheetTail)
    var offset = tail.offset(of: Array("</sheetData>".utf8), from: 0) ?? 0
    while offset < tail.count {
      let tag = tail.part(offset..<tail.end(from: offset, with: UInt8(ascii: ">")))
      offset += tag.count + 1
      let values = Dictionary(tag.attributes) { first, _ in first }
      let places = values["ref"]?.split(separator: ":").compactMap { CellPlace(String($0)) } ?? []
      guard let first = places.first, let last = places.last else { continue }
      if tag.offset(of: Array("hyperlink ".utf8), from: 0) != nil {
        links[first] = values["id"].flatMap { addresses[$0] }
      } else if last.row > first.row, tag.offset(of: Array("mergeCell ".utf8), from: 0) != nil {
        merged[first] = last.row - first.row
      }
    }
    return (merged, links)
  }

  /// The formats of cells by their styles.
  private static func formats(_ bytes: Numbers<UInt8>?) throws(RecordsError) -> [NumberFormat] {
    guard let bytes else { return [] }
    var (codes, formats): ([Int: NumberFormat], [NumberFormat]) = ([:], [])
    var reader = try PartReader(bytes)
    while let event = try reader.next() {
      guard case .start(let name) = event else { continue }
      if name == "numFmt" {
        let values = reader.attributes()
        if let number = values["numFmtId"]?.number(in: 0...Int.max) {
          codes[number] = NumberFormat(code: values["formatCode"] ?? "")
        }
      } else if name == "xf", reader.path.contains("cellXfs") {
        let number = reader.attributes()["numFmtId"]?.number(in: 0...Int.max) ?? 0
        formats.append(codes[number] ?? NumberFormat(number: number) ?? .plain)
      }
    }
    return formats
  }
}
