import Glibc
import TestSupport
import Testing

/// A request to the program on its own connection.
final class Visit {
  private let descriptor: Int32
  private(set) var isConnected: Bool

  /// - Parameter window: the size of the receive buffer in bytes; nil for the default.
  init(_ port: UInt16, window: Int32? = nil) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var window {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }
    var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let descriptor = descriptor
    isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  deinit { close(descriptor) }

  func ask(_ target: String, _ headers: [String] = []) {
    let lines = ["GET \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
    let request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
  }

  /// Sends a form as a page of the site does.
  func post(_ target: String, _ headers: [String] = []) {
    let more = headers.map { "\($0)\r\n" }.joined()
    let head = "POST \(target) HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\(more)"
    let request = Array(
      "\(head)Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\nConnection: close\r\n\r\nto=1"
        .utf8)
    send(descriptor, request, request.count, Int32(MSG_NOSIGNAL))
  }

  /// Whether unread bytes or the end have arrived.
  var hasAnswer: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1
  }

  /// Up to `limit` received bytes; empty at the end.
  func receive(_ limit: Int = 65_536) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = TestSupport.receive(from: descriptor, into: &bytes)
    if count < 0, errno == EAGAIN { Issue.record(Overdue("an answer of the program, or its end")) }
    return Array(bytes[..<max(0, count)])
  }
}

/// A complete answer.
struct Page {
  let head: String
  let body: [UInt8]

  /// Sends a request and waits for the complete answer.
  init(_ port: UInt16, _ target: String = "/", _ headers: [String] = []) {
    let visit = Visit(port)
    visit.ask(target, headers)
    self.init(rest: visit, after: [])
  }

  init(rest visit: Visit, after first: [UInt8]) {
    var bytes = first
    while true {
      let more = visit.receive()
      if more.isEmpty { break }
      bytes += more
    }
    let end = bytes.firstRange(of: "\r\n\r\n".utf8) ?? bytes.endIndex..<bytes.endIndex
    head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    body = Array(bytes[end.upperBound...])
  }

  var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? {
    let start = "\(name.lowercased()): "
    return head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(start) }
      .map { String($0.dropFirst(start.count)) }
  }
}
