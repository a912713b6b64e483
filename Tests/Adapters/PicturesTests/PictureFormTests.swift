import Foundation
import TestSupport
import Testing

@testable import Pictures

@Suite("Forms of pictures")
struct PictureFormTests {
  /// The colour of a picture, which its copies have, or the reason why there are none.
  private func color(_ bytes: [UInt8]) throws -> String {
    let process = try ScalerProcess(program: ScalerProcessTests.program) { false }
    var color = "none"
    do {
      try process.scale(try #require(Picture(bytes)), [PictureScaling(.whole, .webp)]) {
        color = ScaledCopies.facts($1, isWhole: true)?.color ?? color
      }
    } catch let fault as ScalingFault {
      return fault.description
    }
    return color
  }

  @Test(
    "Bitmaps of each depth are read, from the bottom up or top down",
    arguments: [
      (1, 0, [0, 0, 0, 0, 0, 200, 0, 0], [0x80, 0, 0, 0]),
      (4, 0, [0, 0, 0, 0, 0, 200, 0, 0], [0x11, 0, 0, 0]),
      (8, 0, [0, 0, 0, 0, 0, 200, 0, 0], [1, 1, 0, 0]), (16, 0, [], [0, 3, 0, 3]),
      (16, 3, [0, 0xF8, 0, 0, 0xE0, 7, 0, 0, 0x1F, 0, 0, 0], [0x40, 6, 0x40, 6]),
      (24, 0, [], [0, 200, 0, 0, 200, 0, 0, 0]), (32, 0, [], [0, 200, 0, 0, 0, 200, 0, 0]),
      (32, 3, [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0], [0, 200, 0, 0, 0, 200, 0, 0]),
    ] as [(Int, Int, [UInt8], [UInt8])])
  func bitmaps(depth: Int, compression: Int, palette: [UInt8], row: [UInt8]) throws {
    for height in [2, -2] {
      let width = depth == 1 ? 1 : 2
      let found = try color(
        Samples.bitmap(
          width: width, height: height, depth: depth, compression: compression, palette: palette,
          rows: row + row))
      #expect(["#00c800", "#00c500", "#00c600", "#00ca00"].contains(found), "\(found)")
    }
  }

  @Test("A compressed bitmap is refused with a reason, and a damaged one is broken")
  func refused() throws {
    func bitmap(_ depth: Int, _ compression: Int = 0, width: Int = 4, rows: Int = 16) -> [UInt8] {
      Samples.bitmap(
        width: width, height: 1, depth: depth, compression: compression,
        rows: [UInt8](repeating: 0, count: rows))
    }
    #expect(try color(bitmap(8, 1)) == "its compression is not supported")
    #expect(try color(bitmap(32)) == "#000000")
    for broken in [bitmap(32, rows: 15), bitmap(2), bitmap(32, width: 0), bitmap(1, width: 500)] {
      #expect(try color(broken) == "it is damaged or incomplete")
    }
    #expect(try color(bitmap(1, width: 40_000_001)) == "it needs more pixels or memory than allowed")
  }

  @Test("HEIC is read, and damage to it yields a picture or a fault")
  func heic() throws {
    let whole = [UInt8](try Data(contentsOf: URL(filePath: "\(projectFolder)/Tests/Network/orchard.heic")))
    #expect(try color(whole).hasPrefix("#c8"))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      #expect(try !color(bytes).contains("signal"))
    }
  }
}
