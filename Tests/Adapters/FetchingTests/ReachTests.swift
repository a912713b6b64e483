import Fetching
import System
import TestSupport
import Testing

@Suite("Destinations of redirects")
struct ReachTests {
  private enum Verdict { case taken, isPrivate, isOther, forbidden }

  private static func verdict(_ refusal: FetchError?) -> Verdict {
    switch refusal {
    case nil: .taken
    case .privateRedirect: .isOther
    case .forbiddenAddress: .forbidden
    default: .isPrivate
    }
  }

  private static let addresses = [
    "93.184.216.34", "192.168.1.20", "127.0.0.1", "fd12::1", "169.254.7.7", "fe80::1", "64:ff9b::169.254.7.7",
    "169.254.169.254", "fd00:ec2::254",
  ]

  /// The verdict on each address above, one letter each: taken, private, other host, forbidden.
  private static func expected(_ letters: String) -> [Verdict] {
    letters.map { ["t": .taken, "p": .isPrivate, "o": .isOther, "f": .forbidden][$0] ?? .forbidden }
  }

  private func verdicts(_ reach: Reach) throws -> [Verdict] {
    try Self.addresses.map { Self.verdict(reach.refusal(of: try #require(IPAddress($0)), host: "x")) }
  }

  @Test("The first address may be private by the rules, but never a metadata service")
  func first() throws {
    #expect(try verdicts(Reach(.refused)) == Self.expected("tppppppff"))
    #expect(try verdicts(Reach(.allowed)) == Self.expected("ttttfffff"))
    #expect(try verdicts(Reach(.onlyFirstHop)) == Self.expected("tttttttff"))
  }

  @Test(
    "A private first address may redirect to itself",
    arguments: [
      ("http://nas:8080/b", false, "ttttfffff"), ("http://nas:8081/", false, "tooooooff"),
      ("https://nas/", false, "tooooooff"), ("http://other/", false, "tooooooff"),
      ("http://nas:8080/b", true, "tppppppff"), ("http://other/", true, "tppppppff"),
    ])
  func redirected(target: String, wasPublic: Bool, letters: String) throws {
    let origin = try #require(WebAddress("http://nas:8080/a"))
    let target = try #require(WebAddress(target))
    let reach = Reach(.onlyFirstHop).redirected(
      from: origin, to: target, wasPublic: wasPublic)
    #expect(try verdicts(reach) == Self.expected(letters))
    // A further redirect has no wider reach.
    let further = reach.redirected(
      from: target, to: try #require(WebAddress("http://third/")), wasPublic: wasPublic)
    #expect(try !verdicts(further).dropFirst().contains(.taken))
  }

  @Test(
    "Names of metadata services are not resolved",
    arguments: ["metadata.google.internal", "METADATA.google.internal.", "metadata", "instance-data"])
  func names(host: String) throws {
    let first = try StubServer { _ in .redirect(to: "http://\(host)/computeMetadata/v1/") }
    defer { first.stop() }
    for address in [first.address(), "http://\(host)/"] {
      let error = thrown(FetchError.self) {
        try Fetcher(userAgent: "tests").get(address, rules: FetchRules(privateAddresses: .onlyFirstHop))
      }
      #expect(error == .forbiddenAddress(host: host.lowercased()))
    }
  }

  @Test("A private feed may not redirect to another port or host")
  func servers() throws {
    let other = try StubServer(host: "127.0.0.3") { _ in .ok("{}") }
    let samePlace = try StubServer(host: "127.0.0.2") { _ in .ok("{}") }
    let targets = [other.address(), samePlace.address()]
    let first = try StubServer(host: "127.0.0.2") { request in
      .redirect(to: targets[request.path == "/other" ? 0 : 1])
    }
    defer { [first, samePlace, other].forEach { $0.stop() } }
    let rules = FetchRules(privateAddresses: .onlyFirstHop)
    for (path, host) in [("/other", "127.0.0.3"), ("/port", "127.0.0.2")] {
      #expect(throws: FetchError.privateRedirect(host: "127.0.0.2", target: host)) {
        try Fetcher(userAgent: "tests").get(first.address(path), rules: rules)
      }
    }
    #expect(other.requests.isEmpty && samePlace.requests.isEmpty)
  }

  @Test(
    "A redirect to a link-local address or a metadata service sends nothing",
    arguments: [
      "169.254.169.254", "[fe80::1]", "[::ffff:169.254.169.254]", "[fd00:ec2::254]", "[64:ff9b::a9fe:a9fe]",
    ])
  func linkLocal(host: String) throws {
    let first = try StubServer(host: "127.0.0.2") { _ in .redirect(to: "http://\(host)/latest/meta-data/") }
    defer { first.stop() }
    for addresses in [FetchRules.PrivateAddresses.allowed] {
      let error = thrown(FetchError.self) {
        try Fetcher(userAgent: "tests").get(
          first.address(), rules: FetchRules(privateAddresses: addresses))
      }
      guard case .forbiddenAddress = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}
