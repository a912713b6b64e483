import Foundation
import HTTPServer
import Testing

@Suite("The access log")
struct AccessLogTests {
  @Test("The combined format has one line for each request, which begins with the prefix")
  func combined() throws {
    let lines = try logged(
      ["GET /a?b=c HTTP/1.1\r\nHost: x\r\nReferer: http://r/\r\nUser-Agent: tester 1\r\n\r\n"],
      prefix: "<6>")
    let line = try #require(lines.first)
    #expect(line.hasPrefix("<6>127.0.0.1 - - ["))
    #expect(line.hasSuffix("] \"GET /a?b=c HTTP/1.1\" 200 11 \"http://r/\" \"tester 1\""))
    #expect(lines.count == 1)
    let time = line.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    #expect(time.count == "20/Nov/2026:19:45:10 +0000".count)
  }

  @Test("Cookies are not logged; health checks are logged only if they fail")
  func unlogged() throws {
    let lines = try logged(
      [
        "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", "PUT /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /healthz? HTTP/1.1\r\nHost: x\r\nCookie: a=secret\r\nAuthorization: secret\r\n\r\n",
      ])
    #expect(lines.count == 2)
    // In any order, because each request has its own connection.
    #expect(lines.count { $0.contains("405") } == 1)
    #expect(!lines.joined().contains("secret"))
  }

  @Test("Any bytes in a request make one ASCII line")
  func anyBytes() throws {
    // Every byte that the server accepts in a target and in a header, as invalid UTF-8.
    let target = (0x21...0xFF).filter { $0 != 0x7F }.reversed().map { UInt8($0) }
    let value = [9] + (0x20...0xFF).filter { $0 != 0x7F }.reversed().map { UInt8($0) }
    var request = Array("GET /".utf8) + target + Array(" HTTP/1.1\r\nHost: x\r\n".utf8)
    request += Array("User-Agent: a".utf8) + value + Array("z\r\nReferer: a".utf8) + value
    request += Array("z\r\n\r\n".utf8)
    let lines = try logged(bytes: [request, request])
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
    #expect(lines.allSatisfy { $0.hasSuffix("#\\x22! z\"") })
  }

  @Test("Control characters, quotes and backslashes are escaped")
  func escaping() throws {
    let lines = try logged(
      ["GET /\u{e9}\\x HTTP/1.1\r\nHost: x\r\nUser-Agent: a\"b\\c\td\u{9b}\r\n\r\n"])
    let line = try #require(lines.first)
    #expect(line.contains("\"GET /\\xC3\\xA9\\x5Cx HTTP/1.1\""))
    #expect(line.hasSuffix("\"a\\x22b\\x5Cc\\x09d\\xC2\\x9B\""))
  }

  @Test("Long fields are cut and end in an ellipsis")
  func longFields() throws {
    let long = String(repeating: "a", count: 4_000)
    let lines = try logged(
      ["GET /\(long) HTTP/1.1\r\nHost: x\r\nUser-Agent: \(long)\r\nReferer: \(long)\r\n\r\n"])
    let line = try #require(lines.first)
    #expect(line.count < 3_400)
    #expect(line.ranges(of: "aaa...").count == 3)
  }

  @Test("Refused requests are logged; an unknown method is logged as a dash")
  func refusals() throws {
    let lines = try logged(
      [
        "PUT / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
      ])
    #expect(lines.count == 3)
    #expect(lines.contains { $0.contains("\"- / HTTP/1.1\" 405 ") })
    #expect(lines.contains { $0.contains("\"GET / HTTP/1.1\" 400 ") })
    #expect(lines.contains { $0.contains("\"- / HTTP/1.1\" 400 ") })
  }

  /// The log lines of these requests, each sent on its own connection.
  private func logged(
    _ requests: [String], prefix: String = ""
  ) throws -> [String] {
    try logged(bytes: requests.map { Array($0.utf8) }, prefix: prefix)
  }

  private func logged(
    bytes requests: [[UInt8]], prefix: String = ""
  ) throws -> [String] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { close(ends[0]) }
    let server = try echoServer {
      $0.log = AccessLog(descriptor: ends[1], prefix: prefix)
      $0.unlogged = ["/healthz"]
    }
    for request in requests {
      let wire = Wire(server.port)
      wire.send(request)
      #expect(wire.answer(toHEAD: request.starts(with: "HEAD".utf8)) != nil)
    }
    server.stop(within: 10)
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }
}
