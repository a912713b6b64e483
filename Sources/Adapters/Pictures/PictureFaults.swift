import System

/// The failures of a show's pictures and of their sources, and the pauses after them. Guarded by the cache's lock.
struct PictureFaults {
  /// A source pauses for fetching and for scaling separately.
  enum Work { case fetching, scaling }

  /// Addresses whose fetches, and scalings of addresses, that failed.
  private var failures = PictureFailures()
  private var fetching = SourcePauses()
  private var scaling = SourcePauses()
  /// By source; folders have none.
  private var tallies: [String: SourceTally] = [:]
  private var throttle = ReportThrottle(
    period: 3_600, limit: 10, closing: "further failures are not logged for an hour")
  /// Pauses are logged beside the failures that cause them.
  private var pauseThrottle = ReportThrottle(period: 3_600, limit: 10)

  /// The time of the next attempt in seconds of the cache's clock; nil if it is now.
  /// - Parameter key: an address, or a scaling of it.
  func pause(of key: String, now: Int) -> Int? { failures.pause(of: key, now: now) }

  /// The end of the pause of an address's source; nil if it does not pause.
  func pause(ofSourceOf address: String, _ work: Work, now: Int) -> Int? {
    let pauses = work == .fetching ? fetching : scaling
    return pauses.isEmpty ? nil : pauses.end(of: PictureSource.name(of: address), now: now)
  }

  mutating func succeed(_ key: String) { failures.remove(key) }

  /// Counts a failure, also against its source.
  /// - Returns: lines for the log, whether it is the first in a row, and whether the source pauses now.
  mutating func fail(
    _ key: String, _ work: Work, of source: String, _ weight: SourcePauses.Fault, _ words: String, now: Int
  ) -> (lines: [String], isFirst: Bool, isPausing: Bool) {
    let isFirst = failures.insert(key, now: now)
    let end = change(work) { $0.insert(weight, of: source, now: now) ? $0.end(of: source, now: now) : nil }
    let pause = end.flatMap {
      pauseThrottle.line(
        for: "\(source) fails picture after picture; none is tried for \($0 - now) s", at: Double(now))
    }
    return ([line(for: words, now: now), pause].compactMap(\.self), isFirst, end != nil)
  }

  /// Counts a success of a source.
  /// - Returns: whether it ended a pause.
  mutating func excuse(_ source: String, _ work: Work, now: Int) -> Bool {
    change(work) { $0.remove(source, now: now) }
  }

  private mutating func change<Result>(_ work: Work, _ change: (inout SourcePauses) -> Result) -> Result {
    work == .fetching ? change(&fetching) : change(&scaling)
  }

  /// Counts a picture once, by its last answer.
  mutating func tally(_ address: String, _ count: (inout SourceTally) -> Void) {
    let source = PictureSource.name(of: address)
    if failures.contains(address) { tallies[source]?.failed -= 1 }
    count(&tallies[source, default: SourceTally()])
  }

  /// The source with most failures among those whose pictures fail more often than not, as one sentence.
  var worst: String? {
    tallies.values.filter { $0.failed > max($0.given, SourceTally.fewest) }
      .max { ($0.failed, $1.fault) < ($1.failed, $0.fault) }
      .map { "\($0.failed) of \($0.failed + $0.given) pictures failed, \($0.fault)" }
  }

  /// The line for the log about a fault; nil after a few in an hour.
  mutating func line(for fault: String, now: Int) -> String? { throttle.line(for: fault, at: Double(now)) }
}
