public import Dispatch
import Glibc
public import System

/// Time and chance, as the refresher needs them.
public struct RefreshTiming: Sendable {
  /// Seconds since 1970.
  public var now: @Sendable () -> Int
  /// Seconds since some moment; goes on while the machine sleeps, and nobody sets it.
  public var elapsed: @Sendable () -> Double
  /// From -1 to 1.
  public var random: @Sendable () -> Double
  /// Waits that many seconds, or less if the semaphore is signalled.
  public var wait: @Sendable (_ seconds: Double, _ wakeUp: DispatchSemaphore) -> Void

  public init(
    now: @escaping @Sendable () -> Int,
    elapsed: @escaping @Sendable () -> Double = { MonotonicClock.sinceBoot.seconds },
    random: @escaping @Sendable () -> Double,
    wait: @escaping @Sendable (Double, DispatchSemaphore) -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.random = random
    self.wait = wait
  }

  public static let real = RefreshTiming(
    now: { time(nil) }, random: { Double.random(in: -1...1) },
    wait: { seconds, wakeUp in
      // In short pieces: the clock of a semaphore stands still while the machine sleeps.
      let end = MonotonicClock.sinceBoot.seconds + seconds
      while true {
        let left = end - MonotonicClock.sinceBoot.seconds
        if left <= 0 || wakeUp.wait(timeout: .now() + min(left, 60)) == .success { return }
      }
    })
}

/// When a feed is asked again.
struct RefreshSchedule {
  /// Seconds between two good answers.
  private let interval: Double
  private var failures = 0

  private static let firstPause = 30.0
  /// A network that comes back is not waited for longer than that.
  private static let longestPause = 3_600.0
  /// How far a pause may be off, so that many servers do not ask at the same moment.
  private static let jitter = 0.1

  init(interval: Int) {
    self.interval = Double(max(interval, 1))
  }

  /// Seconds to wait after a good answer.
  /// - Parameter random: from -1 to 1.
  mutating func pauseAfterSuccess(random: Double) -> Double {
    failures = 0
    return jittered(interval, random)
  }

  /// Seconds to wait after a failure: twice as long each time, up to the interval, and an hour at most.
  /// - Parameter retryAfter: what the source asked for; kept to, up to the interval.
  mutating func pauseAfterFailure(random: Double, retryAfter: Int?) -> Double {
    var pause = Self.firstPause
    let longest = min(interval, Self.longestPause)
    for _ in 0..<failures where pause < longest { pause *= 2 }
    failures = min(failures + 1, 64)
    let asked = Double(retryAfter ?? 0)
    return max(jittered(min(pause, longest), random), min(asked, interval))
  }

  private func jittered(_ pause: Double, _ random: Double) -> Double {
    pause * (1 + Self.jitter * random)
  }
}
