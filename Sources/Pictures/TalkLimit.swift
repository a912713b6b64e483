/// Keeps a source that is down from filling the log: a few lines an hour, and one that says so.
struct TalkLimit {
  private var lines = 0
  private var began = Int.min

  private static let linesAnHour = 10

  /// The line to tell; nil for none.
  mutating func line(_ text: String, now: Int) -> String? {
    if began == .min || now - began >= 3_600 { (began, lines) = (now, 0) }
    lines += 1
    if lines <= Self.linesAnHour { return text }
    return lines == Self.linesAnHour + 1 ? "more are not to be had; they are not told for an hour" : nil
  }
}
