import JSON
import System
import TestSupport
import Testing

@testable import Records

/// Records that are read in place equal the same records as trees.
@Suite("Records in place")
struct RecordTests {
  private static let paths = [
    "a", "b", "a.b", "\"a.b\"", "a || b", "b||a", "missing", "missing || a", "a[0]", "a[-1]", "a[1]", "a[*]",
    "a.#text",
    "#text", "#text.#text", "a.#text[0]", "a[0][*].#text", "a.b.c", "a.b || a.c.d || b", "c", "c.d",
    "c.d[0] || a",
    "\"odd name\"", "odd name", "a.b[*]", "c.d.#text", "@key",
  ]
  private static let texts = [
    "", " ", "x", " x ", "\u{A0}", "\u{A0}x\u{2003}", "x \"y\"", "x,y", "two\nlines", "7", "1.50", "ä", "日本",
    " \u{301}", "\u{85}x", "\t", "a\\b", "long text of more than fifteen bytes",
  ]

  /// Compares each path in the records of a list.
  private func compare(
    _ list: [UInt8], as form: RecordForm, entries: [String] = [], _ comment: String = ""
  ) throws {
    // Other members of values are not read.
    var fields = RecordFields(members: ["d", "z"])
    let paths = try Self.paths.map { try #require(RecordPath($0)) }
    let numbers = paths.map { fields.add($0) }
    var trees = try RecordReader(Numbers(list), as: form, entries: entries)
    var reader = try RecordReader(Numbers(list), as: form, entries: entries, fields: fields)
    while let tree = try trees.next() {
      #expect(try reader.read())
      let record = reader.record
      #expect(record.fingerprint == tree.fingerprint, "\(tree)")
      for (path, number) in zip(paths, numbers) {
        #expect(record.texts(at: number).all == path.texts(in: tree), "\(path.text) in \(tree)")
        #expect(record.values(at: number) == path.values(in: tree), "\(path.text) in \(tree)")
      }
    }
    #expect(try !reader.read())
  }

  @Test("Rows of a table")
  func rows() throws {
    var random = SeededGenerator(seed: 3)
    for columns in [
      ["a", "b"], ["b", "a.b", "a"], ["a.b", "odd name", "#text", "c.d"], ["a.#text", "a", "c", "@key"],
    ] {
      var table = columns.joined(separator: ",") + "\n"
      for _ in 0..<200 {
        let fields = (0..<Int.random(in: 0...columns.count + 1, using: &random)).map { _ in
          let text = Self.texts[Int.random(in: 0..<Self.texts.count, using: &random)]
          let isQuoted = text.contains { ",\"\n".contains($0) } || Bool.random(using: &random)
          return isQuoted ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
        }
        table += fields.joined(separator: ",") + ["\n", "\r\n", "\r"][Int.random(in: 0..<3, using: &random)]
      }
      try compare(Array(table.utf8), as: .csv)
      // Windows-1252.
      try compare(Array(table.utf8.filter { $0 < 0x80 || $0 == 0xA4 || $0 == 0xC3 }), as: .csv)
    }
  }

  @Test("Records of JSON, in their document and on lines")
  func objects() throws {
    var random = SeededGenerator(seed: 4)
    func value(_ depth: Int) -> String {
      switch Int.random(in: 0..<(depth > 2 ? 6 : 9), using: &random) {
      case 0: return "null"
      case 1:
        return ["true", "false", "1e999", "-0", "12.50", "1e2", "9007199254740993"].randomElement(
          using: &random) ?? "1"
      case 2: return #""\u00e9\n\ud83d x""#
      case 3...5:
        var writer = JSONWriter()
        writer.value(.string(Self.texts.randomElement(using: &random) ?? ""))
        return String(decoding: writer.bytes, as: UTF8.self)
      case 6:
        return
          "[\((0..<Int.random(in: 0..<3, using: &random)).map { _ in value(depth + 1) }.joined(separator: ", "))]"
      default: return object(depth + 1)
      }
    }
    func object(_ depth: Int) -> String {
      let names = ["a", "b", "c", "d", "a.b", "#text", "\\u0061", "@key", "odd name", "z"]
      let members = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
        "\"\(names[Int.random(in: 0..<names.count, using: &random)])\" :\(value(depth))"
      }
      return "{\(members.joined(separator: " ,"))}"
    }
    let objects = (0..<500).map { _ in object(0) }
    try compare(Array("[\(objects.joined(separator: ",\n"))]".utf8), as: .json)
    try compare(Array(objects.joined(separator: "\n").utf8), as: .jsonLines)
    let members = objects.enumerated().map { "\"k\\u0061\($0)\": \($1)" }
    try compare(Array("{\"all\": {\(members.joined(separator: ","))}}".utf8), as: .json, entries: ["all"])
  }

  @Test("A record over the limits is refused")
  func limits() throws {
    var fields = RecordFields()
    let number = try fields.add(#require(RecordPath("a")))
    let list = "[{\"a\": [\(Array(repeating: "1", count: 100_001).joined(separator: ","))]}]"
    var reader = try RecordReader(Numbers(list.utf8), fields: fields)
    #expect(try reader.read())
    #expect(reader.record.texts(at: number).all.isEmpty)
    #expect(throws: RecordsError("it holds more than 100000 values", line: 1)) { _ = try reader.read() }
  }
}
