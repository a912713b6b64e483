internal import Dispatch
internal import Synchronization

/// A thread that tells the service manager again and again that the program is well, while it is.
public final class Watchdog: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let wake = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - seconds: between two looks; see ``pause(environment:process:)``.
  ///   - isWell: whether the program does its work; blocks for less than those seconds.
  ///   - tell: called after each look that found it well.
  public init(
    every seconds: Double, isWell: @escaping @Sendable () -> Bool, tell: @escaping @Sendable () -> Void
  ) {
    // Held by itself until it is over. A look that failed is repeated soon: a moment of too many requests
    // is no reason for a new start.
    DispatchQueue(label: "dramatis.watchdog").async { [self] in
      while !isOver.load(ordering: .acquiring) {
        let well = isWell()
        if well { tell() }
        _ = wake.wait(timeout: .now() + (well ? seconds : min(seconds, 1)))
      }
    }
  }

  public func end() {
    isOver.store(true, ordering: .releasing)
    wake.signal()
  }

  /// Seconds after which the service manager wants to be told again: half of its patience; nil where it
  /// does not want to be, or wants it of another process.
  public static func pause(environment: [String: String], process: Int32) -> Double? {
    guard let text = environment["WATCHDOG_USEC"], let microseconds = UInt64(text), microseconds > 0 else {
      return nil
    }
    if let wanted = environment["WATCHDOG_PID"], wanted != String(process) { return nil }
    return Double(microseconds) / 2e6
  }
}
