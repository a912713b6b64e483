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
