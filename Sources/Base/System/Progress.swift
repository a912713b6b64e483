import Synchronization

/// A piece of work whose progress is shown after its first second.
///
///     let work = LongWork("making thumbnails", of: pictures.count, in: .things("pictures"))
///     for (index, picture) in pictures.enumerated() { …; work.reach(index + 1) }
///
/// The display is cleared with the last reference. Any thread may report progress.
public final class LongWork: Sendable {
  public enum Unit: Sendable {
    case bytes
    /// The plural of the counted things.
    case things(String)
  }

  /// A step towards a catalogue, for visitors who wait for it.
  public enum Step: String, Sendable {
    case fetching, reading, indexing
  }

  /// The state of work that somebody waits for.
  public struct Note: Sendable, Hashable {
    /// As an operator reads it.
    public let line: String
    public let step: Step
    /// The part that is done; nil if that is unknown.
    public let percent: Int?

    public init(_ line: String, _ step: Step, percent: Int? = nil) {
      (self.line, self.step, self.percent) = (line, step, percent)
    }
  }

  private let name: String
  private let step: Step
  private let total: Int?
  private let unit: Unit
  private let display: ProgressDisplay?
  private let space = ScratchSpace.current
  private let start: Double
  private let state: Mutex<State>

  /// Guarded by ``state``.
  private struct State {
    /// The time of the next line.
    var due: Double
    /// The time of the next note.
    var noteDue: Double
    var isShown = false
  }

  /// - Parameters:
  ///   - name: of the work, such as "reading plants.csv".
  ///   - total: the amount of work; nil if it is unknown.
  public init(_ name: String, as step: Step = .reading, of total: Int? = nil, in unit: Unit) {
    (self.name, self.step, self.total, self.unit) = (name, step, total, unit)
    display = ProgressDisplay.current
    start = display?.clock() ?? 0
    state = Mutex(State(due: start + (display?.delay ?? 0), noteDue: start + ProgressDisplay.notePeriod))
    display?.note?(note(0, after: 0))
  }

  deinit {
    if state.withLock({ $0.isShown }) { display?.clear() }
  }

  /// Reports progress, which is shown if a line is due. Costs about 50 ns.
  /// - Returns: false once the work is no longer wanted, or has no disk space.
  @discardableResult
  public func reach(_ done: Int) -> Bool {
    guard space?.shortage == nil else { return false }
    guard let display else { return true }
    let now = display.clock()
    let (isDue, isNoted) = state.withLock { state in
      let isDue = now >= state.due
      let isNoted = display.note != nil && now >= state.noteDue
      if isDue { (state.due, state.isShown) = (now + display.period, true) }
      if isNoted { state.noteDue = now + ProgressDisplay.notePeriod }
      return (isDue, isNoted)
    }
    if isDue { display.show(line(done, after: now - start)) }
    if isNoted { display.note?(note(done, after: now - start)) }
    return display.goesOn
  }

  private func note(_ done: Int, after seconds: Double) -> Note {
    let percent = total.flatMap { $0 > 0 ? min(100, 100 * done / $0) : nil }
    return Note(line(done, after: seconds), step, percent: percent)
  }

  private func line(_ done: Int, after seconds: Double) -> String {
    guard let total, total > 0 else { return "\(name): \(amount(done))" }
    let start = "\(name): \(number(done)) of \(amount(max(total, done)))"
    guard done > 0, done < total else { return start }
    let left = seconds * Double(total - done) / Double(done)
    return "\(start), \(Self.time(left)) left"
  }

  /// A number with its unit.
  private func amount(_ value: Int) -> String {
    switch unit {
    case .bytes: "\(number(value)) MB"
    case .things(let name): "\(number(value)) \(name)"
    }
  }

  private func number(_ value: Int) -> String {
    guard case .bytes = unit else { return value.grouped }
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

/// A display of the progress of long work: a terminal, or the log.
///
/// Work uses the display of its task: `ProgressDisplay.$current.withValue(display) { … }`.
public struct ProgressDisplay: Sendable {
  /// The display of work that starts now; nil shows nothing.
  @TaskLocal public static var current: ProgressDisplay?

  let show: @Sendable (String) -> Void
  /// Clears the line of a terminal.
  let clear: @Sendable () -> Void
  /// Seconds until the first line, and between lines.
  let delay: Double
  let period: Double
  let clock: @Sendable () -> Double
  private var isWanted: @Sendable () -> Bool = { true }
  private(set) var note: (@Sendable (LongWork.Note) -> Void)?

  init(
    delay: Double, period: Double, clock: @escaping @Sendable () -> Double,
    show: @escaping @Sendable (String) -> Void, clear: @escaping @Sendable () -> Void
  ) {
    (self.delay, self.period, self.clock) = (delay, period, clock)
    (self.show, self.clear) = (show, clear)
  }

  /// Seconds of work that are not worth a line.
  static let patience = 1.0

  /// One line that is updated.
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
    delay: .infinity, period: .infinity, clock: { MonotonicClock.sinceBoot.seconds },
    show: { _ in }, clear: {})

  /// The same display, for work that ends once it is no longer wanted.
  public func whileWanted(_ isWanted: @escaping @Sendable () -> Bool) -> ProgressDisplay {
    var display = self
    display.isWanted = isWanted
    return display
  }

  /// Seconds between notes.
  static let notePeriod = 0.25

  /// The same display, which also hands the state to `note` from the start of the work on.
  public func noting(_ note: @escaping @Sendable (LongWork.Note) -> Void) -> ProgressDisplay {
    var display = self
    display.note = note
    return display
  }

  /// Whether the work is still wanted.
  public var goesOn: Bool { isWanted() }
}

extension Int {
  /// Its digits with a comma before each group of three, as operators read them.
  public var grouped: String {
    var digits = String(self)
    var place = digits.index(digits.endIndex, offsetBy: -3, limitedBy: digits.startIndex)
    while let comma = place, comma > digits.startIndex, digits[digits.index(before: comma)] != "-" {
      digits.insert(",", at: comma)
      place = digits.index(comma, offsetBy: -3, limitedBy: digits.startIndex)
    }
    return digits
  }
}
