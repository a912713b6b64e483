internal import Glibc

/// A clock that goes on evenly, never back, and that nobody sets; it counts from some moment in the past.
///
/// For time of day use the system's own clock: this one says nothing about it.
public enum MonotonicClock: Sendable {
  /// Stands still while the machine sleeps: for how long work took.
  case awake
  /// Goes on while the machine sleeps: for how long ago something was.
  case sinceBoot

  public var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(self == .awake ? CLOCK_MONOTONIC : CLOCK_BOOTTIME, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }

  public var seconds: Double { Double(nanoseconds) / 1e9 }
}
