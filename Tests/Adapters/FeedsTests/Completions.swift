import Catalogs
import Feeds
import Fetching
import JSON
import Synchronization
import TestSupport
import Testing

/// A suggestion service over a stub server, with a clock and a log of its own.
struct Completions {
  let service: SuggestionService
  let log = CollectedLog()
  let clock = Clock()

  /// A clock that a test sets.
  final class Clock: Sendable {
    private let seconds = Mutex(1000.0)

    var now: Double { seconds.withLock { $0 } }

    func pass(_ time: Double) {
      seconds.withLock { $0 += time }
    }
  }

  /// The program's limits, with a timeout for a machine that pauses.
  static var patientRules: FetchRules {
    var rules = SuggestionFeed.rules
    rules.timeout = holdingPatience
    return rules
  }

  init(
    _ server: StubServer, _ more: String = "", fetcher: Fetcher = Fetcher(userAgent: "tests"),
    rules: FetchRules = patientRules, limits: SuggestionLimits = SuggestionLimits()
  ) throws {
    service = SuggestionService(
      try Self.feed(server.address("/s?q={query}"), more), fetcher: fetcher, rules: rules, limits: limits,
      now: { [clock] in clock.now }, log: log)
  }

  static func feed(_ address: String, _ more: String = "") throws -> SuggestionFeed {
    let results = #""results": {"address": "https://results.example/?q={query}"}"#
    let text = #"{"kind": "suggestions", "address": "\#(address)", \#(results)\#(more)}"#
    return try #require(
      try FeedKinds.feed(from: JSONValue(parsing: Array(text.utf8))).get().suggestions)
  }

  func texts(_ text: String, visitor: String = "10.0.0.1") throws -> [String] {
    try service.suggestions(for: text, visitor: visitor).map(\.text)
  }

  /// An answer that adds a letter to any query.
  static let echo: @Sendable (StubRequest) -> StubAnswer = { request in
    let query = String(request.path.split(separator: "=").last ?? "")
    return .ok(#"["\#(query)", ["\#(query)a"]]"#)
  }
}
