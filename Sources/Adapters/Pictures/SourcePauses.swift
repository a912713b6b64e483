/// Pauses of sources whose pictures keep failing: none of their pictures is tried meanwhile.
///
/// The first pause lasts a minute, and each further one twice as long, up to an hour. A success resets this.
struct SourcePauses {
  /// The weight of a failure in a series.
  enum Fault: Int {
    /// Only this picture is affected; it may be missing.
    case minor = 0
    /// The picture is broken.
    case broken = 1
    /// It took long, or the source itself is faulty.
    case grave = 4
  }

  /// Three grave failures or twelve broken pictures in a row start a pause.
  static let limit = 12
  /// Seconds.
  static let longestPause = 3_600

  private var weights: [String: Int] = [:]
  private var pauses = PictureFailures(longestPause: longestPause)

  /// Whether no source has paused since its last success.
  var isEmpty: Bool { pauses.isEmpty }

  /// The end of a source's pause in seconds of the cache's clock; nil if it does not pause.
  func end(of source: String, now: Int) -> Int? { pauses.pause(of: source, now: now) }

  /// Records a failure; the first failure after a pause starts the next one.
  /// - Returns: whether a pause starts.
  mutating func insert(_ fault: Fault, of source: String, now: Int) -> Bool {
    guard fault != .minor, end(of: source, now: now) == nil else { return false }
    if weights.count >= PictureFailures.countLimit { weights = [:] }
    let weight = weights[source, default: 0] + fault.rawValue
    weights[source] = weight
    guard weight >= Self.limit else { return false }
    pauses.insert(source, now: now)
    return true
  }

  /// Records a success.
  /// - Returns: whether it ended a pause.
  mutating func remove(_ source: String, now: Int) -> Bool {
    let hasPaused = end(of: source, now: now) != nil
    weights[source] = nil
    pauses.remove(source)
    return hasPaused
  }
}

/// The pictures of a source that it gave, and those that it failed to give when they were last asked for.
struct SourceTally {
  var given = 0
  var failed = 0
  /// The last fault, such as `example.org answers 403`.
  var fault = ""

  /// Up to this number, failures are faults of single pictures.
  static let fewest = 2
}

/// Addresses whose pictures failed, and the time of the next attempt.
struct PictureFailures {
  private struct Failure {
    let until: Int
    let pause: Int
  }

  private var failures: [String: Failure] = [:]

  private static let firstPause = 60
  /// Seconds.
  private let longestPause: Int
  /// Addresses that are remembered; beyond that all are forgotten and tried again.
  static let countLimit = 20_000

  init(longestPause: Int = 86_400) { self.longestPause = longestPause }

  var isEmpty: Bool { failures.isEmpty }

  /// The time of the next attempt in seconds of the cache's clock; nil if it is now.
  func pause(of address: String, now: Int) -> Int? {
    guard let failure = failures[address], failure.until > now else { return nil }
    return failure.until
  }

  /// Records a failure: pauses for a minute after the first, and twice as long after each further one.
  /// - Returns: whether it is the first failure in a row.
  @discardableResult
  mutating func insert(_ address: String, now: Int) -> Bool {
    let isFirst = failures[address] == nil
    let pause = failures[address].map { min($0.pause * 2, longestPause) } ?? Self.firstPause
    if failures.count >= Self.countLimit { failures = [:] }
    failures[address] = Failure(until: now + pause, pause: pause)
    return isFirst
  }

  func contains(_ address: String) -> Bool { failures[address] != nil }

  mutating func remove(_ address: String) {
    failures[address] = nil
  }
}
