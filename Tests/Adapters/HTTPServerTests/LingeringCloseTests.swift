import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Connections that are kept open after a refusal")
struct LingeringCloseTests {
  @Test("Only so many are; a further one is closed at once, and all are at the end")
  func most() async throws {
    let lingering = LingeringClose(nanoseconds: .max / 2)
    let others = (0...LingeringClose.most).map { _ in
      var pair: [Int32] = [-1, -1]
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
      lingering.takeOver(pair[0])
      close(pair[0])
      return pair[1]
    }
    defer { for other in others { close(other) } }
    #expect(others.map(Self.isTaken) == Array(repeating: true, count: LingeringClose.most) + [false])
    lingering.end()
    try await wait(for: "an end of all") { !others.contains(where: Self.isTaken) }
  }

  /// Whether the other end still takes what is sent.
  private static func isTaken(_ socket: Int32) -> Bool {
    send(socket, "a", 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == 1
  }
}
