import Dispatch
import Operations
import Synchronization
import TestSupport
import Testing

@Suite("The watchdog")
struct WatchdogTests {
  @Test(
    "The pause is half of WATCHDOG_USEC, if WATCHDOG_PID is this process",
    arguments: [
      (["WATCHDOG_USEC": "30000000"], 15.0), (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], 1.5),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil),
      (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
    ] as [([String: String], Double?)])
  func pause(environment: [String: String], expected: Double?) {
    #expect(Watchdog.pause(environment: environment, process: 7) == expected)
  }

  @Test("The watchdog reports while the program is healthy, and again after a recovery")
  func reports() throws {
    let program = CheckedProgram()
    let watchdog = Watchdog(every: 0.005, isWell: program.look, report: program.tell)
    try program.awaitLooks(3)
    #expect(program.told.load(ordering: .acquiring) >= 2)
    program.isWell.store(false, ordering: .releasing)
    // A check in progress may still have found it healthy.
    try program.awaitLooks(2)
    let before = program.told.load(ordering: .acquiring)
    try program.awaitLooks(3)
    #expect(program.told.load(ordering: .acquiring) == before)
    program.isWell.store(true, ordering: .releasing)
    try program.awaitLooks(3)
    #expect(program.told.load(ordering: .acquiring) > before)
    watchdog.end()
  }
}

/// A program that is healthy or not, and counts health checks.
private final class CheckedProgram: Sendable {
  let isWell = Atomic(true)
  let told = Atomic(0)
  private let looks = DispatchSemaphore(value: 0)

  func look() -> Bool {
    looks.signal()
    return isWell.load(ordering: .acquiring)
  }

  func tell() { told.add(1, ordering: .acquiringAndReleasing) }

  /// Waits for `count` health checks from now on.
  func awaitLooks(_ count: Int) throws {
    while looks.wait(timeout: .now()) == .success {}
    for number in 1...count { try looks.wait(for: "health check \(number) of \(count)") }
  }
}
