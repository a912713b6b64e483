import Glibc
import System
import TestSupport
import Testing

@Suite("Mapped files that are cut short")
struct CutFileTests {
  private static let size = 1 << 20

  /// Writes a file of a single array, and maps it.
  private func mapped(in folder: TemporaryFolder) throws -> Numbers<UInt8> {
    var arrays = ArraySet()
    arrays.add("bytes", [UInt8](repeating: 7, count: Self.size))
    let path = "\(folder.path)/arrays"
    try ArrayFile.write(arrays, of: .init(settings: 0, source: (0, 0), kept: 0), version: 1, to: path)
    return try ArrayFile(path, version: 1).arrays.numbers("bytes")
  }

  @Test(
    "Pages that are gone read as zeros, in order or not, and are noted for that file alone",
    arguments: [false, true])
  func cut(isBackwards: Bool) throws {
    let folders = [try TemporaryFolder(), try TemporaryFolder()]
    let numbers = [try mapped(in: folders[0]), try mapped(in: folders[1])]
    #expect(numbers[0].allSatisfy { $0 == 7 } && !numbers[0].isDamaged)
    #expect(truncate("\(folders[0].path)/arrays", Self.size / 2) == 0)
    let positions = Array(stride(from: 0, to: Self.size, by: 4_096))
    let values = (isBackwards ? positions.reversed() : positions).map { numbers[0][$0] }
    #expect(values.count { $0 == 0 } > 120 && values.count { $0 == 7 } > 120)
    #expect(numbers[0].isDamaged)
    #expect(truncate("\(folders[0].path)/arrays", 0) == 0)
    #expect(numbers[0].allSatisfy { $0 == 0 })
    #expect(numbers[1].allSatisfy { $0 == 7 } && !numbers[1].isDamaged)
  }

  @Test("Threads that block signals read zeros too")
  func threads() throws {
    let folder = try TemporaryFolder()
    let numbers = try mapped(in: folder)
    #expect(truncate("\(folder.path)/arrays", 0) == 0)
    let (sum, _) = Pipeline.both({ numbers.reduce(0) { $0 + Int($1) } }, { 0 })
    #expect(sum == 0 && numbers.isDamaged)
  }

  @Test("A file that is mapped where another one was is whole")
  func again() throws {
    for _ in 0..<3 {
      let folder = try TemporaryFolder()
      let numbers = try mapped(in: folder)
      #expect(!numbers.isDamaged)
      #expect(truncate("\(folder.path)/arrays", 0) == 0)
      #expect(numbers.last == 0 && numbers.isDamaged)
    }
  }
}
