import Glibc
import TestSupport
import Testing

/// A raw connection to a server on this machine, which sends the given bytes unchanged.
final class Wire {
  struct Answer: Equatable {
    var status = 0
    /// Names in lower case.
    var headers: [String: String] = [:]
    var body = ""
  }

  private let descriptor: Int32
  private(set) var isConnected = false
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - source: the loopback address to come from.
  ///   - host: the loopback address to go to.
  ///   - window: the size of the receive buffer in bytes; nil for the default.
  init(
    _ port: UInt16, from source: String? = nil, to host: String = "127.0.0.1", family: Int32 = AF_INET,
    window: Int32? = nil
  ) {
    descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var window {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
    }
    var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    if family == AF_INET6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      isConnected = withAddress(&address) { connect(descriptor, $0, $1) } == 0
      return
    }
    if let source {
      var address = loopback(source, 0)
      _ = withAddress(&address) { bind(descriptor, $0, $1) }
    }
    var address = loopback(host, port)
    isConnected = withAddress(&address) { connect(descriptor, $0, $1) } == 0
  }

  deinit { close(descriptor) }

  /// Returns whether all bytes were sent.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// Whether unread bytes or the end have arrived.
  var hasAnswer: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1
  }

  /// Reads up to `count` of the received bytes.
  func take(_ count: Int) {
    var space = [UInt8](repeating: 0, count: count)
    recv(descriptor, &space, count, Int32(MSG_DONTWAIT))
  }

  /// The next final answer; nil if the connection ends before it.
  func answer(toHEAD: Bool = false) -> Answer? {
    while true {
      if let (answer, length) = parsed(toHEAD) {
        buffer.removeFirst(length)
        if answer.status == 100 { continue }
        return answer
      }
      guard receive() else { return nil }
    }
  }

  /// The next answer of any status, 100 included.
  func interimAnswer() -> Answer? {
    while true {
      if let (answer, length) = parsed(false) {
        buffer.removeFirst(length)
        return answer
      }
      guard receive() else { return nil }
    }
  }

  /// Whether the server closes without sending anything.
  func isClosed() -> Bool {
    buffer.isEmpty && !receive() && (errno == 0 || errno == ECONNRESET)
  }

  /// Whether the server resets the connection.
  func isReset() -> Bool {
    while receive() {}
    return errno == ECONNRESET
  }

  /// Whether the server closes without an HTTP answer; a TLS alert may come first.
  func endsWithoutAnswer() -> Bool {
    while receive() {}
    let hasEnded = errno == 0 || errno == ECONNRESET
    return hasEnded && buffer.firstRange(of: "HTTP/".utf8) == nil
  }

  /// All text before the connection ends.
  func textUntilClosed() -> String {
    while receive() {}
    return String(decoding: buffer, as: UTF8.self)
  }

  /// The statuses of all answers before the connection ends.
  func statusesUntilClosed() -> [Int] {
    textUntilClosed().split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
  }

  /// Sends one request and reads its answer.
  func exchange(_ text: String) -> Answer? {
    send(text)
    return answer(toHEAD: text.hasPrefix("HEAD"))
  }

  private func receive() -> Bool {
    var space = [UInt8](repeating: 0, count: 65_536)
    let count = TestSupport.receive(from: descriptor, into: &space)
    if count < 0, errno == EAGAIN { Issue.record(Overdue("an answer of the server, or its end")) }
    guard count > 0 else { return false }
    buffer += space[..<count]
    return true
  }

  private func parsed(_ toHEAD: Bool) -> (Answer, length: Int)? {
    guard let end = headEnd() else { return nil }
    let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
    var answer = Answer()
    answer.status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      answer.headers[line[..<colon].lowercased()] = String(value)
    }
    let bodyless = toHEAD || answer.status == 100 || answer.status == 304 || answer.status == 204
    let length = bodyless ? 0 : answer.headers["content-length"].flatMap { Int($0) } ?? 0
    guard buffer.count >= end + 4 + length else { return nil }
    answer.body = String(decoding: buffer[(end + 4)..<(end + 4 + length)], as: UTF8.self)
    return (answer, end + 4 + length)
  }

  private func headEnd() -> Int? {
    guard buffer.count >= 4 else { return nil }
    return (0...(buffer.count - 4)).first {
      buffer[$0] == 13 && buffer[$0 + 1] == 10 && buffer[$0 + 2] == 13 && buffer[$0 + 3] == 10
    }
  }
}

private func loopback(_ address: String, _ port: UInt16) -> sockaddr_in {
  var result = sockaddr_in()
  result.sin_family = sa_family_t(AF_INET)
  result.sin_port = port.bigEndian
  inet_pton(AF_INET, address, &result.sin_addr)
  return result
}

private func withAddress<Address>(
  _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<Address>.size))
    }
  }
}
