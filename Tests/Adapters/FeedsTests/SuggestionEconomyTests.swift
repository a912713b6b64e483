import Configuration
import Dispatch
import Feeds
import Fetching
import TestSupport
import Testing

@Suite("Cache and rate limits of suggestions")
struct SuggestionEconomyTests {
  @Test("A cached answer serves every visitor and any spacing until it expires")
  func cached() throws {
    let server = try StubServer(answer: Completions.echo)
    defer { server.stop() }
    let completions = try Completions(server)
    for text in ["a b", " a b", "a\n b"] { #expect(try completions.texts(text, visitor: text) == ["a%20ba"]) }
    #expect(server.requests.count == 1)
    completions.clock.pass(299)
    _ = try completions.texts("a b")
    #expect(server.requests.count == 1)
    completions.clock.pass(2)
    _ = try completions.texts("a b")
    #expect(server.requests.count == 2)
  }

  @Test("An empty answer is cached too")
  func emptyAnswer() throws {
    let server = try StubServer { _ in .ok(#"["x", []]"#) }
    defer { server.stop() }
    let completions = try Completions(server)
    for _ in 1...2 { #expect(try completions.texts("a").isEmpty) }
    #expect(server.requests.count == 1)
  }

  /// - Parameter room: limits that leave room for two of the answers.
  @Test("A full cache evicts the least recently used answer", arguments: [true, false])
  func leastRecentlyUsed(countsBytes: Bool) throws {
    let server = try StubServer(answer: Completions.echo)
    defer { server.stop() }
    var limits = SuggestionLimits()
    // One answer counts as 64 + 1 for its text, 64 + 2 for its suggestion.
    if countsBytes { limits.bytes = 2 * 131 + 130 } else { limits.entries = 2 }
    let completions = try Completions(server, limits: limits)
    for text in ["a", "b", "a", "c", "a", "b"] { _ = try completions.texts(text) }
    #expect(server.requests.map { $0.path.suffix(1) } == ["a", "b", "c", "b"])
  }

  @Test("The rate limit of a visitor does not affect others")
  func perVisitor() throws {
    let server = try StubServer(answer: Completions.echo)
    defer { server.stop() }
    var limits = SuggestionLimits()
    limits.perVisitor = SuggestionLimits.Rate(perSecond: 2, burst: 3)
    let completions = try Completions(server, limits: limits)
    for text in ["a", "b", "c"] { _ = try completions.texts(text) }
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("d") }
    #expect(try completions.texts("a") == ["aa"], "what is remembered costs nothing")
    #expect(try completions.texts("d", visitor: "10.0.0.2") == ["da"])
    completions.clock.pass(0.6)
    #expect(try completions.texts("e") == ["ea"])
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("f") }
    completions.clock.pass(100)
    for text in ["g", "h", "i"] { _ = try completions.texts(text) }
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("j") }
    #expect(completions.log.lines.isEmpty)
  }

  @Test("All addresses of a network share one rate limit")
  func network() throws {
    let server = try StubServer(answer: Completions.echo)
    defer { server.stop() }
    var limits = SuggestionLimits()
    limits.perVisitor = SuggestionLimits.Rate(perSecond: 1, burst: 2)
    let completions = try Completions(server, limits: limits)
    for text in ["a", "b"] { _ = try completions.texts(text, visitor: "2001:db8::\(text)") }
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("c", visitor: "2001:db8::c") }
    #expect(try completions.texts("c", visitor: "2001:db8:0:1::c") == ["ca"])
  }

  @Test("All visitors share a rate limit")
  func allVisitors() throws {
    let server = try StubServer(answer: Completions.echo)
    defer { server.stop() }
    var limits = SuggestionLimits()
    limits.inAll = SuggestionLimits.Rate(perSecond: 1, burst: 2)
    let completions = try Completions(server, limits: limits)
    for text in ["a", "b"] { _ = try completions.texts(text) }
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("c", visitor: "10.0.0.3") }
    completions.clock.pass(1)
    #expect(try completions.texts("c", visitor: "10.0.0.3") == ["ca"])
  }

  @Test("Concurrent requests for one text share an answer or an error")
  func concurrent() async throws {
    for isGood in [true, false] {
      let gate = DispatchSemaphore(value: 0)
      let arrived = DispatchSemaphore(value: 0)
      let server = try StubServer { request in
        arrived.signal()
        try? gate.wait(for: "permission to answer")
        return isGood ? Completions.echo(request) : .status(500)
      }
      let completions = try Completions(server)
      let outcomes = Collected<[String]>()
      let threads = DispatchGroup()
      let ask: @Sendable () -> Void = { outcomes.append((try? completions.texts("a")) ?? ["none"]) }
      DispatchQueue(label: "leader").async(group: threads, execute: ask)
      try arrived.wait(for: "a request")
      for _ in 1...4 { DispatchQueue(label: "follower").async(group: threads, execute: ask) }
      // A late thread finds the cached answer or asks again; the server counts both.
      gate.signal()
      if !isGood { for _ in 1...4 { gate.signal() } }
      await withCheckedContinuation { continuation in
        threads.notify(queue: .global()) { continuation.resume() }
      }
      #expect(outcomes.values == Array(repeating: [isGood ? "aa" : "none"], count: 5))
      if isGood { #expect(server.requests.count == 1) }
      server.stop()
    }
  }

  @Test("The number of requests in flight is limited, and one is left to other networks")
  func inFlight() async throws {
    let gate = DispatchSemaphore(value: 0)
    let arrived = DispatchSemaphore(value: 0)
    let server = try StubServer { request in
      arrived.signal()
      try? gate.wait(for: "permission to answer")
      return Completions.echo(request)
    }
    defer { server.stop() }
    var limits = SuggestionLimits()
    limits.atOnce = 2
    let completions = try Completions(server, limits: limits)
    let threads = DispatchGroup()
    for (text, visitor) in [("a", "10.0.0.1"), ("b", "10.0.0.2")] {
      DispatchQueue(label: text).async(group: threads) {
        _ = try? completions.texts(text, visitor: visitor)
      }
      try arrived.wait(for: "a request")
      #expect(throws: SuggestionFault.unavailable) { try completions.texts("c", visitor: visitor) }
    }
    #expect(throws: SuggestionFault.unavailable) { try completions.texts("c", visitor: "10.0.0.3") }
    gate.signal()
    gate.signal()
    await withCheckedContinuation { continuation in
      threads.notify(queue: .global()) { continuation.resume() }
    }
    gate.signal()
    #expect(try completions.texts("c") == ["ca"])
  }
}
