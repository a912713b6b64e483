import Foundation
import System
import Testing

extension Gzip {
  fileprivate static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
    Array(try decompress(Numbers(bytes), limit: limit))
  }
}

@Suite("gzip")
struct GzipTests {
  @Test(
    "Compressed data is decompressed to the same bytes", arguments: [0, 1, 100, 70_000],
    [.quick, .usual, .most] as [Gzip.Effort])
  func roundTrip(count: Int, effort: Gzip.Effort) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let compressed = try #require(Gzip.compress(bytes, effort: effort))
    #expect(compressed.prefix(2) == [0x1F, 0x8B])
    #expect(try gzip(compressed, "-dc") == bytes)
  }

  @Test("Output of gzip is decompressed, also several members and trailing zeros")
  func decompress() throws {
    let parts = [100_000, 0, 7].map { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 3) } }
    let members = try parts.map { try gzip($0, "-c") }
    for (bytes, member) in zip(parts, members) {
      #expect(Gzip.isCompressed(member))
      #expect(try Gzip.decompress(member, limit: 100_000) == bytes)
    }
    let all = Array(members.joined())
    #expect(try Gzip.decompress(all, limit: 100_007) == Array(parts.joined()))
    #expect(try Gzip.decompress(all + [0, 0, 0], limit: 1 << 20) == Array(parts.joined()))
  }

  @Test("Output beyond the limit is refused", arguments: [0, 1, 99_999])
  func tooLarge(limit: Int) throws {
    let compressed = try #require(Gzip.compress(Array(repeating: 65, count: 100_000)))
    #expect(throws: GzipError.tooLarge(limit: limit)) { try Gzip.decompress(compressed, limit: limit) }
    let twice = compressed + compressed
    #expect(throws: GzipError.tooLarge(limit: 199_999)) { try Gzip.decompress(twice, limit: 199_999) }
  }

  @Test("Damaged data is refused", arguments: [[0x1F, 0x8B], [], Array("[1, 2]".utf8)])
  func damaged(bytes: [UInt8]) {
    #expect(throws: GzipError.damaged) { try Gzip.decompress(bytes, limit: 1 << 20) }
  }

  @Test("Truncated, altered and trailing data is refused")
  func altered() throws {
    let compressed = try #require(Gzip.compress((0..<999).map { UInt8(truncatingIfNeeded: $0 * 7) }))
    for count in 0..<compressed.count {
      #expect(throws: GzipError.self) { try Gzip.decompress(Array(compressed.prefix(count)), limit: 1 << 20) }
    }
    var altered = compressed
    altered[compressed.count - 6] ^= 1
    for bytes in [altered, compressed + [1], compressed + [0, 0x1F, 0x8B]] {
      #expect(throws: GzipError.damaged) { try Gzip.decompress(bytes, limit: 1 << 20) }
    }
  }

  /// The system's own gzip, as an independent reader and writer.
  private func gzip(_ bytes: [UInt8], _ option: String) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = [option, file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return Array(data)
  }
}
