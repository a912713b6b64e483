import Catalogs
import Feeds
import Fetching
import TestSupport
import Testing

/// Each test ends with a search for the key in the log and on disk.
@Suite("Asking TMDB")
struct TMDBAskTests {
  private static let fault = #"{"status_code": 34, "status_message": "Not\u0020found.", "success": false}"#
  /// Small limits, and a short timeout.
  private static func rules(for answer: StubAnswer) -> FetchRules {
    var timeout = FeedSource.rules.timeout
    if case .silence = answer { timeout = .milliseconds(300) }
    return FetchRules(timeout: timeout, byteLimit: 1 << 20, privateAddresses: .onlyFirstHop)
  }

  private let folder: TemporaryFolder
  private let refreshed = RefresherRun()
  private var log: CollectedLog { refreshed.log }
  /// The keys of the entries that were published.
  private var published: [[String]] { refreshed.published.values.map { $0.dropLast() } }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs one visit of the refresher, and checks that the key appears nowhere.
  private func visit(
    key: String = Films.keyText, _ settings: String = #", "sections": ["popular", "upcoming"], "pages": 3"#,
    rules: FetchRules = FeedSource.rules, fetcher: Fetcher = Fetcher(userAgent: "tests"),
    _ answer: @escaping @Sendable (StubRequest) -> StubAnswer
  ) throws -> (paths: [String], pause: Double) {
    let server = try StubServer(answer: answer)
    defer { server.stop() }
    let feed = try Films.keyed(server, key: key, settings)
    let source = CatalogSource(feed, snapshot: Snapshot(directory: folder.path, kind: "tmdb"))
    try refreshed.run(Sources(source), asking: FeedSource(fetcher, rules: rules), pauses: 1)
    var dumped = "\(feed) \(String(reflecting: feed))"
    dump(feed, to: &dumped)
    for text in log.lines + folder.names.map(folder.text) + [dumped] {
      #expect(!text.contains(key.prefix(8)), "the key is told")
    }
    return (server.requests.map(\.path), try #require(refreshed.pauses.values.last))
  }

  /// The path of a page with a version 3 key.
  private static func path(_ list: String, _ page: Int) -> String {
    "/3/movie/\(list)?page=\(page)&api_key=\(Films.keyText)"
  }

  private static let genres = "/3/genre/movie/list?api_key=\(Films.keyText)"

  /// A page with one film, whose id shows list and page; or the genres.
  private static func page(_ request: StubRequest, of total: Int) -> StubAnswer {
    if request.path.contains("/genre/") { return .ok(#"{"genres": [{"id": 18, "name": "Drama"}]}"#) }
    let number = Int(request.path.split(separator: "page=").last?.prefix { $0.isNumber } ?? "") ?? 0
    let list = request.path.contains("popular") ? 100 : 200
    return .ok(Films.page([Films.film(list + number)], number: number, of: total))
  }

  @Test("First pages come first, then the others, up to the last or the configured one")
  func pages() throws {
    let visit = try visit { Self.page($0, of: $0.path.contains("popular") ? 2 : 9) }
    #expect(
      visit.paths == [
        Self.path("popular", 1), Self.path("upcoming", 1), Self.genres, Self.path("popular", 2),
        Self.path("upcoming", 2), Self.path("upcoming", 3),
      ])
    #expect(published.first == ["Film 101", "Film 102", "Film 201", "Film 202", "Film 203"])
    #expect(log.lines == ["feed: 5 entries"])
  }

  @Test("A snapshot decodes to the published films")
  func snapshot() throws {
    _ = try visit { Self.page($0, of: 2) }
    let kept = try Snapshot(directory: folder.path, kind: "tmdb").load()
    #expect(kept.parts.map(\.name) == ["popular", "popular.2", "upcoming", "upcoming.2", "genres"])
    let content = try Films.feed().decode(kept)
    #expect(content.entries.map { "Film \($0.key)" } == published.first)
  }

  @Test("Language and region go into the query, a token into a header")
  func token() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0.c2lnbmF0dXJl"
    let heads = Collected<String>()
    let visit = try visit(key: token, #", "sections": ["popular"], "language": "de-DE", "region": "AT""#) {
      heads.append($0.head)
      return Self.page($0, of: 1)
    }
    #expect(
      visit.paths == [
        "/3/movie/popular?page=1&language=de-DE&region=AT", "/3/genre/movie/list?language=de-DE",
      ])
    #expect(heads.values.first?.contains("\r\nAuthorization: Bearer \(token)\r\n") == true)
  }

  /// An answer to a first page, and the log line about it.
  struct Failure: Sendable, CustomTestStringConvertible {
    let answer: StubAnswer
    let reason: String

    init(_ answer: StubAnswer, _ reason: String) {
      self.answer = answer
      self.reason = reason
    }

    var testDescription: String { reason }
  }

