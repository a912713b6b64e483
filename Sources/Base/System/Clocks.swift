internal import Glibc

/// A monotonic clock that counts from some moment in the past; unrelated to the time of day.
public enum MonotonicClock: Sendable {
  /// Stops while the machine sleeps: for measuring work.
  case awake
  /// Continues while the machine sleeps: for measuring age.
  case sinceBoot

  public var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(self == .awake ? CLOCK_MONOTONIC : CLOCK_BOOTTIME, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }

  public var seconds: Double { Double(nanoseconds) / 1e9 }
}
