/// Sources whose pictures fail one after the other, and the pauses in which none of theirs is tried.
///
/// A pause ends after a minute, the next one after two, and so on up to an hour; one success ends all at once.
struct SourcePauses {
  /// The weight of a failure among those that come in a row.
  enum Fault: Int {
    /// It concerns the picture alone, such as a missing one.
    case minor = 0
    /// The picture is broken.
    case broken = 1
    /// It took long, or the source itself is out of order.
    case grave = 4
  }

  /// Three grave failures in a row, or twelve broken pictures, begin a pause.
  static let limit = 12
  /// Seconds.
  static let longestPause = 3_600

  private var weights: [String: Int] = [:]
  private var pauses = PictureFailures(longestPause: longestPause)

  /// Whether no source has paused since its last success.
  var isEmpty: Bool { pauses.isEmpty }

  /// Seconds of the cache's clock until which a source pauses; nil if it does not.
  func end(of source: String, now: Int) -> Int? { pauses.pause(of: source, now: now) }

  /// Notes a failure; after a pause the first one begins the next.
  /// - Returns: whether a pause begins.
  mutating func insert(_ fault: Fault, of source: String, now: Int) -> Bool {
    guard fault != .minor, end(of: source, now: now) == nil else { return false }
    if weights.count >= PictureFailures.countLimit { weights = [:] }
    let weight = weights[source, default: 0] + fault.rawValue
    weights[source] = weight
    guard weight >= Self.limit else { return false }
    pauses.insert(source, now: now)
    return true
  }

  /// Notes a success.
  /// - Returns: whether it ended a pause.
  mutating func remove(_ source: String, now: Int) -> Bool {
    let hasPaused = end(of: source, now: now) != nil
    weights[source] = nil
    pauses.remove(source)
    return hasPaused
  }
}

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
