import Fetching
import System
import TestSupport
import Testing

@Suite("Destinations of a fetch")
struct FetchBoundaryTests {
  private let inside = FetchRules(privateAddresses: .allowed)

  @Test("A private address is refused before a byte is sent", arguments: ["127.0.0.1", "127.0.0.2"])
  func privateRefused(host: String) throws {
    let server = try StubServer(host: host) { _ in .ok("{}") }
    defer { server.stop() }
    #expect(throws: FetchError.privateAddress(host: host)) {
      try Fetcher(userAgent: "tests").get(server.address())
    }
    #expect(server.requests.isEmpty)
  }

  @Test("A name that resolves to a private address is refused")
  func privateName() throws {
    let server = try StubServer { _ in .ok("{}") }
    defer { server.stop() }
    #expect(throws: FetchError.privateAddress(host: "localhost")) {
      try Fetcher(userAgent: "tests").get("http://localhost:\(server.port)/")
    }
    #expect(server.requests.isEmpty)
  }

  @Test(
    "A public address may not redirect to a private one",
    arguments: [FetchRules.PrivateAddresses.refused, .onlyFirstHop])
  func redirectToPrivate(privateAddresses: FetchRules.PrivateAddresses) throws {
    let house = try StubServer(host: "127.0.0.2") { _ in .ok("secret") }
    let outside = try StubServer { [address = house.address()] _ in .redirect(to: address) }
    defer {
      outside.stop()
      house.stop()
    }
    let fetcher = Fetcher(userAgent: "tests", treatingAsPublic: try Self.addresses("127.0.0.1"))
    #expect(throws: FetchError.privateAddress(host: "127.0.0.2")) {
      try fetcher.get(outside.address(), rules: FetchRules(privateAddresses: privateAddresses))
    }
    #expect(house.requests.isEmpty)
  }

  @Test("A private first address may redirect to its own host and port")
  func redirectToSelf() throws {
    let first = try StubServer(host: "127.0.0.2") { request in
      request.path == "/b" ? .ok("{}") : .redirect(to: "/b")
    }
    defer { first.stop() }
    let answer = try Fetcher(userAgent: "tests").get(
      first.address("/a"), rules: FetchRules(privateAddresses: .onlyFirstHop))
    #expect(answer.address == first.address("/b"))
    #expect(answer.isFromInside)
  }

  @Test("A redirect through a public address may not return to a private one")
  func redirectThroughPublic() throws {
    let house = try StubServer(host: "127.0.0.2") { _ in .ok("secret") }
    let outside = try StubServer { [address = house.address()] _ in .redirect(to: address) }
    let first = try StubServer(host: "127.0.0.3") { [address = outside.address()] _ in .redirect(to: address)
    }
    defer { [first, outside, house].forEach { $0.stop() } }
    let fetcher = Fetcher(userAgent: "tests", treatingAsPublic: try Self.addresses("127.0.0.1"))
    #expect(throws: FetchError.privateAddress(host: "127.0.0.2")) {
      try fetcher.get(first.address(), rules: FetchRules(privateAddresses: .onlyFirstHop))
    }
  }

  @Test("Five redirects are followed, six are too many", arguments: [301, 302, 303, 307, 308])
  func redirectLimit(status: Int) throws {
    let server = try StubServer { request in
      let left = Int(request.path.dropFirst()) ?? 0
      return left == 0 ? .ok("there") : .redirect(to: "/\(left - 1)", status: status)
    }
    defer { server.stop() }
    let fetcher = Fetcher(userAgent: "tests")
    #expect(try fetcher.get(server.address("/5"), rules: inside).address == server.address("/0"))
    #expect(throws: FetchError.tooManyRedirects(host: server.host, limit: 5)) {
      try fetcher.get(server.address("/6"), rules: inside)
    }
  }

  @Test(
    "A redirect to another scheme is refused",
    arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "data:,x"])
  func redirectScheme(location: String) throws {
    let server = try StubServer { _ in .redirect(to: location) }
    defer { server.stop() }
    #expect(throws: FetchError.badRedirect(host: server.host)) {
      try Fetcher(userAgent: "tests").get(server.address(), rules: inside)
    }
  }

  @Test("Headers are sent only to the first host, port and scheme")
  func firstHostHeaders() throws {
    let other = try StubServer { _ in .ok("{}") }
    let first = try StubServer { [address = other.address()] request in
      request.path == "/" ? .redirect(to: "/again") : .redirect(to: address)
    }
    defer { [first, other].forEach { $0.stop() } }
    _ = try Fetcher(userAgent: "tests").get(first.address(), headers: ["X-Key: secret"], rules: inside)
    #expect(first.requests.map { $0.hasHeader("x-key") } == [true, true])
    #expect(other.requests.map { $0.hasHeader("x-key") } == [false])
  }

  @Test("Only listed hosts are allowed, on every hop")
  func hosts() throws {
    let other = try StubServer(host: "127.0.0.2") { _ in .ok("{}") }
    let first = try StubServer { [address = other.address()] _ in .redirect(to: address) }
    defer { [first, other].forEach { $0.stop() } }
    let fetcher = Fetcher(userAgent: "tests")
    #expect(throws: FetchError.hostNotAllowed(host: "127.0.0.2")) {
      try fetcher.get(first.address(), rules: FetchRules(hosts: ["127.0.0.1"], privateAddresses: .allowed))
    }
    #expect(other.requests.isEmpty)
    #expect(throws: FetchError.hostNotAllowed(host: "127.0.0.1")) {
      try fetcher.get(first.address(), rules: FetchRules(hosts: [], privateAddresses: .allowed))
    }
  }

  @Test(
    "A wildcard matches the hosts below a domain, but not the domain",
    arguments: [
      ("*.example.org", "example.org", false), ("example.org", "example.org", true),
      ("EXAMPLE.org", "example.org", true), ("*.example.org", "evil-example.org", false),
      ("example.org", "a.example.org", false), ("*.example.org", "a.example.org", true),
      ("*.example.org", "a.b.example.org", true), ("*.example.org", "example.org.evil.net", false),
      ("*", "example.org", false), ("*.org", "example.org", true),
    ])
  func wildcard(pattern: String, host: String, isAllowed: Bool) {
    #expect(FetchRules(hosts: [pattern]).allows(host: host) == isAllowed)
  }

  private static func addresses(_ text: String) throws -> Set<IPAddress> {
    [try #require(IPAddress(text))]
  }
}
