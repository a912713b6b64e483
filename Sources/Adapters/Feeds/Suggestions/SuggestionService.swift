public import Configuration
import Dispatch
public import Fetching
import Synchronization
public import System
import Text

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
    var throttle = ReportThrottle(period: 3_600, limit: 8)
  }

  /// The source of the answer to a query.
  private enum Source {
    case cache([Suggestion])
    case other(SuggestionFlight)
    case own(SuggestionFlight)
    case refused
  }

  private static let queryLimit = 200
  private static let restAfterSilence = 3.0
  private static let rests = 1.0...300.0

  /// - Parameters:
  ///   - fetcher: the service's own; stopped with it.
  ///   - now: seconds since some moment; never goes back.
  ///   - report: takes lines for the log, on any thread.
  public init(
    _ feed: SuggestionFeed, fetcher: Fetcher, rules: FetchRules = SuggestionFeed.rules,
    limits: SuggestionLimits = SuggestionLimits(),
    now: @escaping @Sendable () -> Double = { MonotonicClock.awake.seconds },
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
    switch source(of: query, visitor) {
    case .cache(let suggestions): return suggestions
    case .other(let flight): return try flight.wait()
    case .own(let flight):
      let result = finish(asking(query), of: query)
      flight.land(with: result)
      return try result.get()
    case .refused: throw .unavailable
    }
  }

  /// Ends the requests in flight; those who wait for them get no suggestions.
  public func stop() { fetcher.stop() }

  /// A text as it is asked for: one line of at most 200 scalars.
  static func query(_ text: String) -> String { text.oneLine(limit: queryLimit, ellipsis: "") }

  private func source(of query: String, _ visitor: String) -> Source {
    state.withLock { state in
      let time = now()
      if let known = state.cache.suggestions(for: query, at: time) { return .cache(known) }
      if let flight = state.flights[query] { return .other(flight) }
      guard time >= state.restEnd, state.flights.count < limits.atOnce,
        state.buckets.take(for: visitor, at: time)
      else { return .refused }
      let flight = SuggestionFlight()
      state.flights[query] = flight
      return .own(flight)
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
    guard let suggestions = OpenSearchAnswer.suggestions(in: fetched.text) else {
      return .failure(.refused("the answer of \(host) is not a list of suggestions"))
    }
    return .success(suggestions)
  }

  /// Keeps the answer, or reports why there is none.
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
        return state.throttle.line(for: error.description, at: time)
      }
    }
    if let line { report("suggestions: \(line)") }
    return result.mapError { _ in .unavailable }
  }

  /// Seconds for which a busy or unreachable service is not asked again.
  private static func rest(after error: FeedError) -> Double {
    if case .fetch = error { return restAfterSilence }
    guard error.isBusy else { return 0 }
    return min(max(Double(error.retryAfter ?? 10), rests.lowerBound), rests.upperBound)
  }
}

/// A request under way, and those who wait for the same answer.
final class SuggestionFlight: Sendable {
  private let landing = DispatchGroup()
  private let outcome = Mutex<Result<[Suggestion], SuggestionFault>>(.failure(.unavailable))

  init() {
    landing.enter()
  }

  /// Called once, by whoever asks.
  func land(with result: Result<[Suggestion], SuggestionFault>) {
    outcome.withLock { $0 = result }
    landing.leave()
  }

  /// Waits for the answer, which comes within the time that a fetch may take.
  func wait() throws(SuggestionFault) -> [Suggestion] {
    landing.wait()
    return try outcome.withLock { $0 }.get()
  }
}
