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
