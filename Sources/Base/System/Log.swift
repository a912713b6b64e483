/// Receives events for the operator, one line each. Called on any thread.
public protocol Log: Sendable {
  func info(_ message: String)
  func warning(_ message: String)
  func error(_ message: String)
  /// Writes a file, or warns that this failed. A show's log tries again until it succeeds; meanwhile that is a fault
  /// of its health.
  /// - Parameter harm: the consequence of a failure, which its reason follows.
  /// - Returns: whether it is written.
  @discardableResult
  func keep(_ path: String, harm: String, _ write: @escaping @Sendable () throws -> Void) -> Bool
}

extension Log {
  @discardableResult
  public func keep(_ path: String, harm: String, _ write: @escaping @Sendable () throws -> Void) -> Bool {
    do {
      try write()
      return true
    } catch {
      warning("\(harm): \((error as? SystemError)?.reason ?? "\(error)")")
      return false
    }
  }
}

/// Discards every event.
public struct SilentLog: Log {
  public init() {}
  public func info(_ message: String) {}
  public func warning(_ message: String) {}
  public func error(_ message: String) {}
}

/// Limits repeated messages: each text is reported once in a period, and a limited number of different texts.
public struct ReportThrottle: Sendable {
  private let period: Double
  private let limit: Int
  private let closing: String?
  /// The time of each text's last report.
  private var reported: [String: Double] = [:]

  /// - Parameters:
  ///   - period: seconds.
  ///   - limit: different texts in a period.
  ///   - closing: replaces the first text beyond the limit.
  public init(period: Double, limit: Int, closing: String? = nil) {
    self.period = period
    self.limit = limit
    self.closing = closing
  }

  /// The line to log for a text; nil to log nothing.
  /// - Parameter now: seconds of a monotonic clock.
  public mutating func line(for text: String, at now: Double) -> String? {
    reported = reported.filter { now - $0.value < period }
    guard reported[text] == nil, let line = reported.count < limit ? text : closing,
      reported[line] == nil
    else { return nil }
    reported[line] = now
    return line
  }
}
