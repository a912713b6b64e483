import System

/// The sheets of Excel's workbooks and of OpenDocument.
enum Spreadsheet {
  /// A sheet as CSV.
  struct Table {
    let rows: Numbers<UInt8>
    let name: String
    /// The other sheets, at most ten.
    let others: [String]

    /// Nil if there is no other sheet.
    var warning: String? {
      guard !others.isEmpty else { return nil }
      let names = others.map { "\"\($0)\"" }.joined(separator: ", ")
      return "the sheet \"\(name)\" is read; \"sheet\" chooses another: \(names)"
    }
  }

  /// Recognises the form of a ZIP archive.
  /// - Throws: if it is no spreadsheet that is read.
  static func form(of archive: SheetArchive) throws(RecordsError) -> RecordForm {
    if archive.has("xl/workbook.xml") { return .xlsx }
    let type = try archive.part("mimetype")?.text(0..<100) ?? ""
    if type.hasPrefix(OpenDocument.type) { return .ods }
    if let relations = try archive.part("_rels/.rels"),
      try Relations(relations).target(ofType: "/officeDocument")?.hasSuffix("workbook.xml") == true
    {
      return .xlsx
    }
    throw NotAList.error(
      Self.others.first { archive.has($0.part) || type.hasPrefix($0.part) }?.name
        ?? "a ZIP archive; unpack the list in it first")
  }

  /// Names of files or media types that tell other documents.
  private static let others: [(part: String, name: String)] = [
    ("word/document.xml", "a Word document; copy its table to a spreadsheet"),
    ("application/vnd.oasis.opendocument.text", "a text document; copy its table to a spreadsheet"),
    ("ppt/presentation.xml", "a presentation; copy its table to a spreadsheet"),
    ("application/vnd.oasis.opendocument.presentation", "a presentation; copy its table to a spreadsheet"),
    ("xl/workbook.bin", "a binary Excel workbook; save it as .xlsx or CSV"),
    ("Index/Document.iwa", "a Numbers or Pages document; export it as CSV"),
    ("Index.zip", "a Numbers or Pages document; export it as CSV"),
  ]

  /// - Parameter sheet: its name; nil for the first visible sheet that is a table.
  static func table(
    _ bytes: Numbers<UInt8>, as form: RecordForm, sheet: String?
  ) throws(RecordsError) -> Table {
    var choice = SheetChoice(wanted: sheet)
    if form == .ods, !bytes.starts(with: SheetArchive.signature) {
      try OpenDocument.read(document: bytes, &choice)
    } else if form == .ods {
      try OpenDocument.read(SheetArchive(bytes), &choice)
    } else {
      try Workbook(SheetArchive(bytes)).read(&choice)
    }
    return try choice.table()
  }
}

/// Chooses a sheet among those that are read one after the other.
struct SheetChoice {
  let wanted: String?
  private var names: [String] = []
  private var found: (name: String, table: SheetTable)?

  /// Names of sheets in a message.
  private static let shownNames = 10

  init(wanted: String?) { self.wanted = wanted }

  /// A place for the rows of a sheet; nil if they are not needed.
  mutating func begin(_ name: String, isHidden: Bool) -> SheetTable? {
    guard !isHidden || name == wanted else { return nil }
    names.append(name)
    if let wanted { return name == wanted && found == nil ? SheetTable() : nil }
    return found?.table.isTable == true ? nil : SheetTable()
  }

  mutating func end(_ name: String, _ table: SheetTable) {
    if table.isTable || table.rows > found?.table.rows ?? 0 { found = (name, table) }
  }

  func table() throws(RecordsError) -> Spreadsheet.Table {
    let others = names.filter { $0 != found?.name }.prefix(Self.shownNames)
    if let found {
      return Spreadsheet.Table(rows: try found.table.table(), name: found.name, others: Array(others))
    }
    guard let wanted, !names.contains(wanted) else { throw RecordsError("its sheets are empty") }
    let known = others.map { "\"\($0)\"" }.joined(separator: ", ")
    throw RecordsError("it has no sheet \"\(wanted)\"; known here: \(known)")
  }
}
