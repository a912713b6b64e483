import Dispatch
import Operations
import Synchronization
import TestSupport
import Testing

@Suite("The watchdog")
struct WatchdogTests {
  @Test(
    "Waits half of the service manager's patience, and only where this process is meant",
    arguments: [
      (["WATCHDOG_USEC": "30000000"], 15.0), (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], 1.5),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"], nil), (["WATCHDOG_USEC": "0"], nil),
      (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "soon"], nil), ([:], nil),
    ] as [([String: String], Double?)])
  func pause(environment: [String: String], expected: Double?) {
    #expect(Watchdog.pause(environment: environment, process: 7) == expected)
  }

  @Test("Tells while the program is well, is silent while it is not, and tells again")
  func tells() throws {
    let patient = Patient()
    let watchdog = Watchdog(every: 0.005, isWell: patient.look, report: patient.tell)
    try patient.awaitLooks(3)
    #expect(patient.told.load(ordering: .acquiring) >= 2)
    patient.isWell.store(false, ordering: .releasing)
    // The look under way may still have found it well.
    try patient.awaitLooks(2)
    let before = patient.told.load(ordering: .acquiring)
    try patient.awaitLooks(3)
    #expect(patient.told.load(ordering: .acquiring) == before)
    patient.isWell.store(true, ordering: .releasing)
    try patient.awaitLooks(3)
    #expect(patient.told.load(ordering: .acquiring) > before)
    watchdog.end()
  }
}

/// Somebody who is well or not, and counts who looks.
private final class Patient: Sendable {
  let isWell = Atomic(true)
  let told = Atomic(0)
  private let looks = DispatchSemaphore(value: 0)

  func look() -> Bool {
    looks.signal()
    return isWell.load(ordering: .acquiring)
  }

  func tell() { told.add(1, ordering: .acquiringAndReleasing) }

  /// Waits for so many looks from now on.
  func awaitLooks(_ count: Int) throws {
    while looks.wait(timeout: .now()) == .success {}
    for number in 1...count { try looks.wait(for: "look \(number) of \(count)") }
  }
}
