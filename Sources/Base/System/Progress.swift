import Synchronization

/// A piece of work that may take long, shown to whoever waits for it once it has taken a second.
///
///     let work = LongWork("making thumbnails", of: pictures.count, in: .things("pictures"))
///     for (index, picture) in pictures.enumerated() { …; work.reach(index + 1) }
///
/// What is shown is taken away when the last reference goes. Any thread may say how far it is.
public final class LongWork: Sendable {
  public enum Unit: Sendable {
    case bytes
    /// What is counted, as a plural.
    case things(String)
  }

  private let name: String
  private let total: Int?
  private let isLimit: Bool
  private let unit: Unit
  private let display: ProgressDisplay?
  private let start: Double
  private let state: Mutex<State>

  /// Guarded by ``state``.
  private struct State {
    /// When the next line is due.
    var due: Double
    var isShown = false
  }

  /// - Parameters:
  ///   - name: what is done, such as "reading plants.csv".
  ///   - total: how much there is to do; nil if nobody knows.
  ///   - isLimit: whether there may be less.
  public init(_ name: String, of total: Int? = nil, isLimit: Bool = false, in unit: Unit) {
    (self.name, self.total, self.isLimit, self.unit) = (name, total, isLimit, unit)
    display = ProgressDisplay.current
    start = display?.clock() ?? 0
    state = Mutex(State(due: start + (display?.delay ?? 0)))
  }

  deinit {
    if state.withLock({ $0.isShown }) { display?.clear() }
  }

  /// Shows how much is done, if it is time to. Costs some fifty nanoseconds.
  /// - Returns: false once nobody waits for the work any more.
  @discardableResult
  public func reach(_ done: Int) -> Bool {
    guard let display else { return true }
    let now = display.clock()
    let isDue = state.withLock { state in
      guard now >= state.due else { return false }
      state.due = now + display.period
      state.isShown = true
      return true
    }
    if isDue { display.show(line(done, after: now - start)) }
    return display.goesOn
  }

  private func line(_ done: Int, after seconds: Double) -> String {
    guard let total, total > 0 else { return "\(name): \(amount(done))" }
    let bound = isLimit ? "at most " : ""
    let start = "\(name): \(number(done)) of \(bound)\(amount(max(total, done)))"
    guard done > 0, done < total else { return start }
    let left = seconds * Double(total - done) / Double(done)
    return "\(start), \(bound)\(Self.time(left)) left"
  }

  /// A number of things, or of megabytes, with what it counts.
  private func amount(_ value: Int) -> String {
    switch unit {
    case .bytes: "\(number(value)) MB"
    case .things(let name): "\(number(value)) \(name)"
    }
  }

  private func number(_ value: Int) -> String {
    guard case .bytes = unit else { return "\(value)" }
    let tenths = value / 100_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
  }

  private static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<100: "\(max(1, Int(seconds.rounded(.up)))) s"
    case ..<6_000: "\(Int((seconds / 60).rounded(.up))) min"
    case ..<360_000: "\(Int((seconds / 3_600).rounded(.up))) h"
    default: "days"
    }
  }
}

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
