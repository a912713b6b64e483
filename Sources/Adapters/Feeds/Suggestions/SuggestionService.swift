public import Configuration
import Dispatch
public import Fetching
import Synchronization
public import System
import Text

/// Asks a suggestion service, with a cache and rate limits.
///
/// The service learns nothing of the visitor but the text, and the log never has the text.
public final class SuggestionService: Sendable {
  private let feed: SuggestionFeed
  private let fetcher: Fetcher
  private let rules: FetchRules
  private let limits: SuggestionLimits
  private let now: @Sendable () -> Double
  private let log: any Log
  private let state: Mutex<State>

  /// Guarded by ``state``.
  private struct State {
    var cache: SuggestionCache
    var buckets: TokenBuckets
    var flights: [String: SuggestionFlight] = [:]
    /// The end of the pause after a failure.
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
  ///   - now: seconds of a monotonic clock.
  public init(
    _ feed: SuggestionFeed, fetcher: Fetcher, rules: FetchRules = SuggestionFeed.rules,
    limits: SuggestionLimits = SuggestionLimits(),
    now: @escaping @Sendable () -> Double = { MonotonicClock.awake.seconds },
    log: any Log
  ) {
    self.feed = feed
    self.fetcher = fetcher
    self.rules = rules
    self.limits = limits
    self.now = now
    self.log = log
    state = Mutex(
      State(cache: SuggestionCache(limits: limits), buckets: TokenBuckets(limits: limits, at: now())))
  }

  /// At most 20 suggestions; none for a blank text. Blocks for up to two seconds.
  /// - Parameter visitor: the visitor's address, for the rate limit only.
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

  /// Cancels the requests in flight.
  public func stop() { fetcher.stop() }

  /// The query for a text: one line of at most 200 scalars.
  static func query(_ text: String) -> String { text.oneLine(limit: queryLimit, ellipsis: "") }

  private func source(of query: String, _ visitor: String) -> Source {
    state.withLock { state in
      let time = now()
      if let known = state.cache.suggestions(for: query, at: time) { return .cache(known) }
      if let flight = state.flights[query] { return .other(flight) }
      let network = IPAddress(visitor)?.network
      guard time >= state.restEnd, state.flights.count < limits.atOnce,
        state.flights.values.count(where: { $0.network == network }) < limits.atOnce - 1,
        state.buckets.take(for: network, at: time)
      else { return .refused }
      let flight = SuggestionFlight(of: network)
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
    guard let suggestions = OpenSearchAnswer.suggestions(in: fetched.inUTF8.body) else {
      return .failure(.refused("the answer of \(host) is not a list of suggestions"))
    }
    return .success(suggestions)
  }

  /// Keeps the answer, or logs the error.
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
    if let line { log.warning("suggestions: \(line)") }
    return result.mapError { _ in .unavailable }
  }

  /// Seconds to pause after an error of a busy or unreachable service.
  private static func rest(after error: FeedError) -> Double {
    if case .fetch = error { return restAfterSilence }
    guard error.isBusy else { return 0 }
    return min(max(Double(error.retryAfter ?? 10), rests.lowerBound), rests.upperBound)
  }
}

/// A request in flight, and the threads that wait for its answer.
final class SuggestionFlight: Sendable {
  let network: IPAddress?
  private let landing = DispatchGroup()
  private let outcome = Mutex<Result<[Suggestion], SuggestionFault>>(.failure(.unavailable))

  init(of network: IPAddress?) {
    self.network = network
    landing.enter()
  }

  /// Called once, by the thread that asks.
  func land(with result: Result<[Suggestion], SuggestionFault>) {
    outcome.withLock { $0 = result }
    landing.leave()
  }

  /// Waits for the answer, at most for the timeout of a request.
  func wait() throws(SuggestionFault) -> [Suggestion] {
    landing.wait()
    return try outcome.withLock { $0 }.get()
  }
}
