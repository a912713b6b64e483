import Dispatch
import Glibc
import HTTPServer
import Synchronization
import Testing

@Suite("Ending under load", .serialized)
struct EndingTests {
  /// What became of the requests of many clients at once.
  private final class Outcome: Sendable {
    let answered = Atomic(0)
    let lost = Atomic(0)
  }

  /// Asks one request after the other until the server is gone: half of the clients on one connection as
  /// long as it lasts, the others on a new one each time.
  private func ask(_ port: UInt16, _ outcome: Outcome, clients: Int) -> DispatchGroup {
    let group = DispatchGroup()
    for client in 0..<clients {
      DispatchQueue(label: "client \(client)").async(group: group) {
        var wire = Wire(port)
        while wire.isConnected {
          let target = client % 4 < 2 ? "/" : "/slow/3"
          guard let answer = wire.exchange("GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n"), answer.status == 200
          else {
            outcome.lost.add(1, ordering: .relaxed)
            return
          }
          outcome.answered.add(1, ordering: .relaxed)
          if client % 2 == 0 || answer.headers["connection"] == "close" { wire = Wire(port) }
        }
      }
    }
    return group
  }

  @Test("Every request that got in is answered", arguments: 1...5)
  func everyone(round: Int) throws {
    let outcome = Outcome()
    let server = try echoServer()
    let clients = ask(server.port, outcome, clients: 16)
    while outcome.answered.load(ordering: .relaxed) < 300 { usleep(1_000) }
    server.stop(within: 10)
    clients.wait()
    #expect(outcome.lost.load(ordering: .relaxed) == 0)
  }

  @Test("Who comes to a socket that others listen on too is left to them, and nobody is lost")
  func handedOver() throws {
    let outcome = Outcome()
    let socket = try listeningSocket()
    var first: Server? = try echoServer { $0.socket = dup(socket.descriptor) }
    let clients = ask(socket.port, outcome, clients: 16)
    while outcome.answered.load(ordering: .relaxed) < 300 { usleep(1_000) }
    first?.stop(within: 10)
    first = nil
    // They wait now, and are answered by whoever listens next.
    usleep(50_000)
    let before = outcome.answered.load(ordering: .relaxed)
    let second = try echoServer { $0.socket = dup(socket.descriptor) }
    #expect(second.port == socket.port)
    while outcome.answered.load(ordering: .relaxed) < before + 300 { usleep(1_000) }
    // Before the socket itself ends, and with it whoever waits there.
    #expect(outcome.lost.load(ordering: .relaxed) == 0)
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
