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

/// Detects that the machine's clock was set, so that files are not mistaken for old.
public struct SteadyClock: Sendable {
  private let offset: Int

  public init() { self.init(offset: Self.offset) }

  package init(offset: Int) {
    self.offset = offset
  }

  /// Whether the clock has advanced like the monotonic clock since the start, within an hour.
  public var isSteady: Bool { abs(Self.offset - offset) < 3_600 }

  /// The machine's start in seconds since 1970, by its present clock.
  package static var offset: Int { time(nil) - Int(MonotonicClock.sinceBoot.seconds) }
}
