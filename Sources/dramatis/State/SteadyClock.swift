import Clocks
import Glibc

/// Notices that somebody has set the machine's clock, so that nothing is taken for old that is not.
struct SteadyClock: Sendable {
  private let offset: Int

  init(offset: Int = SteadyClock.offset) {
    self.offset = offset
  }

  /// Whether the clock has gone on as time has since this was made, give or take an hour.
  var isSteady: Bool { abs(Self.offset - offset) < 3_600 }

  /// Seconds since 1970 when the machine started, as its clock has it now.
  static var offset: Int { time(nil) - Int(MonotonicClock.sinceBoot.seconds) }
}
