import Glibc
import Synchronization
import System
import TestSupport
import Testing

@testable import Operations

@Suite("The log of a show") struct ShowLogTests {
  @Test("A file that could not be written is a fault until a later try succeeds, and logged once")
  func again() {
    let collected = CollectedLog()
    let fails = Mutex(true)
    let tries = Mutex(0)
    let log = ShowLog(collected)
    let isWritten = log.keep("/state/ids", harm: "favorites may be lost") {
      tries.withLock { $0 += 1 }
      if fails.withLock(\.self) { throw SystemError(code: ENOSPC) }
    }
    #expect(!isWritten)
    for _ in 0..<7 { log.writeAgain() }
    // After 1, 2 and 4 looks.
    #expect(tries.withLock(\.self) == 4)
    #expect(log.fault == "favorites may be lost: No space left on device")
    fails.withLock { $0 = false }
    for _ in 0..<8 { log.writeAgain() }
    #expect(log.fault == nil)
    #expect(
      collected.lines == ["favorites may be lost: No space left on device", "/state/ids is written again"])
  }

  @Test("A later write that succeeds ends the fault, and the earlier one is not repeated")
  func later() {
    let log = ShowLog(SilentLog())
    let written = Mutex<[Int]>([])
    log.keep("/state/ids", harm: "lost") { throw SystemError(code: EIO) }
    #expect(log.fault != nil)
    #expect(log.keep("/state/ids", harm: "lost") { written.withLock { $0.append(2) } })
    log.writeAgain()
    #expect(log.fault == nil)
    #expect(written.withLock(\.self) == [2])
  }

  @Test("Faults of other sources come and go by themselves")
  func watched() {
    let log = ShowLog(SilentLog())
    let fault = Mutex<String?>("favorites take 210 of 256 MB")
    log.watch { fault.withLock(\.self) }
    #expect(log.fault == "favorites take 210 of 256 MB")
    fault.withLock { $0 = nil }
    #expect(log.fault == nil)
  }
}

@Suite("Rights in a state folder") struct StatePermissionsTests {
  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("What others may read or change is closed, and what only a group reads stays")
  func repair() throws {
    let (folder, log) = (try TemporaryFolder(), CollectedLog())
    for name in ["ids", "lock", "catalog", "favorites/ab/x.json", "pictures/0c2f", "duckduckgo.snapshot"] {
      try folder.write(name, "")
    }
    let modes: [(String, mode_t, mode_t)] = [
      ("favorites", 0o777, 0o700), ("favorites/ab", 0o750, 0o750), ("favorites/ab/x.json", 0o640, 0o640),
      ("pictures", 0o777, 0o700), ("pictures/0c2f", 0o666, 0o600), ("ids", 0o660, 0o600),
      ("lock", 0o644, 0o600), ("catalog", 0o600, 0o600), ("duckduckgo.snapshot", 0o604, 0o600),
    ]
    for (name, before, _) in modes { chmod("\(folder.path)/\(name)", before) }
    chmod(folder.path, 0o777)
    StatePermissions.repair(folder.path, log)
    for (name, _, after) in modes { #expect(mode("\(folder.path)/\(name)") == after, "\(name)") }
    #expect(mode(folder.path) == 0o700)
    #expect(
      log.lines == ["closed 7 files and folders in \(folder.path) that other users could read or change"])
    StatePermissions.repair(folder.path, log)
    #expect(log.lines.count == 1)
  }

  @Test("Other files in the folder, links and their targets stay as they are")
  func others() throws {
    let (folder, other, log) = (try TemporaryFolder(), try TemporaryFolder(), CollectedLog())
    for (place, name) in [(folder, "ids"), (folder, "notes.txt"), (other, "secret")] {
      try place.write(name, "")
    }
    try folder.write("pictures/a", "")
    for path in ["\(folder.path)/notes.txt", "\(other.path)/secret", folder.path] { chmod(path, 0o755) }
    chmod("\(folder.path)/ids", 0o600)
    chmod("\(folder.path)/pictures", 0o700)
    chmod("\(folder.path)/pictures/a", 0o600)
    #expect(symlink("\(other.path)/secret", "\(folder.path)/pictures/link") == 0)
    #expect(symlink(other.path, "\(folder.path)/favorites") == 0)
    StatePermissions.repair(folder.path, log)
    for path in ["\(folder.path)/notes.txt", "\(other.path)/secret", folder.path] {
      #expect(mode(path) == 0o755)
    }
    #expect(log.lines.isEmpty)
  }
}
