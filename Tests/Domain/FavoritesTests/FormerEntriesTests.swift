import Favorites
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Entries that the show had")
struct FormerEntriesTests {
  private let folder: TemporaryFolder
  private let system = WatchedFileSystem()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func entries(_ report: @escaping @Sendable (String) -> Void = { _ in }) -> FormerEntries {
    FormerEntries(path: "\(folder.path)/former", system: system, report: report)
  }

  @Test("They are known after a start as well, each once")
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

  @Test("Of more than there is room for those stay that came last")
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

  @Test("What is in the file but no id is skipped")
  func garbage() throws {
    try folder.write("former", Array("bart\n../x\n\nLISA\n\u{0}\nzoe".utf8))
    let former = entries()
    #expect(former.contains("bart"))
    #expect(former.contains("zoe"))
    #expect(!former.contains("../x"))
    #expect(!former.contains(""))
  }

  @Test("A disk that fails is reported, and they are known until the end")
  func failing() {
    let log = Log()
    system.fail("open", with: EIO)
    system.fail("create", with: ENOSPC)
    let former = entries { line in log.lines.withLock { $0.append(line) } }
    former.add(["bart"])
    #expect(former.contains("bart"))
    #expect(
      log.lines.withLock { $0 } == [
        "cannot read \(folder.path)/former: Input/output error",
        "cannot write \(folder.path)/former: No space left on device",
      ])
  }

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }
}
