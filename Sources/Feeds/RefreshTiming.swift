public import Dispatch
import Glibc

/// Time and chance, as the refresher needs them.
public struct RefreshTiming: Sendable {
  /// Seconds since 1970.
  public var now: @Sendable () -> Int
  /// From -1 to 1.
  public var random: @Sendable () -> Double
  /// Waits so many seconds, or less where the semaphore is signalled.
  public var wait: @Sendable (_ seconds: Double, _ wakeUp: DispatchSemaphore) -> Void

  public init(
    now: @escaping @Sendable () -> Int, random: @escaping @Sendable () -> Double,
    wait: @escaping @Sendable (Double, DispatchSemaphore) -> Void
  ) {
    self.now = now
    self.random = random
    self.wait = wait
  }

  public static let real = RefreshTiming(
    now: { time(nil) }, random: { Double.random(in: -1...1) },
    wait: { seconds, wakeUp in _ = wakeUp.wait(timeout: .now() + seconds) })
}
