import Glibc
import Operations
import TestSupport
import Testing

@Suite("A service manager is told")
struct NotifierTests {
  /// Names that no other test uses at the same time.
  private static func names() -> [String] {
    let number = UInt64.random(in: 0 ... .max)
    return ["@dramatis-test-\(number)", "/tmp/dramatis-test-\(number)"]
  }

  @Test("Each thing in one datagram, at abstract names and at paths")
  func datagrams() throws {
    for name in Self.names() {
      let socket = DatagramSocket(name)
      let notifier = try #require(Notifier(environment: ["NOTIFY_SOCKET": name]))
      notifier.ready("Serving\nWATCHDOG=1")
      #expect(try socket.receive() == ["READY=1", "STATUS=Serving WATCHDOG=1"])
      notifier.reloading()
      let lines = try socket.receive()
      #expect(lines.count == 2 && lines[0] == "RELOADING=1")
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let told = try #require(lines[1].split(separator: "=").last.flatMap { Int($0) })
      #expect(lines[1].hasPrefix("MONOTONIC_USEC="))
      #expect((now.tv_sec - 60...now.tv_sec).contains(told / 1_000_000))
      notifier.alive("Well")
      #expect(try socket.receive() == ["WATCHDOG=1", "STATUS=Well"])
      notifier.stopping()
      #expect(try socket.receive().first == "STOPPING=1")
    }
  }

  @Test("Nobody is told where nobody asks, or the name cannot be one")
  func nobody() {
    let long = "/" + String(repeating: "x", count: 200)
    for name in ["", "relative", "vsock:2:1", "@", long] {
      #expect(Notifier(environment: ["NOTIFY_SOCKET": name]) == nil)
    }
    #expect(Notifier(environment: [:]) == nil)
    // Somebody who does not listen any more is no fault.
    Notifier(environment: ["NOTIFY_SOCKET": Self.names()[1]])?.ready("Serving")
  }
}
