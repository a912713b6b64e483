import Glibc
import HTTPServer

private let server: Server = {
  var configuration = ServerConfiguration(listen: "127.0.0.1", port: 0, threads: 1)
  configuration.idleTimeout = 2
  configuration.connectionsPerNetwork = 1_000
  do {
    return try Server(configuration) { request in
      guard request.target.first == UInt8(ascii: "/") else {
        fatalError("\(request.target) reached the handler")
      }
      return .now(Response(status: 200, headers: [("Content-Type", "text/plain")], body: Array("ok".utf8)))
    }
  } catch {
    fatalError("\(error)")
  }
}()

/// libFuzzer's entry: after any bytes, each answer is complete and HTTP/1.1, there is at most one for each
/// request, and the connection ends.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  let connection = connect()
  defer { close(connection) }
  var sent = 0
  while sent < input.count {
    let step = send(connection, input.baseAddress.map { $0 + sent }, input.count - sent, Int32(MSG_NOSIGNAL))
    // Interrupted by the fuzzer's alarm.
    if step < 0 && errno == EINTR { continue }
    // Closed after a refusal.
    guard step > 0 else { break }
    sent += step
  }
  shutdown(connection, Int32(SHUT_WR))
  var answers: [UInt8] = []
  var space = [UInt8](repeating: 0, count: 65_536)
  while true {
    let step = recv(connection, &space, space.count, 0)
    if step < 0 && errno == EAGAIN { fatalError("the connection did not end") }
    if step < 0 && errno == EINTR { continue }
    guard step > 0 else { break }
    answers += space[..<step]
  }
  let text = String(decoding: answers, as: UTF8.self)
  guard text.isEmpty || text.hasPrefix("HTTP/1.1 ") else { fatalError("answered was: \(text)") }
  // A request's head ends with an empty line. libmicrohttpd also accepts a bare line feed there, and one
  // after a colon or a zero byte.
  let ends = zip(input, input.dropFirst()).count { $0 == 10 && [0, 10, 13, UInt8(ascii: ":")].contains($1) }
  guard text.ranges(of: "HTTP/1.1 200 ").count <= ends else { fatalError("more answers than heads: \(text)") }
  return 0
}

private func connect() -> Int32 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = server.port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var patience = timeval(tv_sec: 4, tv_usec: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  // No TIME_WAIT, because there are many inputs a second.
  var atOnce = linger(l_onoff: 1, l_linger: 0)
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
  let connected = withUnsafePointer(to: &address) { address in
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  // An interrupted connect continues in the background, and `send` waits for it.
  guard descriptor >= 0, connected == 0 || errno == EINTR else { fatalError("cannot connect: \(errno)") }
  return descriptor
}
