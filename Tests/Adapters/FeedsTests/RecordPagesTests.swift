import Dispatch
import Feeds
import Fetching
import JSON
import Synchronization
import System
import TestSupport
import Testing

@Suite("The pages of a list")
struct RecordPagesTests {
  /// - Parameter more: further settings, each followed by a comma.
  private func feed(_ address: String, _ more: String) throws -> any Feed {
    let text = #"{"kind": "records", "address": "\#(address)", \#(more) "entry": {"title": "name || title"}}"#
    return try #require(try FeedKinds.feed(from: JSONValue(parsing: text.utf8)).get().catalog)
  }

  private func titles(_ server: StubServer, _ path: String, _ more: String) throws -> [String] {
    let feed = try feed(server.address(path), more)
    let answer = try feed.ask(FeedSource(Fetcher(userAgent: "tests")))
    return try feed.decode(answer).entries.map { entry in
      if case .plain(let text) = entry.title { text } else { "" }
    }
  }

  @Test("Next pages are followed up to the configured number")
  func nextPages() throws {
    let server = try StubServer { request in
      let number = Int(request.path.split(separator: "=").last ?? "") ?? 1
      return .ok(
        #"{"info": {"next": \#(number < 4 ? "\"?p=\(number + 1)\"" : "null")}, "r": [{"name": "n\#(number)"}]}"#
      )
    }
    defer { server.stop() }
    let settings = #""entries": "r", "next": "info.next","#
    #expect(try titles(server, "/list", settings) == ["n1", "n2", "n3", "n4"])
    #expect(try titles(server, "/list", settings + #""pages": 2,"#) == ["n1", "n2"])
    #expect(try titles(server, "/list", #""entries": "r","#) == ["n1"])
  }

