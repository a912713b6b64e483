import Compression
import Foundation
import Testing

@Suite("gzip")
struct GzipTests {
  @Test("What is compressed comes back the same", arguments: [0, 1, 100, 70_000], [true, false])
  func roundTrip(count: Int, isQuick: Bool) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let compressed = try #require(Gzip.compress(bytes, isQuick: isQuick))
    #expect(compressed.prefix(2) == [0x1F, 0x8B])
    #expect(try gunzip(compressed) == bytes)
  }

  /// The system's own gzip, as an independent reader.
  private func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).gz")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/gzip")
    process.arguments = ["-dc", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return Array(data)
  }
}