  static let failures = [
    Failure(.status(401, body: Array(fault.utf8)), #"status 401: "Not found." (34), asked for popular"#),
    Failure(.status(404, body: Array(fault.utf8)), #"status 404: "Not found." (34), asked for popular"#),
    Failure(.status(500), "status 500: asked for popular"),
    Failure(.status(503, body: Array("<html>".utf8)), "status 503: asked for popular"),
    Failure(
      .status(401, body: Array(#"{"status_message": "Key \#(Films.keyText) is bad"}"#.utf8)),
      #"status 401: "Key … is bad""#),
    Failure(
      .status(
        401,
        body: Array(
          #"{"status_message": "\#(String(repeating: "x", count: 190)) \#(Films.keyText)"}"#.utf8)),
      #"xx …", asked for popular"#),
    Failure(
      .ok(Films.page([Films.film(1, title: Films.keyText)])), "the answer for popular reads the key back"),
    Failure(.ok(fault), #"TMDB says "Not found." (34), asked for popular"#),
    Failure(.ok("{"), "the answer for popular is not a page"),
    Failure(.ok("null"), "the answer for popular is not a page"),
    Failure(.ok(#"{"results": 7}"#), "the answer for popular is not a page"),
    Failure(.silence, "did not answer in full"),
    Failure(
      .endless(head: "HTTP/1.1 200 OK\r\n\r\n", chunk: Array(repeating: 32, count: 65_536)), "is larger than"),
    Failure(.ok(#"{"results": [{"id": null}, 7]}"#), "holds no usable film; skipped 4"),
  ]

  @Test("A failing list changes only the log", arguments: failures)
  func failing(_ failure: Failure) throws {
    _ = try visit(rules: Self.rules(for: failure.answer)) { _ in failure.answer }
    #expect(published.isEmpty)
    #expect(folder.names.isEmpty)
    let lines = log.lines.filter { !$0.contains("films have no genres") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains(failure.reason) == true, "\(log.lines)")
  }

  @Test("Retry-After is obeyed")
  func retryAfter() throws {
    let visit = try visit { _ in .status(429, headers: ["Retry-After: 90"], body: Array(Self.fault.utf8)) }
    #expect(visit.paths.count == 1)
    #expect(visit.pause == 90)
    #expect(
      log.lines.first?.hasSuffix(#""Not found." (34), asked for popular; asking again in 90 s"#) == true)
  }

  @Test("A failing later page ends its list")
  func laterPage() throws {
    let visit = try visit {
      $0.path.contains("popular?page=2") ? .status(500) : Self.page($0, of: 3)
    }
    #expect(visit.paths.count == 6)
    #expect(published.first == ["Film 101", "Film 201", "Film 202", "Film 203"])
    #expect(log.lines.count == 2)
    #expect(log.lines.first?.hasPrefix("feed: popular ends before page 2: ") == true)
  }

  @Test("A 429 ends the visit, and the pages so far are used")
  func tooManyRequests() throws {
    let visit = try visit {
      $0.path.contains("popular?page=2") ? .status(429) : Self.page($0, of: 3)
    }
    #expect(visit.paths.count == 4)
    #expect(published.first == ["Film 101", "Film 201"])
  }

  @Test("Without the names of genres films have none")
  func withoutGenres() throws {
    _ = try visit { $0.path.contains("/genre/") ? .status(500) : Self.page($0, of: 1) }
    #expect(published.first == ["Film 101", "Film 201"])
    #expect(log.lines.first?.hasPrefix("feed: films have no genres: ") == true)
  }

  @Test("A redirect to another host is refused")
  func redirect() throws {
    let other = try StubServer(host: "127.0.0.2") { _ in .ok("{}") }
    defer { other.stop() }
    _ = try visit { [address = other.address()] in .redirect(to: address + $0.path.dropFirst()) }
    #expect(other.requests.isEmpty)
    #expect(log.lines.first?.hasPrefix("feed: 127.0.0.2 is not among the allowed hosts") == true)
  }

  @Test("Without a key the bundled films are served, and the log says once how to get one")
  func noKey() throws {
    let server = try StubServer { Self.page($0, of: 1) }
    defer { server.stop() }
    let bundled = try folder.write("popular.json", Films.page([Films.film(7)]))
    let outcome = try begin(Films.feed(server.address("/3")), bundled: bundled)
    #expect(outcome.catalog?.entries.map(\.title) == ["Film 7"])
    #expect(!outcome.isRefreshed)
    #expect(server.requests.isEmpty)
    #expect(log.lines.filter { $0.contains("https://www.themoviedb.org/settings/api") }.count == 1)
  }

  private func begin(_ feed: any Feed, bundled: String) throws -> FeedStart.Outcome {
    let source = CatalogSource(feed, snapshot: Snapshot(directory: folder.path, kind: "tmdb"))
    return try FeedStart(Sources(source), store: .forTests(), bundled: bundled, log: refreshed.log)
      .begin(asking: FeedSource(Fetcher(userAgent: "tests")))
  }
}
