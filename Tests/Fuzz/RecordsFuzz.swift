import JSON
import System

@testable import Records

private let paths = ["name", "a.b[0] || c", "#text", "@key", "title.#text"].compactMap { RecordPath($0) }

/// libFuzzer's entry: any bytes, in their detected form and every other, give records or one sentence, and
/// so does the guess; as a picture they give details.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Numbers(UnsafeBufferPointer(start: start, count: count))
  read(bytes)
  _ = PhotoDetails(Array(bytes)).members
  // Parts of spreadsheets, whose archives have checksums.
  let text = bytes.text(0..<count)
  if text.hasPrefix("<sheetData") {
    read(Numbers(SheetFiles.workbook([("A", text)], strings: ["x"], styles: SheetFiles.styles)))
  } else if text.hasPrefix("<cellXfs") || text.hasPrefix("<numFmts") {
    let cell = "<c s='0'><v>45443.5</v></c>"
    let rows = "<sheetData><row>\(cell)\(cell)</row><row>\(cell)\(cell)</row></sheetData>"
    read(Numbers(SheetFiles.workbook([("A", rows)], styles: text)))
  } else if text.hasPrefix("<table:table") {
    read(Numbers(SheetFiles.document(text)))
  }
  return 0
}

private func read(_ bytes: Numbers<UInt8>) {
  let title = MarkupText.title(of: MarkupText.plain(bytes.text(0..<bytes.count)))
  guard title.count <= 100, !title.contains("\n") else { fatalError("\(title) is no title") }
  for form in RecordForm.allCases.filter({ $0 != .sqlite }) + [nil] {
    do throws(RecordsError) {
      var reader = try RecordReader(bytes, as: form)
      while let record = try reader.next() {
        guard record.object != nil else { fatalError("\(record) is not an object") }
        for path in paths { _ = path.values(in: record) }
      }
    } catch {
      guard !error.reason.isEmpty, !error.reason.contains("\n") else { fatalError("\(error)") }
    }
  }
  do throws(RecordsError) {
    for field in try RecordGuess(bytes).fields {
      guard field.sources.allSatisfy({ RecordText($0) != nil }) else { fatalError("\(field)") }
    }
  } catch {
    guard !error.reason.isEmpty, !error.reason.contains("\n") else { fatalError("\(error)") }
  }
}
