import Testing

@testable import JSON

@Suite("Finding common values in place")
struct JSONScanTests {
  private func number(_ json: String) -> Double? {
    Array("\(json),".utf8).withUnsafeBytes { JSONScan.number(in: $0, from: 0)?.value }
  }

  private func end(_ json: [UInt8]) -> Int { json.withUnsafeBytes { JSONScan.endOfRun(in: $0, from: 0).end } }

  @Test(
    "A text is read at any alignment",
    arguments: ["", "a", "seven b", "eight by", "nine byte", "日本語のタイトル", "a\u{7F}b", "😀 and more", "Ä"])
  func texts(text: String) throws {
    for space in 0..<9 {
      for rest in ["", "           "] {
        var reader = JSONReader("\(String(repeating: " ", count: space))\"\(text)\"\(rest)".utf8)
        #expect(try reader.string() == text)
      }
    }
  }

  @Test("A run ends at quotation marks, escapes and control characters", arguments: [0, 7, 0x1F, 0x22, 0x5C])
  func stops(byte: UInt8) {
    for place in 0..<17 {
      var json = Array("0123456789abcdefg\u{7F}".utf8)
      json[place] = byte
      #expect(end(json) == place)
    }
  }

  @Test("Only a run without bytes of 128 and more is ASCII")
  func ascii() {
    for text in ["12345678\"ä", "1234567\"ä", "ä\"", "12345678ä", "1234567ä\""] {
      let run = Array(text.utf8).withUnsafeBytes { JSONScan.endOfRun(in: $0, from: 0) }
      #expect(run.isASCII == !text.prefix { $0 != "\"" }.contains("ä"))
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
}
