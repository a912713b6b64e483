import Foundation
import System
import TestSupport
import Testing

@Suite("The state of files and folders")
struct DiskStateTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Every change of a file shows, also one that keeps its size and time")
  func file() throws {
    let path = try folder.write("a", "one")
    try folder.setModified("a", at: 1_000)
    let first = DiskState(of: path)
    #expect(DiskState(of: path) == first)
    try folder.write("a", "two")
    try folder.setModified("a", at: 1_000)
    let second = DiskState(of: path)
    #expect(second != first)
    try folder.remove("a")
    #expect(DiskState(of: path) != second && DiskState(of: path).names == 0)
  }

  @Test("Every change within a folder shows; hidden names do not")
  func folders() throws {
    var states = [DiskState(of: folder.path)]
    for name in ["a", "b/c", "b/d/e"] {
      try folder.write(name, "one")
      states.append(DiskState(of: folder.path))
    }
    try folder.write("b/d/e", "longer")
    states.append(DiskState(of: folder.path))
    try FileManager.default.moveItem(atPath: folder.path + "/b/c", toPath: folder.path + "/b/x")
    states.append(DiskState(of: folder.path))
    #expect(Set(states).count == states.count)
  }
}
