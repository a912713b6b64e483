import System

/// Words the failures of a source for the log, each reason once a day: a month without an answer is a page of
/// the log and not a book.
struct FailureLog {
  private var throttle = ReportThrottle(period: Self.day, limit: 8)
  /// When the source failed first, in seconds of a clock that nobody sets.
  private var began: Double?

  private static let day = 86_400.0

  /// The line to log; nil for none.
  mutating func failed(_ reason: String, pause: Double, at now: Double) -> String? {
    let start = began ?? now
    began = start
    guard throttle.line(for: reason, at: now) != nil else { return nil }
    let since = now - start < Self.day ? "" : "no answer for \(Self.inWords(now - start)): "
    return "\(since)\(reason); asking again in \(Int(pause)) s"
  }

  /// The line to log after a good answer; nil if the one before was good too.
  mutating func succeeded(at now: Double) -> String? {
    defer { self = FailureLog() }
    return began.map { "answers again after \(Self.inWords(now - $0))" }
  }

  private static func inWords(_ seconds: Double) -> String {
    for (length, name) in [(day, "day"), (3_600, "hour"), (60, "minute")] where seconds >= length {
      let count = Int(seconds / length)
      return "\(count) \(name)\(count == 1 ? "" : "s")"
    }
    return "\(Int(seconds)) s"
  }
}
