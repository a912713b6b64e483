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
