import Foundation
import Testing

@testable import System

@Suite("A file that another process can read")
struct ReadableFileTests {
  @Test(
    "Its bytes are those of the numbers, in memory or in a file, and cannot be changed",
    arguments: [100, 5 << 20])
  func bytes(count: Int) throws {
    let whole = Numbers((0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
    let part = whole.part(20..<count - 10)
    let file = try #require(ReadableFile(part))
    var first = [UInt8](repeating: 0, count: 40)
    #expect(pread(file.descriptor, &first, first.count, off_t(file.offset)) == 40)
    #expect(first == Array(part.prefix(40)))
    #expect(write(file.descriptor, first, 1) == -1 && errno == EBADF)
    #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }
}
