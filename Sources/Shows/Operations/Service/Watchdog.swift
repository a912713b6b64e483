internal import Dispatch
internal import Synchronization

/// A thread that reports to the service manager while the program is healthy.
public final class Watchdog: Sendable {
  private let hasEnded = Atomic<Bool>(false)
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - seconds: between two checks; see ``pause(environment:process:)``.
  ///   - isWell: whether the program does its work; blocks for less than those seconds.
  ///   - report: called after each check that found it well.
  public init(
    every seconds: Double, isWell: @escaping @Sendable () -> Bool, report: @escaping @Sendable () -> Void
  ) {
    // Retains itself until it ends. A failed check is repeated soon, so that a short overload causes no restart.
    DispatchQueue(label: "dramatis.watchdog").async { [self] in
      while !hasEnded.load(ordering: .acquiring) {
        let well = isWell()
        if well { report() }
        _ = wake.wait(timeout: .now() + (well ? seconds : min(seconds, 1)))
      }
    }
  }

  public func end() {
    hasEnded.store(true, ordering: .releasing)
    wake.signal()
  }

  /// Seconds between two reports, half of what the service manager allows; nil without a watchdog for this process.
  public static func pause(environment: [String: String], process: Int32) -> Double? {
    guard let text = environment["WATCHDOG_USEC"], let microseconds = UInt64(text), microseconds > 0 else {
      return nil
    }
    if let wanted = environment["WATCHDOG_PID"], wanted != String(process) { return nil }
    return Double(microseconds) / 2e6
  }
}
