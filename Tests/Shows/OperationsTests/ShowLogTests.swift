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
