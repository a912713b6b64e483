import Glibc
import HTTPServer
import System
import TestSupport
import Testing

@Suite("Proxies and forwarding headers")
struct ForwardingTests {
  /// A server that answers with the client's address, the scheme and the host.
  private func server(_ proxies: [String], limit: Int = 200) throws -> Server {
    var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0, threads: 2)
    configuration.trustedProxies = try proxies.map { try #require(AddressRange($0)) }
    configuration.connectionsPerNetwork = limit
    return try Server(configuration) { request in
      let text = "\(request.peer) \(request.isSecure ? "https" : "http") \(request.host ?? "-")"
      return .now(Response(status: 200, body: Array(text.utf8)))
    }
  }

  private func answer(_ server: Server, _ headers: [String], from source: String? = nil) -> String? {
    let lines = (["GET / HTTP/1.1", "Host: box:80"] + headers).joined(separator: "\r\n")
    return Wire(server.port, from: source).exchange("\(lines)\r\n\r\n")?.body
  }

  static let direct = "127.0.0.1 http box:80"

  @Test(
    "Forwarding headers of a trusted proxy are used as far as they are valid",
    arguments: [
      ([], direct),
      (["X-Forwarded-For: 192.168.1.30"], "192.168.1.30 http box:80"),
      (["X-Forwarded-Proto: https"], "127.0.0.1 https box:80"),
      (["X-Forwarded-Proto: HTTPS"], "127.0.0.1 https box:80"),
      (["X-Forwarded-Host: films.example.org"], "127.0.0.1 http films.example.org"),
      (["X-Forwarded-Host: [fd00::7]:8443"], "127.0.0.1 http [fd00::7]:8443"),
      // The right-most address that is not trusted; a client may have forged those left of it.
      (["X-Forwarded-For: 1.1.1.1, 192.168.1.30"], "192.168.1.30 http box:80"),
      (["X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 192.168.1.30"], "192.168.1.30 http box:80"),
      (["X-Forwarded-For: 1.1.1.1, 192.168.1.30, 10.0.0.5, fd00::9"], "192.168.1.30 http box:80"),
      (["X-Forwarded-For: 10.0.0.4, 10.0.0.5"], "10.0.0.4 http box:80"),
      (["X-Forwarded-For: 192.168.1.30:5555"], "192.168.1.30 http box:80"),
      (["X-Forwarded-For: [2001:db8::1]:5555"], "2001:db8::1 http box:80"),
      (["X-Forwarded-For: 2001:db8::1"], "2001:db8::1 http box:80"),
      (["X-Forwarded-For: ::ffff:192.168.1.30"], "192.168.1.30 http box:80"),
      // Parallel lists are read at the same position.
      (
        [
          "X-Forwarded-For: 1.1.1.1, 192.168.1.30, 10.0.0.5", "X-Forwarded-Proto: http, https, http",
          "X-Forwarded-Host: evil, films, inner",
        ], "192.168.1.30 https films"
      ),
      (["X-Forwarded-For: 192.168.1.30, 10.0.0.5", "X-Forwarded-Proto: https"], "192.168.1.30 https box:80"),
      // Malformed values are ignored, and so is everything left of them.
      (["X-Forwarded-For: unknown"], direct), (["X-Forwarded-For: 1.2.3"], direct),
      (["X-Forwarded-For: 1.2.3.4:port"], direct), (["X-Forwarded-For: [1.2.3.4"], direct),
      (["X-Forwarded-For: fe80::1%eth0"], direct), (["X-Forwarded-For: , ,"], direct),
      (["X-Forwarded-For: 1.1.1.1, nonsense, 10.0.0.5"], "10.0.0.5 http box:80"),
      (["X-Forwarded-Proto: gopher"], direct), (["X-Forwarded-Host: a/b"], direct),
      (["X-Forwarded-Host: films", "X-Forwarded-Port: 8443"], "127.0.0.1 http films:8443"),
      (["X-Forwarded-Host: [fd00::7]", "X-Forwarded-Port: 8443"], "127.0.0.1 http [fd00::7]:8443"),
      (["X-Forwarded-Host: films:90", "X-Forwarded-Port: 8443"], "127.0.0.1 http films:90"),
      (["X-Forwarded-Host: films", "X-Forwarded-Port: 443"], "127.0.0.1 http films"),
      (["X-Forwarded-Host: films", "X-Forwarded-Port: 99999"], "127.0.0.1 http films"),
      (["X-Forwarded-Port: 8443"], direct),
      (["X-Forwarded-Host: a b"], direct), (["X-Forwarded-Host: \u{FF}"], direct),
      // Most proxies write these headers and let `Forwarded` (RFC 7239) pass as the visitor sent it.
      (["Forwarded: for=192.168.1.30;proto=https;host=films"], direct),
      (["Forwarded: for=1.1.1.1;proto=https", "X-Forwarded-For: 192.168.1.30"], "192.168.1.30 http box:80"),
    ])
  func trusted(headers: [String], expected: String) throws {
    let server = try server(["127.0.0.1", "10.0.0.0/8", "fd00::/8"])
    #expect(answer(server, headers) == expected)
  }

  @Test("Forwarding headers of other addresses are ignored")
  func untrusted() throws {
    let headers = [
      "X-Forwarded-For: 192.168.1.30", "X-Forwarded-Proto: https", "X-Forwarded-Host: films",
      "Forwarded: for=192.168.1.30;proto=https;host=films",
    ]
    let server = try server(["127.0.0.1"])
    #expect(answer(server, headers, from: "127.0.0.2") == "127.0.0.2 http box:80")
    #expect(try answer(self.server([]), headers) == Self.direct)
  }

  @Test("A proxy's connections count for its clients, and a direct client's for its own address")
  func limit() throws {
    let server = try server(["127.0.0.1"], limit: 2)
    func asking(for client: String, over wire: Wire) -> Int? {
      wire.exchange("GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(client)\r\n\r\n")?.status
    }
    let wires = (0..<6).map { _ in Wire(server.port) }
    for index in 0..<4 { #expect(asking(for: "192.168.1.\(index / 2)", over: wires[index]) == 200) }
    #expect(asking(for: "192.168.1.1", over: wires[4]) == 503)
    #expect(asking(for: "192.168.1.2", over: wires[5]) == 200)
    // A connection that serves another client frees a slot of the first.
    #expect(asking(for: "192.168.1.2", over: wires[2]) == 200)
    #expect(asking(for: "192.168.1.1", over: Wire(server.port)) == 200)
    // Direct connections are counted by their own address.
    let own = (0..<2).map { _ in Wire(server.port, from: "127.0.0.3") }
    for wire in own { #expect(wire.exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 200) }
    try wait(for: "the first of them to be idle for long enough") {
      Wire(server.port, from: "127.0.0.3").exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.status == 200
    }
    #expect(own[0].isClosed())
  }
}
