import Favorites
import Glibc
import System
import TestSupport
import Testing

@Suite struct FormerEntriesTests {
  private let folder: TemporaryFolder
  private let system = WatchedFileSystem()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func entries(_ log: any Log = SilentLog()) -> FormerEntries {
    FormerEntries(path: "\(folder.path)/former", system: system, log: log)
  }

  @Test("Former entries are stored once and survive a restart")
  func kept() {
    let former = entries()
    #expect(!former.contains("bart"))
    former.add(["bart", "lisa"])
    former.add(["lisa", "zoe"])
    #expect(folder.text("former") == "bart\nlisa\nzoe\n")
    for former in [former, entries()] {
      for id in ["bart", "lisa", "zoe"] { #expect(former.contains(id)) }
      #expect(!former.contains("homer"))
    }
  }

  @Test("Beyond the limit the oldest ids are dropped")
  func limit() {
    let former = entries()
    former.add(["first", "second"])
    former.add((2...FormerEntries.limit).map { "id-\($0)" })
    for former in [former, entries()] {
      #expect(!former.contains("first"))
      #expect(former.contains("second"))
      #expect(former.contains("id-\(FormerEntries.limit)"))
    }
  }

  @Test("Invalid lines of the file are skipped")
  func garbage() throws {
    try folder.write("former", Array("bart\n../x\n\nLISA\n\u{0}\nzoe".utf8))
    let former = entries()
    #expect(former.contains("bart"))
    #expect(former.contains("zoe"))
    #expect(!former.contains("../x"))
    #expect(!former.contains(""))
  }

  @Test("A failing disk is logged, and ids stay in memory")
  func failing() {
    let log = CollectedLog()
    system.fail("open", with: EIO)
    system.fail("create", with: ENOSPC)
    let former = entries(log)
    former.add(["bart"])
    #expect(former.contains("bart"))
    #expect(
      log.lines == [
        "cannot read \(folder.path)/former: Input/output error",
        "the ids of removed entries are lost at a restart, because \(folder.path)/former cannot be written: "
          + "No space left on device",
      ])
  }
}
