import Glibc
import System
import TestSupport
import Testing

@Suite struct FileReaderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file is read in pieces of at most the given size, and has its size and time")
  func pieces() throws {
    let path = try folder.write("a", "abcdefgh")
    try folder.setModified("a", at: 1_700_000_000)
    let file = try FileReader(path)
    var pieces: [String] = []
    try file.forEachPiece(upTo: 3) { piece in
      pieces.append(String(decoding: piece, as: UTF8.self))
      return true
    }
    #expect(pieces == ["abc", "def", "gh"])
    #expect(file.size == 8 && file.modified == 1_700_000_000)
  }

  @Test("Reading stops when the body returns false")
  func stop() throws {
    var count = 0
    try FileReader(try folder.write("a", "abcdefgh")).forEachPiece(upTo: 3) { piece in
      count += piece.count
      return false
    }
    #expect(count == 3)
  }

  @Test("Contents are whole up to the limit, and longer than it beyond", arguments: [0, 8, 1 << 20])
  func limit(_ limit: Int) throws {
    let path = try folder.write("a", [UInt8](repeating: 1, count: limit))
    #expect(try FileReader(path).contents(limit: limit).count == limit)
    let longer = try folder.write("b", [UInt8](repeating: 1, count: limit + 1))
    #expect(try FileReader(longer).contents(limit: limit).count == limit + 1)
    #expect(try FileReader(path).contents(limit: limit / 2).count > limit / 2 || limit == 0)
  }

  @Test("Only regular files are opened")
  func kinds() throws {
    let pipe = "\(folder.path)/pipe"
    mkfifo(pipe, 0o600)
    for (path, code) in [(folder.path, EISDIR), (pipe, EINVAL), ("\(folder.path)/none", ENOENT)] {
      #expect(throws: SystemError(code: code)) { _ = try FileReader(path).size }
    }
  }

  @Test("A symbolic link is followed unless the caller forbids it")
  func links() throws {
    let path = try folder.write("a", "abc")
    symlink(path, "\(folder.path)/link")
    #expect(try FileReader("\(folder.path)/link").size == 3)
    #expect(throws: SystemError(code: ELOOP)) {
      _ = try FileReader("\(folder.path)/link", followingLinks: false).size
    }
  }
}
