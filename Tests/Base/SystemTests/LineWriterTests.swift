import Glibc
import Testing

@testable import System

@Suite("Lines for a slow reader")
struct LineWriterTests {
  private let ends: (read: Int32, write: Int32)

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    self.ends = (ends[0], ends[1])
  }

  /// Whole lines as they arrive, until the last of those read is `line`.
  private func received(until line: String, _ beforeEach: () -> Void = {}) -> [Substring] {
    var text: [UInt8] = []
    while !text.suffix(line.utf8.count + 1).elementsEqual("\(line)\n".utf8) {
      beforeEach()
      var space = [UInt8](repeating: 0, count: 65_536)
      text += space[..<read(ends.read, &space, space.count)]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
  }

  @Test("Nobody waits for a pipe that is full; its lines arrive in order once it is read")
  func full() {
    let writer = LineWriter(ends.write)
    let filling = String(repeating: "x", count: 100)
    let lines = (1...2_000).map { "\(filling) \($0)" }
    for line in lines { writer.write(Array("\(line)\n".utf8)) }
    #expect(received(until: lines[1_999]).elementsEqual(lines) { $0 == $1 })
    writer.write(Array("last\n".utf8))
    #expect(received(until: "last") == ["last"])
  }

  @Test("A megabyte is kept, and lines beyond it are dropped whole")
  func bound() {
    let writer = LineWriter(ends.write)
    let line = String(repeating: "x", count: 999)
    for _ in 0..<2_000 { writer.write(Array("\(line)\n".utf8)) }
    // The first are dropped too, until some lines have been read.
    let lines = received(until: "end") { writer.write(Array("end\n".utf8)) }.prefix { $0 != "end" }
    #expect((1_048...1_200).contains(lines.count))
    #expect(lines.allSatisfy { $0 == line })
  }

  @Test("Lines for a reader that has gone are dropped")
  func gone() {
    signal(SIGPIPE, SIG_IGN)
    close(ends.read)
    let writer = LineWriter(ends.write)
    for _ in 0..<3 { writer.write(Array("line\n".utf8)) }
    close(ends.write)
  }
}
