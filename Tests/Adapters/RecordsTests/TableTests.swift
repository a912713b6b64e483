import JSON
import Records
import System
import TestSupport
import Testing

@Suite("Tables")
struct TableTests {
  private func rows(_ text: String) throws -> [[String: String]] {
    try List(text).records.map { try #require($0.object).compactMapValues(\.string) }
  }

  @Test("Windows-1252 and UTF-16 are read")
  func encodings() throws {
    let latin = Array("name,town\nJos".utf8) + [0xE9, 0x2C, 0x80] + Array("\n".utf8)
    #expect(try List(latin)["name"] == ["José"])
    #expect(try List(latin)["town"] == ["€"])
    for (mark, isBig) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)] {
      let wide = "name\ttown\r\nŁukasz\t日本\r\n".utf16.flatMap { unit in
        isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
      #expect(try List(mark + wide)["town"] == ["日本"])
    }
  }

  @Test("An unclosed field is refused with the line of its quotation mark")
  func longField() {
    let text = "a,b\n1,2\n3,\"" + String(repeating: "x\n", count: 3 << 20)
    let error = thrown(RecordsError.self) { try List(text + "\"") }
    #expect(error?.description == "a row is longer than 4 MB (line 3)")
  }

  @Test("Notes above a table are skipped, and a warning says where it begins")
  func notes() throws {
    let heading = "Museum of mills\nInventory, 2024\n\nSource: the register; all rooms\n"
    let headers = ["Name,Width,Height,Depth,Room,Year\n", "Name,Size,,,,\n,Width,Height,Depth,Room,Year\n"]
    for header in headers {
      let text = heading + header + "Wheel,1,2,3,Hall,1815\nStone,4,5,6,Yard,1920\nSack,,,,,\n"
      var reader = try RecordReader(Numbers(text.utf8))
      var names: [String] = []
      while let record = try reader.next() { names.append(record["Name"]?.string ?? "") }
      #expect(names.suffix(3) == ["Wheel", "Stone", "Sack"])
      #expect(reader.warnings == ["the table begins in line 5; the text above it is not read"])
    }
    let plain = "Name,Room,Year\nWheel,Hall,1815\nStone,,\nSack,\"a, b, c, d\",,,,,,,,\n"
    var reader = try RecordReader(Numbers(plain.utf8))
    while try reader.read() {}
    #expect(reader.count == 3 && reader.warnings.isEmpty)
  }

  @Test("A heading of more than twenty rows is read as a table")
  func heading() throws {
    for (lines, names) in [(18, ["a", "b"]), (30, ["line"])] {
      let heading = Array(repeating: "line", count: lines).joined(separator: "\n")
      let records = try List("\(heading)\n\na,b\n1,2\n").records
      #expect(records.last?.object?.keys.sorted() == names)
    }
  }

  @Test("The length of a row and the number of columns are limited")
  func bounds() {
    let row = (0..<50).map { _ in String(repeating: "x", count: 100_000) }.joined(separator: ",")
    #expect(throws: RecordsError.self) { try List("a,b\n\(row)\n") }
    #expect(throws: RecordsError.self) {
      try List((0...2_000).map { "c\($0)" }.joined(separator: ",") + "\n1\n")
    }
  }
}
