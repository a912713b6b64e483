import Glibc
import TestSupport
import Testing

@testable import HTTPServer

@Suite("Lingering close after a refusal")
struct LingeringCloseTests {
  @Test("The number of lingering connections is limited, and all are closed at the end")
  func limit() async throws {
    let lingering = LingeringClose(nanoseconds: .max / 2)
    let others = (0...LingeringClose.most).map { _ in
      var pair: [Int32] = [-1, -1]
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
      lingering.takeOver(pair[0])
      close(pair[0])
      return pair[1]
    }
    defer { for other in others { close(other) } }
    #expect(others.map(Self.isOpen) == Array(repeating: true, count: LingeringClose.most) + [false])
    lingering.end()
    try await wait(for: "the end of all") { !others.contains(where: Self.isOpen) }
  }

  /// Whether the other end still accepts bytes.
  private static func isOpen(_ socket: Int32) -> Bool {
    send(socket, "a", 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == 1
  }
}
