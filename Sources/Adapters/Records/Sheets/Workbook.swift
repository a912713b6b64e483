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
    let (folder, file) = Relations.split(main)
    let relations = try archive.part("\(folder)_rels/\(file).rels").map { bytes throws(RecordsError) in
      try Relations(bytes, in: folder)
    }
    let part = { (type: String) throws(RecordsError) in
      try relations?.target(ofType: type).flatMap { name throws(RecordsError) in try archive.part(name) }
    }
    texts = try SharedTexts(try part("/sharedStrings"))
    formats = try Self.formats(try part("/styles"))
    var reader = try PartReader(bytes)
    while let event = try reader.next() {
      guard case .start(let name) = event else { continue }
      if name == "workbookPr" { has1904 = ["1", "true"].contains(reader.attributes()["date1904"]) }
      guard name == "sheet", sheets.count < RecordLimits.sheets else { continue }
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
      try read(bytes, into: table)
      choice.end(sheet.name, table)
    }
  }

  private func read(_ bytes: Numbers<UInt8>, into table: SheetTable) throws(RecordsError) {
    let merged = Self.merged(bytes)
    var reader = try PartReader(bytes)
    var (row, column) = (0, 0)
    var (type, style, text) = ("", 0, "")
    while let event = try reader.next() {
      switch event {
      case .start("row"):
        let number = reader.attributes()["r"].flatMap { Int($0) } ?? row + 1
        if number > row + 1 { table.endBlankRow() }
        (row, column) = (number, 0)
      case .start("c"):
        let values = reader.attributes()
        if let place = values["r"].flatMap({ CellPlace($0) }) { column = place.column }
        (type, style, text) = (values["t"] ?? "n", values["s"].flatMap { Int($0) } ?? 0, "")
      case .text(let piece) where reader.path.last == "v" || reader.path.last == "t":
        if !reader.path.contains("rPh") { text += piece }
      case .end("c"):
        let below = merged[CellPlace(row: row, column: column)] ?? 0
        try table.set(value(text, type, style), at: column, rowsBelow: below)
        column += 1
      case .end("row"): try table.endRow()
      case .end("sheetData"): return
      default: continue
      }
    }
  }

  private func value(_ text: String, _ type: String, _ style: Int) -> String {
    switch type {
    case "s": Int(text).map { texts[$0] } ?? ""
    case "b": text == "1" ? "TRUE" : text == "0" ? "FALSE" : text
    case "str", "inlineStr": SharedTexts.unescaped(text)
    case "d": text.hasSuffix("T00:00:00") ? String(text.dropLast(9)) : text
    // Such as #N/A.
    case "e": ""
    default: (formats.indices.contains(style) ? formats[style] : .plain).text(text, has1904: has1904)
    }
  }

  /// The rows that merged cells cover below their first, by their first cells. They follow the rows.
  private static func merged(_ bytes: Numbers<UInt8>) -> [CellPlace: Int] {
    var merged: [CellPlace: Int] = [:]
    let tail = bytes.part(from: bytes.count - RecordLimits.sheetTail)
    guard let start = tail.offset(of: Array("mergeCells".utf8), from: 0) else { return [:] }
    for match in tail.text(start..<tail.count).matches(
      of: /mergeCell [^>]*?ref=["']([A-Z]+\d+):([A-Z]+\d+)["']/)
    {
      guard let first = CellPlace(String(match.1)), let last = CellPlace(String(match.2)) else { continue }
      if last.row > first.row { merged[first] = last.row - first.row }
    }
    return merged
  }

  /// The formats of cells by their styles.
  private static func formats(_ bytes: Numbers<UInt8>?) throws(RecordsError) -> [NumberFormat] {
    guard let bytes else { return [] }
    var (codes, formats): ([Int: NumberFormat], [NumberFormat]) = ([:], [])
    var reader = try PartReader(bytes)
    while let event = try reader.next() {
      guard case .start(let name) = event, formats.count < RecordLimits.cellFormats else { continue }
      if name == "numFmt" {
        let values = reader.attributes()
        if let number = values["numFmtId"].flatMap({ Int($0) }) {
          codes[number] = NumberFormat(code: values["formatCode"] ?? "")
        }
      } else if name == "xf", reader.path.contains("cellXfs") {
        let number = reader.attributes()["numFmtId"].flatMap { Int($0) } ?? 0
        formats.append(codes[number] ?? NumberFormat(number: number) ?? .plain)
      }
    }
    return formats
  }
}

/// The place of a cell, such as B7.
private struct CellPlace: Hashable {
  /// Counted from 1.
  let row: Int
  /// Counted from 0.
  let column: Int
}

extension CellPlace {
  init?(_ text: String) {
    var (row, column, hasLetters) = (0, 0, false)
    guard text.utf8.count <= 12 else { return nil }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where row == 0:
        column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
        hasLetters = true
      case UInt8(ascii: "0")...UInt8(ascii: "9") where hasLetters:
        row = row * 10 + Int(byte - UInt8(ascii: "0"))
      default: return nil
      }
    }
    guard column > 0 else { return nil }
    self.init(row: row, column: column - 1)
  }
}

/// The parts that another part refers to.
struct Relations {
  private(set) var targets: [String: (name: String, type: String)] = [:]

  /// - Parameter folder: of the part that refers to them, with a slash at its end.
  init(_ bytes: Numbers<UInt8>, in folder: String = "") throws(RecordsError) {
    var reader = try PartReader(bytes)
    while let event = try reader.next() {
      guard case .start("Relationship") = event, targets.count < RecordLimits.sheets else { continue }
      let values = reader.attributes()
      guard let id = values["Id"], let target = values["Target"], values["TargetMode"] != "External" else {
        continue
      }
      targets[id] = (Self.resolved(target, in: folder), values["Type"] ?? "")
    }
  }

  func target(ofType type: String) -> String? { targets.values.first { $0.type.hasSuffix(type) }?.name }

  /// The folder of a part, with a slash at its end, and its name.
  static func split(_ part: String) -> (folder: String, name: String) {
    let start = part.lastIndex(of: "/").map { part.index(after: $0) } ?? part.startIndex
    return (String(part[..<start]), String(part[start...]))
  }

  private static func resolved(_ target: String, in folder: String) -> String {
    var parts: [Substring] = []
    for part in (target.hasPrefix("/") ? target : folder + target).split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// The texts that the cells of a workbook share.
struct SharedTexts {
  private let text: Numbers<UInt8>
  /// The ends of the texts.
  private let ends: Numbers<UInt64>

  init(_ bytes: Numbers<UInt8>?) throws(RecordsError) {
    var text = NumberWriter<UInt8>()
    var ends = NumberWriter<UInt64>()
    if let bytes {
      var reader = try PartReader(bytes)
      var item = ""
      while let event = try reader.next() {
        switch event {
        // Without phonetic guides.
        case .text(let piece) where reader.path.last == "t" && !reader.path.contains("rPh"): item += piece
        case .end("si"):
          text.append(Self.unescaped(item).utf8)
          ends.append(UInt64(text.count))
          item = ""
        default: continue
        }
      }
    }
    self.text = text.numbers()
    self.ends = ends.numbers()
  }

  subscript(index: Int) -> String {
    guard index >= 0, index < ends.count else { return "" }
    return text.text((index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]))
  }

  /// A text with its characters that are written as `_x000D_`.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "_")), text.contains("_x") else { return text }
    return text.replacing(/_x([0-9A-Fa-f]{4})_/) { match in
      UInt32(match.1, radix: 16).flatMap { Unicode.Scalar($0) }.map { $0 == "\r" ? "" : String($0) } ?? ""
    }
  }
}
