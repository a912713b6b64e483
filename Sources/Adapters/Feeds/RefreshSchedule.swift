/// When a feed is asked again.
struct RefreshSchedule {
  /// Seconds between two good answers.
  private let interval: Double
  private var failures = 0

  private static let firstPause = 30.0
  /// A network that comes back is not waited for longer than that.
  private static let longestPause = 3_600.0
  /// How far a pause may be off, so that many servers do not ask at the same moment.
  private static let jitter = 0.1

  init(interval: Int) {
    self.interval = Double(max(interval, 1))
  }

  /// Seconds to wait after a good answer.
  /// - Parameter random: from -1 to 1.
  mutating func pauseAfterSuccess(random: Double) -> Double {
    failures = 0
    return jittered(interval, random)
  }

  /// Seconds to wait after a failure: twice as long each time, up to the interval, and an hour at most.
  /// - Parameter retryAfter: what the source asked for; kept to, up to the interval.
  mutating func pauseAfterFailure(random: Double, retryAfter: Int?) -> Double {
    var pause = Self.firstPause
    let longest = min(interval, Self.longestPause)
    for _ in 0..<failures where pause < longest { pause *= 2 }
    failures = min(failures + 1, 64)
    let asked = Double(retryAfter ?? 0)
    return max(jittered(min(pause, longest), random), min(asked, interval))
  }

  private func jittered(_ pause: Double, _ random: Double) -> Double {
    pause * (1 + Self.jitter * random)
  }
}
