public import Dispatch
import Glibc
public import System

/// The interval, the clocks and the jitter of a refresher.
public struct RefreshTiming: Sendable {
  /// Seconds between two good answers.
  public var interval: Int
  /// Seconds since 1970.
  public var now: @Sendable () -> Int
  /// Seconds of a monotonic clock that includes the machine's sleep.
  public var elapsed: @Sendable () -> Double
  /// From -1 to 1.
  public var random: @Sendable () -> Double
  /// Waits that many seconds, or less if the semaphore is signalled.
  public var wait: @Sendable (_ seconds: Double, _ wakeUp: DispatchSemaphore) -> Void

  public init(
    interval: Int, now: @escaping @Sendable () -> Int = clock,
    elapsed: @escaping @Sendable () -> Double = { MonotonicClock.sinceBoot.seconds },
    random: @escaping @Sendable () -> Double = { Double.random(in: -1...1) },
    wait: @escaping @Sendable (Double, DispatchSemaphore) -> Void = sleep
  ) {
    self.interval = interval
    self.now = now
    self.elapsed = elapsed
    self.random = random
    self.wait = wait
  }

  /// Seconds since 1970.
  public static let clock: @Sendable () -> Int = { time(nil) }

  public static let sleep: @Sendable (Double, DispatchSemaphore) -> Void = { seconds, wakeUp in
    // In short pieces, because a semaphore's clock stands still while the machine sleeps.
    let end = MonotonicClock.sinceBoot.seconds + seconds
    while true {
      let left = end - MonotonicClock.sinceBoot.seconds
      if left <= 0 || wakeUp.wait(timeout: .now() + min(left, 60)) == .success { return }
    }
  }
}

/// The pauses between two visits to a feed.
struct RefreshSchedule {
  private let interval: Double
  private var failures = 0

  private static let firstPause = 30.0
  /// Ends most outages of a network early enough.
  private static let longestPause = 3_600.0
  /// Random share of a pause, so that many servers do not ask at the same moment.
  private static let jitter = 0.1

  /// - Parameter interval: seconds between two good answers.
  init(interval: Int) {
    self.interval = Double(max(interval, 1))
  }

  /// Seconds to wait after a good answer.
  /// - Parameter random: from -1 to 1.
  mutating func pauseAfterSuccess(random: Double) -> Double {
    failures = 0
    return jittered(interval, random)
  }

  /// Seconds to wait after a failure: doubled each time, at most the interval or an hour.
  /// - Parameter retryAfter: the seconds that the source asked for, which are never undercut.
  mutating func pauseAfterFailure(random: Double, retryAfter: Int?) -> Double {
    var pause = Self.firstPause
    let longest = min(interval, Self.longestPause)
    for _ in 0..<failures where pause < longest { pause *= 2 }
    failures = min(failures + 1, 64)
    return max(jittered(min(pause, longest), random), Double(retryAfter ?? 0))
  }

  private func jittered(_ pause: Double, _ random: Double) -> Double {
    pause * (1 + Self.jitter * random)
  }
}
