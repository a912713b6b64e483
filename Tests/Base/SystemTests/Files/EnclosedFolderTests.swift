import Foundation
import System
import TestSupport
import Testing

@Suite("Enclosed folder")
struct EnclosedFolderTests {
  private let outside: TemporaryFolder
  private let folder: EnclosedFolder

  init() throws {
    outside = try TemporaryFolder()
    try outside.write("secret", "secret")
    try outside.write("in/a.png", "a")
    try outside.write("in/deep/er/b.png", "bb")
    try outside.write("in/.hidden", "h")
    let manager = FileManager.default
    for (name, target) in [("link", "../secret"), ("inner", "a.png"), ("up", "..")] {
      try manager.createSymbolicLink(atPath: "\(outside.path)/in/\(name)", withDestinationPath: target)
    }
    folder = EnclosedFolder(path: "\(outside.path)/in")
  }

  @Test(
    "Files are read by name",
    arguments: [("a.png", "a"), ("deep/er/b.png", "bb"), ("./deep//er/b.png", "bb")])
  func inside(name: String, text: String) throws {
    #expect(try folder.contents(of: Array(name.utf8), limit: 100) == Array(text.utf8))
    let address = try #require(folder.address(of: name))
    #expect(try folder.contents(at: address, limit: 100) == Array(text.utf8))
  }

  @Test(
    "Paths outside, symbolic links and folders are refused",
    arguments: [
      "../secret", "deep/../../secret", "/etc/hostname", "link", "inner", "up/secret", "up/in/a.png", "deep",
      "", ".", "..",
      "a.png\0", "missing",
    ])
  func elsewhere(name: String) {
    #expect(folder.address(of: name) == nil)
    #expect(throws: SystemError.self) { try folder.contents(of: Array(name.utf8), limit: 100) }
    #expect(throws: SystemError.self) { try folder.contents(at: "file:\(name)?1-1", limit: 100) }
  }

  @Test("An address changes with its file")
  func changes() throws {
    let before = folder.address(of: "a.png")
    try outside.write("in/a.png", "longer")
    #expect(folder.address(of: "a.png") != before)
  }

  @Test("Any file name is percent-encoded in an address, and found by it")
  func anyBytes() throws {
    for name in [Array("100%.png".utf8), Array("a?1-1".utf8), Array("a\nb".utf8), [0xE9], [0xC3, 0xA9]] {
      let path = Array("\(outside.path)/in/".utf8) + name
      close(open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT, 0o600))
      let file = try #require(try folder.files(depth: 1, limit: 100)?.files.first { $0.path == name })
      let address = try #require(folder.address(of: file.name))
      #expect(address == folder.address(of: file.locator))
      #expect(address.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
      #expect(try folder.contents(at: address, limit: 100) == [])
    }
    #expect(folder.address(of: "file:a.png") == folder.address(of: "a.png"))
    #expect(folder.address(of: "file:100%.png") == folder.address(of: "100%.png"))
    #expect(folder.address(of: "file:..%2Fsecret") == nil)
    #expect(throws: SystemError.self) { try folder.contents(at: "file:%2E%2E/secret?1-1", limit: 100) }
  }

  @Test("A listing has limits of depth and names, reports links, and skips hidden files")
  func list() throws {
    let listing = try #require(try folder.files(depth: 2, limit: 100))
    #expect(listing.files.map(\.name) == ["a.png", "deep/er/b.png"])
    #expect(Set(listing.links) == Set(["link", "inner", "up"].map { Array($0.utf8) }))
    #expect(listing.deepFolders.isEmpty)
    let shallow = try folder.files(depth: 1, limit: 100)
    #expect(shallow?.files.map(\.name) == ["a.png"] && shallow?.deepFolders == [Array("deep/er".utf8)])
    #expect(try folder.files(depth: 2, limit: 7)?.files.count == 2)
    #expect(try folder.files(depth: 2, limit: 6) == nil)
    #expect(throws: SystemError.self) {
      try EnclosedFolder(path: "\(outside.path)/missing").files(depth: 1, limit: 1)
    }
  }
}
