/// Who is shown how far long work is: somebody at a terminal, or the log.
///
/// Work finds its display by itself, as the thread's own: `ProgressDisplay.$current.withValue(display) { … }`.
public struct ProgressDisplay: Sendable {
  /// That of the work which this thread begins; nil shows nothing.
  @TaskLocal public static var current: ProgressDisplay?

  /// Shows a line.
  let show: @Sendable (String) -> Void
  /// Takes away the line that is shown; does nothing to a log.
  let clear: @Sendable () -> Void
  /// Seconds until the first line, and from each to the next.
  let delay: Double
  let period: Double
  let clock: @Sendable () -> Double
  private var isWanted: @Sendable () -> Bool = { true }

  init(
    delay: Double, period: Double, clock: @escaping @Sendable () -> Double,
    show: @escaping @Sendable (String) -> Void, clear: @escaping @Sendable () -> Void
  ) {
    (self.delay, self.period, self.clock) = (delay, period, clock)
    (self.show, self.clear) = (show, clear)
  }

  /// Work that is done within a second is not worth a line.
  static let patience = 1.0

  /// One line that changes, for whoever looks on.
  public static func terminal(
    clock: @escaping @Sendable () -> Double = { MonotonicClock.sinceBoot.seconds },
    show: @escaping @Sendable (String) -> Void, clear: @escaping @Sendable () -> Void
  ) -> ProgressDisplay {
    ProgressDisplay(delay: patience, period: 0.2, clock: clock, show: show, clear: clear)
  }

  /// A line every ten seconds.
  public static func log(
    clock: @escaping @Sendable () -> Double = { MonotonicClock.sinceBoot.seconds },
    _ report: @escaping @Sendable (String) -> Void
  ) -> ProgressDisplay {
    ProgressDisplay(delay: 10, period: 10, clock: clock, show: report, clear: {})
  }

  /// Shows nothing.
  public static let silent = ProgressDisplay(
    delay: .infinity, period: .infinity, clock: { 0 }, show: { _ in }, clear: {})

  /// The same display, of work that is to end once nobody wants it any more.
  public func whileWanted(_ isWanted: @escaping @Sendable () -> Bool) -> ProgressDisplay {
    var display = self
    display.isWanted = isWanted
    return display
  }

  /// Whether the work is still wanted.
  public var goesOn: Bool { isWanted() }
}
