import System
import Testing

@Suite("QR code")
struct QRCodeTests {
  @Test("A longer text has a larger square, up to the limit")
  func sizes() throws {
    let large = try #require(QRCode(String(repeating: "a", count: QRCode.byteLimit)))
    #expect(large.size == 177)
    #expect(QRCode(String(repeating: "a", count: QRCode.byteLimit + 1)) == nil)
    #expect(QRCode("") == nil)
    #expect(QRCode("a\0b") == nil)
  }

  @Test("The SVG path draws each dark module once")
  func path() throws {
    let code = try #require(QRCode("http://192.168.1.20:8080/favorites/open?ids=bart-simpson"))
    var drawn: [[Int]] = Array(repeating: Array(repeating: 0, count: code.size), count: code.size)
    for part in code.path().split(separator: "M") {
      let numbers = part.split { !$0.isNumber }.compactMap { Int($0) }
      for column in numbers[0]..<numbers[0] + numbers[2] { drawn[numbers[1]][column] += 1 }
    }
    for row in 0..<code.size {
      for column in 0..<code.size { #expect(drawn[row][column] == (code[row, column] ? 1 : 0)) }
    }
  }
}
