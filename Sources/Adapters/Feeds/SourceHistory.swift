import Catalogs
import System

/// What is remembered of a catalog's sources from one visit to the next; a restart begins anew.
struct SourceHistory {
  /// The answer that is served.
  struct Served {
    /// The position of its source.
    let source: Int
    let digest: FeedAnswer.Digest
    let count: Int
  }

  var schedule: RefreshSchedule
  private(set) var served: Served?
  /// When the answer that is served was taken, as all replicas say; nil as long as that is not known.
  var takenAt: Int?
  private var sources: [Source]

  private struct Source {
    var failures = FailureLog()
    /// How often in a row its answer had lost most of what is served.
    var shrunken = 0
    /// When it may be asked again, in seconds of the refresher's clock.
    var due = -Double.infinity
  }

  /// Of what is served, an answer must have one in so many to be taken at once.
  static let shrinkage = 2
  /// How often in a row an answer that has less must come to be taken.
  static let confirmations = 3

  init(_ schedule: RefreshSchedule, sources: Int, served: Served?) {
    self.schedule = schedule
    self.sources = Array(repeating: Source(), count: sources)
    self.served = served
  }

  /// Seconds to wait if the answer that is served came just now.
  mutating func pauseAfterStart(random: Double, at now: Double, next: Double) -> Double {
    guard let source = served?.source, source > 0 else { return schedule.pauseAfterSuccess(random: random) }
    sources[source].due = now + next
    return schedule.pauseAfterFailure(random: random, retryAfter: nil)
  }

  /// Whether a source may be asked now: the first always, for its pauses are the schedule's.
  func isDue(_ source: Int, at now: Double) -> Bool { source == 0 || sources[source].due <= now }

  func isServed(_ digest: FeedAnswer.Digest, of source: Int) -> Bool {
    served.map { $0.source == source && $0.digest == digest } ?? false
  }

  /// Counts an answer that has much fewer entries than are served.
  /// - Throws: if it has not come often enough to be believed.
  mutating func check(_ count: Int, of source: Int) throws(FeedError) {
    guard sources.count > 1, let served, count * Self.shrinkage < served.count else { return }
    sources[source].shrunken += 1
    let times = sources[source].shrunken
    guard times < Self.confirmations else { return }
    throw .shrunken(count, served: served.count)
  }

  /// - Returns: the line to log if the answer before was not good.
  mutating func answered(
    _ source: Int, _ digest: FeedAnswer.Digest, count: Int, at now: Double, next: Double
  ) -> String? {
    served = Served(source: source, digest: digest, count: count)
    sources[source].shrunken = 0
    sources[source].due = now + next
    return sources[source].failures.succeeded(at: now)
  }

  /// - Returns: the line to log, if it is new.
  mutating func failed(_ source: Int, _ error: FeedError, pause: Double, at now: Double) -> String? {
    if case .shrunken = error {} else { sources[source].shrunken = 0 }
    sources[source].due = now + Double(error.retryAfter ?? 0)
    return sources[source].failures.failed("\(error)", pause: pause, at: now)
  }
}

/// Words the failures of a source for the log, each reason once a day: a month without an answer is a page of
/// the log and not a book.
struct FailureLog {
  private var throttle = ReportThrottle(period: Self.day, limit: 8)
  /// When the source failed first, in seconds of a clock that nobody sets.
  private var began: Double?

  private static let day = 86_400.0

  /// The line to log; nil for none.
  mutating func failed(_ reason: String, pause: Double, at now: Double) -> String? {
    let start = began ?? now
    began = start
    guard throttle.line(for: reason, at: now) != nil else { return nil }
    let since = now - start < Self.day ? "" : "no answer for \(Self.inWords(now - start)): "
    return "\(since)\(reason); asking again in \(Int(pause)) s"
  }

  /// The line to log after a good answer; nil if the one before was good too.
  mutating func succeeded(at now: Double) -> String? {
    defer { self = FailureLog() }
    return began.map { "answers again after \(Self.inWords(now - $0))" }
  }

  private static func inWords(_ seconds: Double) -> String {
    for (length, name) in [(day, "day"), (3_600, "hour"), (60, "minute")] where seconds >= length {
      let count = Int(seconds / length)
      return "\(count) \(name)\(count == 1 ? "" : "s")"
    }
    return "\(Int(seconds)) s"
  }
}
