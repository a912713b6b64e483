public import Configuration
public import Fetching
import Glibc
import Synchronization

/// Asks a suggestion service, as seldom as can be.
///
/// The service sees this server and the text, nothing of the visitor; the text is in no line of the log.
public final class SuggestionService: Sendable {
  private let feed: SuggestionFeed
  private let fetcher: Fetcher
  private let rules: FetchRules
  private let limits: SuggestionLimits
  private let now: @Sendable () -> Double
  private let report: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// Guarded by ``state``.
  private struct State {
    var cache: SuggestionCache
    var buckets: TokenBuckets
    var flights: [String: SuggestionFlight] = [:]
    /// Until when the service is left alone.
    var restEnd = -Double.infinity
    /// What was told last, and when.
    var told: (fault: String, time: Double)?
  }

  private enum Turn {
    case known([Suggestion])
    case join(SuggestionFlight)
    case lead(SuggestionFlight)
    case refused
  }

  private static let queryLimit = 200
  private static let restAfterSilence = 3.0
  private static let rests = 1.0...300.0
  /// Seconds for which the same fault is not told again.
  private static let silence = 3_600.0

  /// - Parameters:
  ///   - fetcher: the service's own; stopped with it.
  ///   - now: seconds since some moment; never goes back.
  ///   - report: takes lines for the log, on any thread.
  public init(
    _ feed: SuggestionFeed, fetcher: Fetcher, rules: FetchRules = SuggestionFeed.rules,
    limits: SuggestionLimits = SuggestionLimits(),
    now: @escaping @Sendable () -> Double = SuggestionService.monotonicSeconds,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.feed = feed
    self.fetcher = fetcher
    self.rules = rules
    self.limits = limits
    self.now = now
    self.report = report
    state = Mutex(
      State(cache: SuggestionCache(limits: limits), buckets: TokenBuckets(limits: limits, at: now())))
  }

  /// At most ten suggestions; none for a text without content. Blocks for as long as a fetch may take.
  /// - Parameter visitor: the address that asks; only counted.
  public func suggestions(for text: String, visitor: String) throws(SuggestionFault) -> [Suggestion] {
    let query = Self.query(text)
    if query.isEmpty { return [] }
    switch turn(for: query, visitor) {
    case .known(let suggestions): return suggestions
    case .join(let flight): return try flight.wait()
    case .lead(let flight):
      let result = finish(asking(query), of: query)
      flight.land(with: result)
      return try result.get()
    case .refused: throw .unavailable
    }
  }

  /// Ends what is being asked; whoever waits for it is told that there is nothing.
  public func stop() { fetcher.stop() }

  /// Seconds of the clock that nobody sets.
  public static let monotonicSeconds: @Sendable () -> Double = {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A text as it is asked for: one line of at most 200 scalars.
  static func query(_ text: String) -> String { text.oneLine(limit: queryLimit, ellipsis: "") }

  private func turn(for query: String, _ visitor: String) -> Turn {
    state.withLock { state in
      let time = now()
      if let known = state.cache.suggestions(for: query, at: time) { return .known(known) }
      if let flight = state.flights[query] { return .join(flight) }
      guard time >= state.restEnd, state.flights.count < limits.atOnce,
        state.buckets.take(for: visitor, at: time)
      else { return .refused }
      let flight = SuggestionFlight()
      state.flights[query] = flight
      return .lead(flight)
    }
  }

  private func asking(_ query: String) -> Result<[Suggestion], FeedError> {
    let address = feed.template.address(for: query)
    let headers = ["Accept: application/json"] + (feed.language.map { ["Accept-Language: \($0)"] } ?? [])
    let fetched: Fetched
    do throws(FetchError) {
      fetched = try fetcher.get(address, headers: headers, rules: rules)
    } catch {
      return .failure(.fetch(error))
    }
    let host = WebAddress(address)?.host ?? ""
    guard fetched.isSuccess else {
      return .failure(.status(fetched.status, host: host, retryAfter: fetched.retryAfter))
    }
    guard let suggestions = OpenSearchAnswer.suggestions(in: fetched.body) else {
      return .failure(.refused("the answer of \(host) is no list of suggestions"))
    }
    return .success(suggestions)
  }

  /// Keeps what came, or tells what did not.
  private func finish(
    _ result: Result<[Suggestion], FeedError>, of query: String
  ) -> Result<[Suggestion], SuggestionFault> {
    let line: String? = state.withLock { state in
      let time = now()
      state.flights[query] = nil
      switch result {
      case .success(let suggestions):
        state.cache.remember(suggestions, for: query, at: time)
        return nil
      case .failure(.fetch(.cancelled)): return nil
      case .failure(let error):
        state.restEnd = max(state.restEnd, time + Self.rest(after: error))
        let fault = error.description
        if let told = state.told, told.fault == fault, time < told.time + Self.silence { return nil }
        state.told = (fault, time)
        return fault
      }
    }
    if let line { report("suggestions: \(line)") }
    return result.mapError { _ in .unavailable }
  }

  /// Seconds for which a service that is busy, or that nobody reaches, is left alone.
  private static func rest(after error: FeedError) -> Double {
    if case .fetch = error { return restAfterSilence }
    guard error.isBusy else { return 0 }
    return min(max(Double(error.retryAfter ?? 10), rests.lowerBound), rests.upperBound)
  }
}
