import Catalogs
import System

/// The state of a show's sources between two visits; lost at a restart.
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
  /// The watch of the first source, if that is a file or folder.
  var watch: SourceWatch?
  /// The warning about a list that has become much shorter; nil for any other.
  var shortening: String?
  private var sources: [Source]
  /// Whether the operator has accepted the next list.
  private var hasConsent = false

  private struct Source {
    var failures = FailureLog()
    /// Shrunken answers in a row.
    var shrunken = 0
    /// The earliest time of the next visit, in seconds of the refresher's clock.
    var due = -Double.infinity
    /// The requests of its last good answer; nil if they are not to be repeated.
    var requests: AskedRequests?
  }

  /// An answer is accepted at once if it has at least one entry for this many of those served.
  static let shrinkage = 2
  /// Shrunken answers in a row until one is accepted.
  static let confirmations = 3

  init(_ schedule: RefreshSchedule, sources: Int, served: Served?, watch: SourceWatch? = nil) {
    self.watch = watch
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

  /// Takes over the failures of earlier visits to the same sources, and what they served unless that is known.
  mutating func remember(_ old: SourceHistory) {
    (schedule, sources) = (old.schedule, old.sources)
    served = served ?? old.served
    // A reload asks at once, even during a pause that the source asked for.
    for source in sources.indices { sources[source].due = -.infinity }
  }

  /// Whether the operator's consent was given since the last time.
  mutating func isConsentNew(_ consent: Bool) -> Bool {
    defer { hasConsent = consent }
    return consent && !hasConsent
  }

  /// Seconds for which the first source has asked us to wait; nil if it may be asked now.
  func wait(at now: Double) -> Double? { isDue(0, at: now) ? nil : sources[0].due - now }

  /// Whether a source may be asked now.
  func isDue(_ source: Int, at now: Double) -> Bool { sources[source].due <= now }

  /// The digest of the answer that is served; nil if that is of another source.
  func digest(of source: Int) -> FeedAnswer.Digest? {
    served.flatMap { $0.source == source ? $0.digest : nil }
  }

  /// The requests of the answer that is served, and its digest; nil if that is of another source, or unknown.
  func requests(of source: Int) -> (requests: AskedRequests, digest: FeedAnswer.Digest)? {
    guard let digest = digest(of: source), let requests = sources[source].requests else { return nil }
    return (requests, digest)
  }

  mutating func note(_ requests: AskedRequests, of source: Int) { sources[source].requests = requests }

  /// Seconds for which the source says that the answer that is served holds.
  var lifetime: Int { served.flatMap { sources[$0.source].requests?.lifetime } ?? 0 }

  /// Whether the last visit to a source failed.
  func hasFailed(_ source: Int) -> Bool { sources[source].failures.isFailing }

  /// Whether a list has less than half of the entries that are served.
  func isShort(_ count: Int) -> Bool { served.map { Self.isShort(count, served: $0.count) } ?? false }

  static func isShort(_ count: Int, served: Int) -> Bool { count * shrinkage < served }

  /// The warning about a list that has become much shorter.
  static func shortening(_ path: String, _ count: Int, served: Int) -> String {
    "\(path) has \(count) entries; \(served) were served before"
  }

  /// Checks the number of entries against those served.
  /// - Throws: ``FeedError/shrunken(_:served:)`` for the first shrunken answers in a row.
  mutating func check(_ count: Int, of source: Int) throws(FeedError) {
    guard let served, isShort(count) else { return }
    sources[source].shrunken += 1
    guard sources[source].shrunken < Self.confirmations else { return }
    throw .shrunken(count, served: served.count)
  }

  /// - Returns: the line to log after a failure.
  mutating func answered(
    _ source: Int, _ digest: FeedAnswer.Digest, count: Int, at now: Double, next: Double
  ) -> String? {
    served = Served(source: source, digest: digest, count: count)
    sources[source].shrunken = 0
    // The visits to the first source have a schedule of their own.
    sources[source].due = source == 0 ? -.infinity : now + next
    return sources[source].failures.succeeded(at: now)
  }

  /// - Parameter next: what happens then.
  /// - Returns: the line to log, if it is new.
  mutating func failed(_ source: Int, _ error: FeedError, next: String, at now: Double) -> String? {
    if case .shrunken = error {} else { sources[source].shrunken = 0 }
    sources[source].due = now + Double(error.retryAfter ?? 0)
    return sources[source].failures.failed("\(error)", next: next, at: now)
  }
}

/// Reports the failures of a source, each reason once a day.
struct FailureLog {
  private var throttle = ReportThrottle(period: Self.day, limit: 8)
  /// The first failure in a row, in seconds of a monotonic clock.
  private var began: Double?

  private static let day = 86_400.0

  var isFailing: Bool { began != nil }

  /// The line to log; nil for none.
  mutating func failed(_ reason: String, next: String, at now: Double) -> String? {
    let start = began ?? now
    began = start
    guard throttle.line(for: reason, at: now) != nil else { return nil }
    let since = now - start < Self.day ? "" : "no answer for \(Self.words(for: now - start)): "
    return "\(since)\(reason); \(next)"
  }

  /// The line to log after a good answer; nil if the one before was good too.
  mutating func succeeded(at now: Double) -> String? {
    defer { self = FailureLog() }
    return began.map { "answers again after \(Self.words(for: now - $0))" }
  }

  private static func words(for seconds: Double) -> String {
    for (length, name) in [(day, "day"), (3_600, "hour"), (60, "minute")] where seconds >= length {
      let count = Int(seconds / length)
      return "\(count) \(name)\(count == 1 ? "" : "s")"
    }
    return "\(Int(seconds)) s"
  }
}
