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
