/// Addresses that brought no picture, and when each may be tried again.
struct PictureFailures {
  private struct Failure {
    let until: Int
    let pause: Int
  }

  private var failures: [String: Failure] = [:]

  private static let firstPause = 60
  private static let longestPause = 86_400
  /// Beyond so many, all are forgotten: a catalog with more broken pictures is tried anew.
  static let countLimit = 20_000

  /// Seconds since 1970 until which an address is left alone; nil if it may be tried.
  func pause(of address: String, now: Int) -> Int? {
    guard let failure = failures[address], failure.until > now else { return nil }
    return failure.until
  }

  /// Notes a failure: a minute's pause after the first, twice as long after each further one, up to a day.
  /// - Returns: whether it is the first failure in a row.
  @discardableResult
  mutating func insert(_ address: String, now: Int) -> Bool {
    let isFirst = failures[address] == nil
    let pause = failures[address].map { min($0.pause * 2, Self.longestPause) } ?? Self.firstPause
    if failures.count >= Self.countLimit { failures = [:] }
    failures[address] = Failure(until: now + pause, pause: pause)
    return isFirst
  }

  mutating func remove(_ address: String) {
    failures[address] = nil
  }
}
