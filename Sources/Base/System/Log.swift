/// Receives events for the operator, one line each. Called on any thread.
public protocol Log: Sendable {
  func info(_ message: String)
  func warning(_ message: String)
  func error(_ message: String)
}

/// Discards every event.
public struct SilentLog: Log {
  public init() {}
  public func info(_ message: String) {}
  public func warning(_ message: String) {}
  public func error(_ message: String) {}
}

/// Keeps what fails again and again from filling the log: each text is reported once in a period, and only so
/// many different ones.
public struct ReportThrottle: Sendable {
  private let period: Double
  private let limit: Int
  private let closing: String?
  /// When each text was last reported.
  private var reported: [String: Double] = [:]

  /// - Parameters:
  ///   - period: seconds.
  ///   - limit: how many different texts are reported in a period.
  ///   - closing: reported instead of the first text beyond the limit.
  public init(period: Double, limit: Int, closing: String? = nil) {
    self.period = period
    self.limit = limit
    self.closing = closing
  }

  /// The line to log for a text; nil for none.
  /// - Parameter now: seconds of a clock that nobody sets.
  public mutating func line(for text: String, at now: Double) -> String? {
    reported = reported.filter { now - $0.value < period }
    guard reported[text] == nil, let line = reported.count < limit ? text : closing,
      reported[line] == nil
    else { return nil }
    reported[line] = now
    return line
  }
}
