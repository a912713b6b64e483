import Dispatch
import Glibc
import Synchronization
import System

/// A small HTTP server on the loopback that plays other services and their failures.
///
/// Each connection has one request and its own thread, so an answer may block.
public final class StubServer: Sendable {
  public let host: String
  public let port: UInt16
  private let listener: Int32
  private let answer: @Sendable (StubRequest) -> StubAnswer
  private let state = Mutex(State())
  private let threads = DispatchGroup()

  /// Guarded by ``state``.
  private struct State {
    var requests: [StubRequest] = []
    var connections: Set<Int32> = []
    var isStopped = false
  }

  public struct SetupError: Error {}

  /// Listens on a free port of an address in 127/8.
  public init(
    host: String = "127.0.0.1", answer: @escaping @Sendable (StubRequest) -> StubAnswer
  ) throws {
    // Child processes must not inherit the socket, or connections would stay open.
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr(host)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw SetupError() }
    self.host = host
    self.port = UInt16(bigEndian: address.sin_port)
    self.listener = listener
    self.answer = answer
    startThread(in: threads) { [self] in accept() }
  }

  /// The address of a path on this server.
  public func address(_ path: String = "/") -> String { "http://\(host):\(port)\(path)" }

  /// All requests so far, in order.
  public var requests: [StubRequest] { state.withLock { $0.requests } }

  /// Closes every connection and waits for the threads.
  public func stop() {
    state.withLock { state in
      state.isStopped = true
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
    }
    shutdown(listener, Int32(SHUT_RDWR))
    threads.wait()
    close(listener)
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(listener, nil, nil)
      guard connection >= 0 else { return }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isWelcome = state.withLock { state in
        if !state.isStopped { state.connections.insert(connection) }
        return !state.isStopped
      }
      guard isWelcome else {
        close(connection)
        return
      }
      startThread(in: threads) { [self] in
        serve(connection)
        _ = state.withLock { $0.connections.remove(connection) }
        close(connection)
      }
    }
  }

  private func serve(_ connection: Int32) {
    guard let request = readRequest(connection) else { return }
    state.withLock { $0.requests.append(request) }
    switch answer(request) {
    case .bytes(let bytes):
      send(bytes, connection)
    case .endless(let head, let chunk):
      if send(Array(head.utf8), connection) { while send(chunk, connection) {} }
    case .silence:
      // Returns when the client or `stop` ends the connection.
      var byte: UInt8 = 0
      recv(connection, &byte, 1, 0)
    }
  }

  private func readRequest(_ connection: Int32) -> StubRequest? {
    var head: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      head += chunk[..<count]
      // The first byte of TLS, which this server does not speak.
      if head[0] == 0x16 { return nil }
    }
    return StubRequest(head: String(decoding: head, as: UTF8.self))
  }

  @discardableResult
  private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          connection, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}
