import Foundation
import Pictures
import System
import TestSupport
import Testing

@Suite("Local pictures")
struct PictureFileTests {
  private let folder: TemporaryFolder
  private let enclosed: EnclosedFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("shown/a.png", Samples.png)
    try folder.write("secret.png", Samples.png)
    enclosed = EnclosedFolder(path: "\(folder.path)/shown")
  }

  private func fixture(_ enclosed: EnclosedFolder?) throws -> CacheFixture {
    var rules = CacheFixture.rules
    rules.folder = enclosed
    return try CacheFixture(rules: rules, isOffline: true)
  }

  @Test("Local pictures are served without a fetcher")
  func served() async throws {
    let fixture = try fixture(enclosed)
    defer { fixture.stop() }
    let address = try #require(enclosed.address(of: "a.png"))
    fixture.cache.want(address)
    #expect(try await fixture.settled(address) == .stored)
    #expect(fixture.cache.load(address)?.bytes == Samples.png)
  }

  @Test("Files outside the folder, other files and pictures over 32 MB are refused")
  func refused() async throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: "\(enclosed.path)/link.png", withDestinationPath: "../secret.png")
    try folder.write("shown/text.png", "text")
    try folder.write("shown/large.png", Samples.png + Array(repeating: 0, count: 32 << 20))
    let fixture = try fixture(enclosed)
    defer { fixture.stop() }
    for name in ["../secret.png", "link.png", "text.png", "large.png", "/etc/hostname", "missing.png"] {
      let address = "file:\(name)?1-1"
      fixture.cache.want(address)
      #expect(try await fixture.settled(address) == .failed(until: 60))
      #expect(fixture.log.last?.hasPrefix("pictures: cannot fetch file:\(name): ") == true)
    }
    #expect(fixture.log[3].hasSuffix("it is larger than 32 MB"))
  }

  @Test("A show without a folder reads no local pictures")
  func none() throws {
    let fixture = try fixture(nil)
    defer { fixture.stop() }
    let address = try #require(enclosed.address(of: "a.png"))
    fixture.cache.want(address)
    #expect(fixture.cache.state(of: address) == .unknown)
  }
}
