import Files
import Fixtures
import Foundation
import Testing

@Suite("A folder out of which nothing leads")
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
    "Its files are read by their names",
    arguments: [("a.png", "a"), ("deep/er/b.png", "bb"), ("./deep//er/b.png", "bb")])
  func inside(name: String, text: String) throws {
    #expect(try folder.contents(of: name, limit: 100) == Array(text.utf8))
    let address = try #require(folder.address(of: name))
    #expect(try folder.contents(at: address, limit: 100) == Array(text.utf8))
  }

  @Test(
    "What lies outside is not, nor what a link leads to, nor what is no file",
    arguments: [
      "../secret", "deep/../../secret", "/etc/hostname", "link", "inner", "up/secret", "up/in/a.png", "deep",
      "", ".", "..",
      "a.png\0", "missing",
    ])
  func elsewhere(name: String) {
    #expect(folder.file(name) == nil)
    #expect(folder.address(of: name) == nil)
    #expect(throws: SystemError.self) { try folder.contents(of: name, limit: 100) }
    #expect(throws: SystemError.self) { try folder.contents(at: "file:\(name)?1-1", limit: 100) }
  }

  @Test("An address changes with its file")
  func changes() throws {
    let before = folder.address(of: "a.png")
    try outside.write("in/a.png", "longer")
    #expect(folder.address(of: "a.png") != before)
  }

  @Test("Its files are listed, as deep and as many as is wanted; links and hidden ones are not")
  func list() throws {
    #expect(try folder.files(depth: 2, limit: 100)?.map(\.name) == ["a.png", "deep/er/b.png"])
    #expect(try folder.files(depth: 1, limit: 100)?.map(\.name) == ["a.png"])
    #expect(try folder.files(depth: 2, limit: 7)?.count == 2)
    #expect(try folder.files(depth: 2, limit: 6) == nil)
    #expect(throws: SystemError.self) { try EnclosedFolder(path: "/nowhere").files(depth: 1, limit: 1) }
  }
}
