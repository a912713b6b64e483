import Fetching
import Synchronization
import System

/// Whether a page of results may be shown in a frame of ours: its headers are asked at the first visit of a day, for a
/// word of ours.
final class ResultsFrame: Sendable {
  private let results: QueryTemplate
  private let fetcher: Fetcher
  private let log: any Log
  private let state = Mutex(State())

  /// Guarded by ``state``.
  private struct State {
    /// Nil after a failure.
    var isAllowed: Bool? = false
    /// Seconds since the machine's start at which to ask again.
    var end = 0.0
  }

  private static let rules = FetchRules(privateAddresses: .onlyFirstHop, isHeadOnly: true)
  private static let day = 86_400.0
  /// Seconds until another try after a failure, longer than any fetch.
  private static let pause = 600.0

  init(_ results: QueryTemplate, _ fetcher: Fetcher, _ log: any Log) {
    (self.results, self.fetcher, self.log) = (results, fetcher, log)
  }

  /// The last answer, false before the first one and nil after a failure. Asks on a thread of its own.
  func isAllowed() -> Bool? {
    state.withLock { state in
      let now = MonotonicClock.sinceBoot.seconds
      if now >= state.end {
        state.end = now + Self.pause
        startThread { [self] in ask() }
      }
      return state.isAllowed
    }
  }

  private func ask() {
    do throws(FetchError) {
      let isAllowed = Self.allowsFrame(
        try fetcher.get(results.address(for: "a"), rules: Self.rules), of: results)
      state.withLock { $0 = State(isAllowed: isAllowed, end: MonotonicClock.sinceBoot.seconds + Self.day) }
    } catch {
      if error != .cancelled { log.warning("results: \(error)") }
      state.withLock { $0.isAllowed = nil }
    }
  }

  /// Whether a response is a page that any site may frame (CSP 3, `frame-ancestors`; RFC 7034).
  private static func allowsFrame(_ fetched: Fetched, of results: QueryTemplate) -> Bool {
    guard fetched.status == 200, WebAddress(fetched.address)?.origin == results.origin,
      fetched.header("x-frame-options") == nil
    else { return false }
    let directives = fetched.headers(named: "content-security-policy").flatMap {
      $0.split { ",;".contains($0) }
    }
    return directives.map { $0.lowercased().split { $0 == " " || $0 == "\t" } }
      .allSatisfy { $0.first != "frame-ancestors" || $0.dropFirst().elementsEqual(["*"]) }
  }
}
