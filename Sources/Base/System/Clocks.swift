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

/// Notices if the machine's clock has been set, so that nothing is mistaken for old.
public struct SteadyClock: Sendable {
  private let offset: Int

  public init() { self.init(offset: Self.offset) }

  package init(offset: Int) {
    self.offset = offset
  }

  /// Whether the clock has advanced as time has since this was made, give or take an hour.
  public var isSteady: Bool { abs(Self.offset - offset) < 3_600 }

  /// Seconds since 1970 when the machine started, as its clock has it now.
  package static var offset: Int { time(nil) - Int(MonotonicClock.sinceBoot.seconds) }
}
