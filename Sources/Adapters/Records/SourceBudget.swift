import System

/// The processor time and the bytes that a source may take to be read, in proportion to its length.
final class SourceBudget {
  /// Seconds of the thread's processor time.
  @TaskLocal static var clock: @Sendable () -> Double = { MonotonicClock.ofThread.seconds }
  /// Builds for tests take ten times as long, and sanitizers more.
  private static let patience = _isDebugAssertConfiguration() ? 20.0 : 1

  private let size: Int
  private let start = SourceBudget.clock()
  private var (made, steps) = (0, 0)

  init(_ size: Int) { self.size = size }

  /// Counts a step of the reading, and the bytes that it makes.
  /// - Parameter place: the place that was reached, for the error.
  func step(at place: @autoclosure () -> String, making bytes: Int = 0) throws(RecordsError) {
    (made, steps) = (made + bytes, steps + 1)
    guard made <= RecordLimits.expanded(size) else {
      let limit = "\(RecordLimits.smallExpansion >> 20) MB and \(RecordLimits.expansion) times its size"
      throw RecordsError("it expands to more than \(limit), \(place()); save it as CSV or JSON")
    }
    let seconds = RecordLimits.seconds(for: size + made)
    guard steps % 64 == 0, Self.clock() - start > seconds * Self.patience else { return }
    throw RecordsError("it takes more than \(Int(seconds)) s of processor time, \(place()); split the list")
  }
}
