import JSON
import Testing

@Suite("Scanning common values in place")
struct JSONScanTests {
  /// The value that a scan reads at the beginning of a document.
  private func scanned<Value>(_ json: [UInt8], _ read: (inout JSONScan) -> Value?) -> Value? {
    // The last bytes of a document are left to the reader.
    var reader = JSONReader(json + Array("          ".utf8))
    var value: Value?
    _ = reader.scan { scan in
      value = read(&scan)
      return value != nil
    }
    return value
  }

  private func number(_ json: String) -> Double? { scanned(Array("\(json),".utf8)) { $0.number() } }

  private func key(_ json: String) -> UInt64? { scanned(Array(json.utf8)) { $0.key() } }

  private func text(_ json: [UInt8]) -> String? {
    scanned(json) { scan in scan.text().map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test(
    "A text equals the reader's at any alignment",
    arguments: ["", "a", "seven b", "eight by", "nine byte", "日本語のタイトル", "a\u{7F}b", "😀 and more", "Ä"])
  func texts(text: String) throws {
    for space in 0..<9 {
      let json = Array("\(String(repeating: " ", count: space))\"\(text)\"".utf8)
      #expect(self.text(json) == text)
      var reader = JSONReader(json)
      #expect(try reader.string() == text)
    }
  }

  @Test(
    "Escapes, faults and the last bytes are left to the reader",
    arguments: [
      Array(#""a\"b""#.utf8), Array(#""\u0041""#.utf8), Array("\"a\nb\"".utf8), Array("\"no end".utf8),
      Array("1".utf8),
      [0x22, 0xC3, 0x22], [0x22, 0x80, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xE0, 0x9F, 0xBF, 0x22],
      [0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22],
    ] as [[UInt8]])
  func leftTexts(json: [UInt8]) { #expect(text(json) == nil) }

  @Test("Control characters in a text are left to the reader", arguments: 0..<0x20)
  func controls(byte: Int) {
    for place in 0..<17 {
      var json = Array("\"0123456789abcdefg\"".utf8)
      json[1 + place] = UInt8(byte)
      #expect(text(json) == nil)
    }
  }

  @Test(
    "A number is correctly rounded",
    arguments: [
      "0", "-0", "7", "-12.5", "0.1", "52.5200066", "13.404954", "-0.000001", "123456789012345", "1.10",
      "0.3",
      "179.99999999", "12345678.9012345",
    ])
  func numbers(json: String) throws {
    #expect(try #require(number(json)).bitPattern == Double(json)?.bitPattern)
  }

  @Test(
    "Numbers of other forms are left to the reader",
    arguments: [
      "1e3", "1E-3", "1234567890123456", "0.1234567890123456", "01", "-", ".5", "1.", "+1", "NaN", "\"1\"",
    ])
  func leftNumbers(json: String) { #expect(number(json) == nil) }

  @Test("A key of up to seven bytes is encoded as a number")
  func keys() {
    for key in ["n", "name", "sevenby"] {
      let number = key.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
      #expect(self.key("\"\(key)\" : 1") == number)
    }
    #expect(JSONScan.key("name") == 0x656D_616E)
    for json in ["\"eight by\":", "\"name\"", "\"na\\u006de\":", "\"Ä\":", "name:", "\"name\",1"] {
      #expect(key(json) == nil)
    }
  }

  @Test("After a scan, the reader continues behind the row or at its beginning")
  func rows() throws {
    var reader = JSONReader(
      Array(#"[{"name": "Bern", "lat": 46.9}, {"name": "B\u00e2le", "lat": 47.5}, 3]"#.utf8))
    #expect(try reader.enterArray())
    func readRow(_ scan: inout JSONScan) -> Bool {
      scan.take(UInt8(ascii: "{")) && scan.key() == JSONScan.key("name") && scan.text() != nil
        && scan.take(UInt8(ascii: ",")) && scan.key() == JSONScan.key("lat") && scan.number() != nil
        && scan.take(UInt8(ascii: "}"))
    }
    #expect(try reader.nextElement())
    let isRead = reader.scan(readRow)
    #expect(isRead)
    #expect(try reader.nextElement())
    let isReadToo = reader.scan(readRow)
    #expect(!isReadToo)
    #expect(try reader.enterObject())
    #expect(try reader.nextKey() == "name")
    #expect(try reader.string() == "Bâle")
    #expect(try reader.nextKey() == "lat")
    #expect(try reader.number() == 47.5)
    #expect(try reader.nextKey() == nil)
    #expect(try reader.nextElement())
    #expect(try reader.number() == 3)
    #expect(try !reader.nextElement())
    try reader.finish()
  }
}
