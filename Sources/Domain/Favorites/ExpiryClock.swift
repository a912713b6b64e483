import System

/// The time by which unused lists expire: it advances only while the program runs, so that a wrong clock of the machine
/// deletes nothing.
public struct ExpiryClock: Sendable {
  /// Seconds since 1970.
  public private(set) var time: Int
  /// Seconds of running time at its last reading.
  private var running: Int

  /// Seconds that a list stays unused: 400 days, longer than the cookie lives.
  public static let listAge = 400 * 86_400
  /// Seconds that an expired list waits for its visitor before it is deleted.
  public static let restAge = 30 * 86_400

  /// - Parameter time: seconds since 1970 of the last use that is known.
  public init(time: Int, running: Int) { (self.time, self.running) = (time, running) }

  /// Reads ``text``; nil for anything else.
  public init?(_ text: some StringProtocol, running: Int) {
    guard let time = text.split(whereSeparator: \.isWhitespace).first?.number(in: UTCTime.range) else {
      return nil
    }
    self.init(time: time, running: running)
  }

  /// Versions up to 0.14 expect a second time, and the number of lists that have expired since then.
  public var text: String { "\(time) \(time) 0" }

  /// Advances by the time that the program has run since the last reading.
  /// - Parameter other: the clock that other processes have advanced meanwhile.
  public mutating func advance(to running: Int, sharedWith other: ExpiryClock? = nil) {
    time = max(min(time + max(0, running - self.running), UTCTime.range.upperBound), other?.time ?? 0)
    self.running = running
  }
}
