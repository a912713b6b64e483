import Foundation
import System
import TestSupport
import Testing

@testable import Pictures

@Suite("Scaling process")
struct ScalerProcessTests {
  /// The program, in the folder of the tests.
  static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "dramatis").path
  private static let tile = PictureScaling(.tile(width: 2, height: 3), .webp)

  /// The copies of pictures that one process makes, those of each scaling.
  private func copies(
    of pictures: [Picture], _ scalings: [PictureScaling], program: String = program, patience: Double = 60,
    isCancelled: Bool = false
  ) throws -> [[UInt8]] {
    let process = try ScalerProcess(program: program) { isCancelled }
    var copies: [[UInt8]] = []
    for picture in pictures {
      try process.scale(picture, scalings, patience: patience) { copies.append(Array($1)) }
    }
    return copies
  }

  private func scaled(
    _ bytes: [UInt8], _ mediaType: String, _ scaling: PictureScaling = tile
  ) throws -> ScaledCopies {
    let output = try copies(of: [Picture(bytes, as: mediaType)], [scaling])[0]
    return try #require(ScaledCopies(try .holding(output)))
  }

  private func fault(_ bytes: [UInt8], _ mediaType: String) -> ScalingFault? {
    do {
      _ = try scaled(bytes, mediaType)
      return nil
    } catch {
      return error as? ScalingFault
    }
  }

  @Test("A large picture of noise becomes three tiles of at most 25 kB")
  func noise() throws {
    let copies = try scaled(Drawing.noise(width: 800, height: 1000), "image/png")
    #expect((copies.facts.width, copies.facts.height) == (800, 1000))
    for position in 0..<3 {
      // If no quality is small enough, the copy of the next smaller width is used.
      let copy = try #require(copies.copy(position))
      #expect(copy.mediaType == "image/webp")
      #expect(copy.bytes.count <= 25_000)
    }
    #expect(copies.copy(0)?.etag != copies.copy(1)?.etag)
  }

  @Test("A browser without WebP gets JPEG")
  func jpeg() throws {
    let scaling = PictureScaling(.tile(width: 1, height: 1), .jpeg)
    let copies = try scaled(Drawing.plain(width: 300, height: 400), "image/png", scaling)
    #expect(copies.copy(1)?.mediaType == "image/jpeg")
  }

  @Test("The colour is the most frequent one")
  func color() throws {
    let copies = try scaled(Drawing.plain(width: 300, height: 400, color: (200, 40, 40)), "image/png")
    #expect(copies.facts.color == "#c82828")
    let page = Drawing.plain(width: 720, height: 1_018, color: (255, 255, 255))
    #expect(try scaled(page, "image/png", PictureScaling(.whole, .webp)).facts.color == "#ffffff")
  }

  @Test("No copy is wider than its original")
  func small() throws {
    let copies = try scaled(Drawing.plain(width: 100, height: 150), "image/png")
    #expect(copies.copy(2)?.bytes == copies.copy(0)?.bytes)
  }

  @Test(
    "Facts have the widths of whole copies",
    arguments: [
      (96, 128, [96]), (185, 278, [185]), (720, 40, [720]), (1_000, 90, [720, 1_000]),
      (1_800, 60, [720, 1_440]), (40, 900, [40]), (100, 1_600, [90, 100]),
    ])
  func widths(width: Int, height: Int, expected: [Int]) throws {
    let scaling = PictureScaling(.whole, .webp)
    let drawing = Picture(Drawing.plain(width: width, height: height), as: "image/png")
    let output = try copies(of: [drawing], [scaling])[0]
    let facts = try #require(ScaledCopies.facts(output[...], isWhole: true))
    #expect(facts.copyWidths == expected)
    // Lossy WebP states its width in 14 bits behind the signature of its key frame.
    let copies = try #require(ScaledCopies(try .holding(output)))
    let real = (0..<2).compactMap { copies.copy($0) }.map {
      Int($0.bytes[26]) | Int($0.bytes[27] & 0x3F) << 8
    }
    #expect(real == (expected.count == 2 ? expected : [expected[0], expected[0]]))
    #expect(ScaledCopies.facts(output[...], isWhole: false)?.copyWidths == [])
  }

  @Test("SVG is rendered to pixels")
  func drawing() throws {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 30'><rect width='20' height='30'/></svg>"
    #expect(try scaled(Array(svg.utf8), "image/svg+xml").copy(1)?.mediaType == "image/webp")
  }

  @Test("A header with 50,000 by 50,000 pixels is refused before decoding")
  func bomb() {
    #expect(fault(Drawing.header(width: 50_000, height: 50_000), "image/png") == .tooLarge)
  }

  @Test("A picture at the pixel limit is scaled, and one row more is too large")
  func pixels() {
    let width = PictureScaling.pixelLimit / 1_000
    #expect(fault(Drawing.header(width: width, height: 1_000), "image/png") == .broken)
    #expect(fault(Drawing.header(width: width, height: 1_001), "image/png") == .tooLarge)
  }

  @Test(
    "A truncated picture, and one of another format, is broken",
    arguments: [
      "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/svg+xml", "image/heic",
      "image/tiff",
    ])
  func broken(mediaType: String) {
    let whole = Drawing.noise(width: 60, height: 60)
    let bytes = mediaType == "image/png" ? Array(whole.prefix(whole.count / 2)) : whole
    #expect(fault(bytes, mediaType) == .broken)
  }

  @Test(
    "SVG with entities, external files or endless nesting is broken",
    arguments: [
      "<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]><svg><text>&b;</text>",
      "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg width='9' height='9'><text>&a;</text></svg>",
      "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        + String(repeating: "<g>", count: 100_000),
    ])
  func hostileDrawing(svg: String) {
    #expect(fault(Array(svg.utf8), "image/svg+xml") != nil)
  }

  @Test("SVG is rendered without the files that it references")
  func reference() throws {
    let head = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='30'><rect width='9' height='9'/>"
    let plain = try scaled(Array("\(head)</svg>".utf8), "image/svg+xml")
    for address in ["file:///etc/passwd", "http://127.0.0.1:9/a.png"] {
      let svg = "\(head)<image href='\(address)' width='9' height='9'/></svg>"
      #expect(try scaled(Array(svg.utf8), "image/svg+xml").copy(1)?.bytes == plain.copy(1)?.bytes)
    }
  }

  @Test("Random damage yields copies or a fault")
  func damage() throws {
    var random = SeededGenerator(seed: 17)
    let whole = Drawing.noise(width: 40, height: 40)
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      let found = fault(bytes, "image/png")
      #expect([nil, .broken, .tooLarge].contains(found))
    }
  }

  @Test("Copies of a size that no scaling allows end the process")
  func output() {
    let drawing = Picture(Drawing.plain(width: 300, height: 400), as: "image/png")
    #expect(throws: ScalingFault.broken) { try copies(of: [drawing], [Self.tile], program: "/usr/bin/yes") }
  }

  @Test("A process is ended at its time limit, and when its show ends", arguments: [true, false])
  func late(isCancelled: Bool) {
    let drawing = Picture(Drawing.plain(width: 300, height: 400), as: "image/png")
    #expect(throws: isCancelled ? ScalingFault.cancelled : .late) {
      try copies(
        of: [drawing], [Self.tile], program: CacheFixture.hangingScaler, patience: isCancelled ? 3_600 : 0.1,
        isCancelled: isCancelled)
    }
  }

  @Test("One process makes tiles and whole copies of several pictures, each from one decoding")
  func several() throws {
    let drawings = [200, 300].map { Picture(Drawing.plain(width: $0, height: 400), as: "image/png") }
    let whole = PictureScaling(.whole, .webp)
    let both = try copies(of: drawings, [Self.tile, whole])
    #expect(both.map { ScaledCopies.facts($0[...], isWhole: false)?.width } == [200, 200, 300, 300])
    let alone = try copies(of: [drawings[1]], [whole])
    #expect(alone.first == both.last)
  }
}
