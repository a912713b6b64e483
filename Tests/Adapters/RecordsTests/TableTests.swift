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

  @Test(
    "Quotes, line ends and separators of all dialects are read",
    arguments: [
      ("a,b\n1,2", [["a": "1", "b": "2"]]),
      ("a,b\r\n\"1\r\n, \"\"x\"\"\",2\r\n", [["a": "1\r\n, \"x\"", "b": "2"]]),
      ("a;b\n1,5;2\n", [["a": "1,5", "b": "2"]]),
      ("a|b\n1|2\n", [["a": "1", "b": "2"]]),
      ("a,b\n\n1,2\n , \n3,4\n", [["a": "1", "b": "2"], ["a": " ", "b": " "], ["a": "3", "b": "4"]]),
      ("a,b\n1\n1,2,3\n", [["a": "1"], ["a": "1", "b": "2"]]),
      ("a,,a\n1,2,3\n", [["a": "1", "column 2": "2", "a 3": "3"]]),
      ("a,b\nx\"y\"z,\"1\"2\n", [["a": "x\"y\"z", "b": "12"]]),
      ("sep=;\r\na;b\r\n1,5;2\r\n", [["a": "1,5", "b": "2"]]),
      ("\n\n;\na;b\n1;2\n", [["a": "1", "b": "2"]]),
      ("Plants of 2024\nour garden,\n\na,b\n1,2\n", [["a": "1", "b": "2"]]),
      (
        "a\nAda, of Rome\nBo; or x|y\n\nCy, too\n",
        [["a": "Ada, of Rome"], ["a": "Bo; or x|y"], ["a": "Cy, too"]]
      ),
      ("a,b\n1,\n\n2,3\n", [["a": "1"], ["a": "2", "b": "3"]]),
      ("only\nOne\nTwo\n", [["only": "One"], ["only": "Two"]]),
      ("a,b\n=\"0042\",\"=\"\"0,7\"\"\"\n", [["a": "0042", "b": "0,7"]]),
      ("\"first\nname\",b\n1,2\n", [["first name": "1", "b": "2"]]),
      ("Our plants,,\na,b,c\n1,2,3\nSum,,3\n", [["a": "1", "b": "2", "c": "3"], ["a": "Sum", "c": "3"]]),
      (
        "Name,Size,,Born\n,W,H,\nAda,1,2,1815\n",
        [["Name": "Ada", "Size W": "1", "Size H": "2", "Born": "1815"]]
      ),
      (
        "a,b,c\n1,x; y,z; w\n2,\"x; y\",z; v\n3,x; y,z; u\n",
        [
          ["a": "1", "b": "x; y", "c": "z; w"], ["a": "2", "b": "x; y", "c": "z; v"],
          ["a": "3", "b": "x; y", "c": "z; u"],
        ]
      ),
      ("a,,c\n,x,\n1,2,3\n", [["column 2": "x"], ["a": "1", "column 2": "2", "c": "3"]]),
    ])
  func dialects(text: String, expected: [[String: String]]) throws {
    #expect(try rows(text) == expected)
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

  @Test("The number of records is limited", .enabled(if: isThorough))
  func records() {
    let error = thrown(RecordsError.self) {
      try List(Array("a\n".utf8) + Array(repeating: Array("1\n".utf8), count: 10_000_001).joined())
    }
    #expect(error?.description == "it holds more than 10000000 records; split the list")
  }
}
