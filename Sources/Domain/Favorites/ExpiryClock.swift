import System

/// The time by which unused lists expire: it advances only while the program runs, so that a wrong clock of the machine
/// deletes nothing.
public struct ExpiryClock: Sendable {
  /// Seconds since 1970.
  public private(set) var time: Int
  /// The time when the count of expired lists began.
  private var counting: Int
  private var expired: Int
  /// Seconds of running time at its last reading.
  private var running: Int

  /// Seconds that a list stays unused: 400 days, longer than the cookie lives.
  public static let listAge = 400 * 86_400
  /// Seconds that an expired list waits for its visitor before it is deleted.
  public static let restAge = 30 * 86_400

  /// - Parameter newest: seconds since 1970 of the last use that is known.
  public init(newest: Int, running: Int) {
    (time, counting, expired, self.running) = (newest, newest, 0, running)
  }

  /// Reads ``text``; nil for anything else.
  public init?(_ text: some StringProtocol, running: Int) {
    let numbers = text.split { $0 == " " || $0 == "\n" }.map { $0.number(in: UTCTime.range) }
    guard numbers.count == 3, let time = numbers[0], let counting = numbers[1], let expired = numbers[2]
    else { return nil }
    (self.time, self.counting, self.expired, self.running) = (time, counting, expired, running)
  }

  public var text: String { "\(time) \(counting) \(expired)" }

  /// Advances by the time that the program has run since the last reading.
  /// - Parameter other: the clock that other processes have advanced meanwhile.
  public mutating func advance(to running: Int, sharedWith other: ExpiryClock? = nil) {
    time += max(0, running - self.running)
    self.running = running
    if let other { (time, counting, expired) = (max(time, other.time), other.counting, other.expired) }
    if time - counting >= 86_400 { (counting, expired) = (time, 0) }
  }

  /// Lists that may expire now: one in fifty, one at least, in a day of running time.
  public func allowance(of lists: Int) -> Int { max(0, max(1, lists / 50) - expired) }

  public mutating func count(expired lists: Int) { expired += lists }
}