  @Test("A page that names itself or an earlier one ends the list")
  func circle() throws {
    let server = try StubServer { _ in .ok(#"{"next": "/list", "r": [{"name": "n"}]}"#) }
    defer { server.stop() }
    #expect(try titles(server, "/list", #""entries": "r", "next": "next","#) == ["n"])
  }

  @Test("After a public page, a page at a private address is refused (DNS rebinding)")
  func rebinding() throws {
    let server = try StubServer { request in
      .ok(#"{"next": "\#(request.path == "/list" ? "/b" : "/list")", "r": [{"name": "n"}]}"#)
    }
    defer { server.stop() }
    let feed = try feed(server.address("/list"), #""entries": "r", "next": "next","#)
    // The first page's name resolves to a public address, the second's to a private one.
    let inside = FeedSource(Fetcher(userAgent: "tests"))
    let address = try #require(WebAddress(server.address("/b")))
    #expect(throws: FeedError.fetch(.privateAddress(host: "127.0.0.1"))) {
      try inside.fetch(address, limit: 100, isBound: true, mayBeInside: false)
    }
    let outside = Fetcher(userAgent: "tests", treatingAsPublic: [try #require(IPAddress("127.0.0.1"))])
    #expect(try feed.ask(FeedSource(outside)).parts.count == 2)
    #expect(try feed.ask(inside).parts.count == 2)
  }

  @Test("Parameters of the next page are added to the address")
  func parameters() throws {
    let server = try StubServer { request in
      request.path.contains("from=b%26c")
        ? .ok(#"{"r": [{"name": "two"}]}"#) : .ok(#"{"continue": {"from": "b&c"}, "r": [{"name": "one"}]}"#)
    }
    defer { server.stop() }
    let found = try titles(server, "/api?x=1&from=a", #""entries": "r", "next": {"parameters": "continue"},"#)
    #expect(found == ["one", "two"])
    #expect(server.requests.map(\.path) == ["/api?x=1&from=a", "/api?x=1&from=b%26c"])
  }

  @Test("Numbered pages end at the first empty or missing one", arguments: [true, false])
  func numbered(isMissing: Bool) throws {
    let server = try StubServer { request in
      let number = Int(request.path.split(separator: "=").last ?? "") ?? 0
      if number > 3 { return isMissing ? .status(404, headers: []) : .ok("[]") }
      return .ok(#"[{"name": "n\#(number)"}]"#)
    }
    defer { server.stop() }
    #expect(try titles(server, "/list?page={page}", "") == ["n1", "n2", "n3"])
  }

  @Test("A feed's next link is followed")
  func link() throws {
    let server = try StubServer { request in
      let next = request.path == "/feed" ? "<link rel='next' href='/feed2'/>" : ""
      return .ok(
        "<feed>\(next)<entry><title>\(request.path)</title><link rel='next' href='/no'/></entry></feed>")
    }
    defer { server.stop() }
    #expect(try titles(server, "/feed", #""pages": 5,"#) == ["/feed", "/feed2"])
  }

  @Test("A list over 8 GB is cancelled")
  func large() throws {
    let server = try StubServer { _ in .status(200, length: (8 << 30) + 1) }
    defer { server.stop() }
    #expect(throws: FeedError.fetch(.tooLarge(host: server.host, limit: 8 << 30))) {
      try titles(server, "/list", "")
    }
  }

  @Test("A next page at another host or a failing page refuses the list")
  func refused() throws {
    let server = try StubServer { request in
      request.path == "/other"
        ? .ok(#"{"next": "http://elsewhere.example/", "r": [{"name": "n"}]}"#)
        : request.path == "/list"
          ? .ok(#"{"next": "/broken", "r": [{"name": "n"}]}"#) : .status(503, headers: ["Retry-After: 60"])
    }
    defer { server.stop() }
    let settings = #""entries": "r", "next": "next","#
    let error = thrown(FeedError.self) { try titles(server, "/other", settings) }
    #expect(error?.description.contains("elsewhere.example") == true)
    #expect(throws: FeedError.status(503, host: server.host, retryAfter: 60)) {
      try titles(server, "/list", settings)
    }
  }

  @Test("Parameters of a page are dropped for the page after it")
  func parametersEnd() throws {
    let server = try StubServer { request in
      switch request.path {
      case "/api?x=1": .ok(#"{"continue": {"more": "a"}, "r": [{"name": "one"}]}"#)
      case "/api?x=1&more=a": .ok(#"{"continue": {"from": "b"}, "r": [{"name": "two"}]}"#)
      default: .ok(#"{"r": [{"name": "three"}]}"#)
      }
    }
    defer { server.stop() }
    let found = try titles(server, "/api?x=1", #""entries": "r", "next": {"parameters": "continue"},"#)
    #expect(found == ["one", "two", "three"])
    #expect(server.requests.map(\.path) == ["/api?x=1", "/api?x=1&more=a", "/api?x=1&from=b"])
  }

  @Test("The Link header is followed, to relative addresses too")
  func header() throws {
    let server = try StubServer { request in
      request.path == "/list"
        ? .status(
          200, headers: ["Link: </first>; rel=\"first\", <?from=2>; rel=\"next\""],
          body: Array(#"[{"name": "one"}]"#.utf8))
        : .ok(#"[{"name": "two"}]"#)
    }
    defer { server.stop() }
    #expect(try titles(server, "/list", #""pages": 5,"#) == ["one", "two"])
    #expect(server.requests.map(\.path) == ["/list", "/list?from=2"])
  }

  /// A list of two pages; the second is busy for a number of requests.
  private func busy(_ times: Int, retryAfter: Int) throws -> StubServer {
    let left = Mutex(times)
    return try StubServer { request in
      guard request.path == "/second" else { return .ok(#"{"next": "/second", "r": [{"name": "one"}]}"#) }
      let isBusy = left.withLock { left in
        left -= 1
        return left >= 0
      }
      return isBusy
        ? .status(429, headers: ["Retry-After: \(retryAfter)"]) : .ok(#"{"r": [{"name": "two"}]}"#)
    }
  }

  @Test("Retry-After in the middle of a list is obeyed, up to a limit")
  func retryAfter() throws {
    let settings = #""entries": "r", "next": "next","#
    let patient = try busy(3, retryAfter: 0)
    defer { patient.stop() }
    #expect(try titles(patient, "/list", settings) == ["one", "two"])
    for (times, seconds) in [(4, 0), (1, 31)] {
      let server = try busy(times, retryAfter: seconds)
      defer { server.stop() }
      #expect(throws: FeedError.status(429, host: server.host, retryAfter: seconds)) {
        try titles(server, "/list", settings)
      }
      #expect(server.requests.count == (times == 4 ? 5 : 2))
    }
  }

  @Test("Stopping cancels a pause between two pages")
  func stopping() throws {
    let server = try busy(1, retryAfter: 30)
    defer { server.stop() }
    let feed = try feed(server.address("/list"), #""entries": "r", "next": "next","#)
    let fetcher = Fetcher(userAgent: "tests")
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue(label: "asking").async {
      #expect(throws: FeedError.fetch(.cancelled)) { try feed.ask(FeedSource(fetcher)) }
      ended.signal()
    }
    try wait(for: "the second page") { server.requests.count == 2 }
    fetcher.stop()
    try ended.wait(for: "the end of the pause")
  }
}
