import TestSupport
import Testing

@testable import System

@Suite("Long arrays on disk", .enabled(if: SmallDisk.mayMount, "only root may mount a small disk"))
struct ScratchSpaceTests {
  private let folder: TemporaryFolder
  private let disk: SmallDisk

  init() throws {
    folder = try TemporaryFolder()
    disk = try #require(SmallDisk(at: "\(folder.path)/disk", size: "8m"))
  }

  /// Appends numbers from zero on to an array that begins on the disk.
  private func count(to end: UInt64, in space: ScratchSpace) -> Bool {
    ScratchSpace.$current.withValue(space) {
      var writer = NumberWriter<UInt64>()
      for number in 0..<end { writer.append(number) }
      return writer.numbers().elementsEqual(0..<end)
    }
  }

  @Test("An array that outgrows the disk goes on in other memory", arguments: [800_000, 1_500_000])
  func goesOn(count: UInt64) {
    let space = ScratchSpace(folder: disk.path)
    #expect(self.count(to: count, in: space))
    #expect(space.shortage == nil)
  }

  @Test(
    "More other memory than allowed is a shortage, which names the folder and the space; the array is whole")
  func shortage() throws {
    let space = ScratchSpace(folder: disk.path, limit: 1 << 20)
    space.expect(source: 50 << 20)
    #expect(count(to: 1_500_000, in: space))
    let shortage = try #require(space.shortage)
    #expect(
      shortage.description == "no space for the list in \(disk.path) (No space left on device): "
        + "building it takes about 300 MB there")
  }

  @Test("Long work ends at a shortage")
  func work() {
    let space = ScratchSpace(folder: disk.path, limit: 1 << 20)
    ScratchSpace.$current.withValue(space) {
      let work = LongWork("reading", in: .bytes)
      #expect(work.reach(1))
      #expect(count(to: 1_500_000, in: space))
      #expect(!work.reach(2))
    }
  }

  @Test("Other memory that is freed counts no more")
  func freed() {
    for _ in 0..<3 {
      let space = ScratchSpace(folder: disk.path, limit: 24 << 20)
      #expect(count(to: 1_500_000, in: space))
      #expect(space.shortage == nil)
    }
  }
}
