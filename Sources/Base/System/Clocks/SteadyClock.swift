internal import Glibc

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
