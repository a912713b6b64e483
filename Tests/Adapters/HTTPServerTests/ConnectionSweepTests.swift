import Glibc
import System
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Lingering close after a refusal")
struct ConnectionSweepTests {
  @Test("The number of lingering connections is limited, and all are closed at the end")
  func limit() async throws {
    let connections = ConnectionRegistry(ConnectionLimits(ServerConfiguration(), connections: 10))
    let lingering = ConnectionSweep(connections, patience: .max / 2)
    let most = ConnectionSweep.most
    let others = (0...most).map { number in
      var pair: [Int32] = [-1, -1]
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
      lingering.linger(pair[0], of: IPAddress("10.0.0.\(number % 5)"))
      close(pair[0])
      return pair[1]
    }
    defer { for other in others { close(other) } }
    #expect(others.map(Self.isOpen) == Array(repeating: true, count: most) + [false])
    lingering.end()
    let one = ConnectionSweep(connections, patience: .max / 2)
    let own = (0...most / 4).map { _ in
      var pair: [Int32] = [-1, -1]
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
      one.linger(pair[0], of: nil)
      close(pair[0])
      return pair[1]
    }
    #expect(own.map(Self.isOpen) == Array(repeating: true, count: most / 4) + [false])
    one.end()
    for socket in own { close(socket) }
    try await wait(for: "the end of all") { !others.contains(where: Self.isOpen) }
  }

  /// Whether the other end still accepts bytes.
  private static func isOpen(_ socket: Int32) -> Bool {
    send(socket, "a", 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == 1
  }
}
