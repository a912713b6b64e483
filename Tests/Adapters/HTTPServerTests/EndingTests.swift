import Dispatch
import Glibc
import HTTPServer
import Synchronization
import TestSupport
import Testing

@Suite("Shutdown under load", .serialized)
struct EndingTests {
  /// Counts of answered and lost requests of many clients.
  private final class Outcome: Sendable {
    private let answers = Atomic(0)
    private let losses = Atomic(0)

    var answered: Int { answers.load(ordering: .relaxed) }
    var lost: Int { losses.load(ordering: .relaxed) }

    func countAnswer() { answers.add(1, ordering: .relaxed) }

    /// Counts a lost request, unless the client was idle for 0.1 s: the server may close such a connection
    /// just as it sends.
    /// - Parameter time: the start of the client's previous request.
    func countLoss(ofClientSeenAfter time: ContinuousClock.Instant) {
      if ContinuousClock.now - time < .milliseconds(100) { losses.add(1, ordering: .relaxed) }
    }
  }

  /// Sends requests until the server ends. Half of the clients keep their connection, the others open a new
  /// one for each request.
  private func ask(_ port: UInt16, _ outcome: Outcome, clients: Int) -> DispatchGroup {
    let group = DispatchGroup()
    for client in 0..<clients {
      DispatchQueue(label: "client \(client)").async(group: group) {
        var seen = ContinuousClock.now
        var wire = Wire(port)
        while wire.isConnected {
          let target = client % 4 < 2 ? "/" : "/slow/3"
          let start = ContinuousClock.now
          guard let answer = wire.exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"), answer.status == 200
          else { return outcome.countLoss(ofClientSeenAfter: seen) }
          outcome.countAnswer()
          seen = start
          if client % 2 == 0 || answer.headers["connection"] == "close" { wire = Wire(port) }
        }
      }
    }
    return group
  }

  @Test("Connections to a shared socket wait for the next server, and none is lost")
  func handedOver() throws {
    let outcome = Outcome()
    let socket = try listeningSocket()
    var first: Server? = try echoServer { $0.socket = dup(socket.descriptor) }
    let clients = ask(socket.port, outcome, clients: 16)
    try wait(for: "300 answers") { outcome.answered >= 300 }
    first?.stop(within: 10)
    first = nil
    // A connection made now waits for the next server.
    let waiting = Wire(socket.port)
    waiting.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    let before = outcome.answered
    let second = try echoServer { $0.socket = dup(socket.descriptor) }
    #expect(second.port == socket.port)
    #expect(waiting.answer()?.status == 200)
    try wait(for: "300 more answers") { outcome.answered >= before + 300 }
    // Checked before the socket itself closes, which resets waiting connections.
    #expect(outcome.lost == 0)
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    close(socket.descriptor)
    second.stop(within: 10)
    clients.wait()
  }

  private func listeningSocket() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(
      AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isListening)
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
