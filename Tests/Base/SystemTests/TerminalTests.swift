import System
import Testing

@Suite("QR code on a terminal")
struct TerminalTests {
  @Test("A terminal shows each module dark on light, with the quiet zone")
  func modules() throws {
    let code = try #require(QRCode("http://192.168.1.20:8080/"))
    let (start, end) = ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m")
    var rows: [[Bool]] = []
    for line in code.terminalLines {
      try #require(line.hasPrefix(start) && line.hasSuffix(end))
      let blocks = Array(line.dropFirst(start.count).dropLast(end.count))
      #expect(blocks.count == code.terminalWidth)
      rows.append(blocks.map { $0 == "█" || $0 == "▀" })
      rows.append(blocks.map { $0 == "█" || $0 == "▄" })
    }
    #expect(rows.count >= code.size + 8)
    for row in rows.indices {
      for column in rows[row].indices {
        let isInside = (4..<4 + code.size).contains(row) && (4..<4 + code.size).contains(column)
        #expect(rows[row][column] == (isInside && code[row - 4, column - 4]))
      }
    }
  }
}
