import System
import TestSupport
import Testing

@Suite("File replacement")
struct FileReplacementTests {
  private let folder: TemporaryFolder
  private let replacement: FileReplacement

  init() throws {
    folder = try TemporaryFolder()
    replacement = FileReplacement(of: "\(folder.path)/list", by: "\(folder.path)/list.new")
  }

  @Test("The new bytes replace the old file, and no other file is left")
  func replaced() throws {
    try replacement.write([1, 2, 3])
    try replacement.write([4])
    #expect(folder.bytes("list") == [4])
    #expect(folder.names == ["list"])
  }

  @Test("An unfinished file of a killed process is replaced")
  func leftover() throws {
    try folder.write("list.new", [9, 9, 9])
    try replacement.write([1])
    #expect(folder.bytes("list") == [1])
    #expect(folder.names == ["list"])
  }

  @Test("Staged bytes change nothing before they are committed")
  func staged() throws {
    try replacement.write([1])
    try replacement.stage([2])
    #expect(folder.bytes("list") == [1])
    try replacement.commit()
    #expect(folder.bytes("list") == [2])
  }

  @Test("An error leaves the old file")
  func failed() throws {
    try folder.write("list/inside", [1])
    #expect(throws: SystemError.self) { try replacement.write([2]) }
    #expect(folder.names == ["list"])
  }
}
