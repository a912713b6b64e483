/// Decides which failures of a source are told: the first, one with another reason, and each reason once a
/// day; so a month without an answer is a page of the log and not a book.
struct FailureLog {
  /// When each reason was told last, in seconds of a clock that nobody sets.
  private var told: [String: Double] = [:]
  private var began: Double?

  private static let day = 86_400.0
  /// Reasons that are known apart; one that is new again and again is told as often as this in a day.
  private static let reasonLimit = 8

  /// The line to tell; nil for none.
  mutating func failed(_ reason: String, pause: Double, at now: Double) -> String? {
    let start = began ?? now
    began = start
    told = told.filter { now - $0.value < Self.day }
    guard told[reason] == nil, told.count < Self.reasonLimit else { return nil }
    told[reason] = now
    let since = now - start < Self.day ? "" : "no answer for \(Self.inWords(now - start)): "
    return "\(since)\(reason); asking again in \(Int(pause)) s"
  }

  /// The line to tell after a good answer; nil where the one before was good too.
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
