/// Addresses that brought no picture, and when each may be tried again.
struct PictureFailures {
  private struct Failure {
    let until: Int
    let pause: Int
  }

  private var failures: [String: Failure] = [:]

  private static let firstPause = 60
  /// Seconds.
  private let longestPause: Int
  /// Beyond so many, all are forgotten: a catalog with more broken pictures is tried anew.
  static let countLimit = 20_000

  init(longestPause: Int = 86_400) { self.longestPause = longestPause }

  var isEmpty: Bool { failures.isEmpty }

  /// Seconds of the cache's clock until which an address is left alone; nil if it may be tried.
  func pause(of address: String, now: Int) -> Int? {
    guard let failure = failures[address], failure.until > now else { return nil }
    return failure.until
  }

  /// Notes a failure: a minute's pause after the first, twice as long after each further one, up to the longest.
  /// - Returns: whether it is the first failure in a row.
  @discardableResult
  mutating func insert(_ address: String, now: Int) -> Bool {
    let isFirst = failures[address] == nil
    let pause = failures[address].map { min($0.pause * 2, longestPause) } ?? Self.firstPause
    if failures.count >= Self.countLimit { failures = [:] }
    failures[address] = Failure(until: now + pause, pause: pause)
    return isFirst
  }

  mutating func remove(_ address: String) {
    failures[address] = nil
  }
}
