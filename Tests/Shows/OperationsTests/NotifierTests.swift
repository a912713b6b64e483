import Glibc
import Operations
import TestSupport
import Testing

@Suite("Notifications to systemd")
struct NotifierTests {
  /// Names of sockets that are unique to this test.
  private static func names() -> [String] {
    let number = UInt64.random(in: 0 ... .max)
    return ["@dramatis-test-\(number)", "/tmp/dramatis-test-\(number)"]
  }

  @Test("Each state is one datagram, to abstract names and paths")
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
      notifier.answerWatchdog(environment: ["WATCHDOG_USEC": "200000", "WATCHDOG_PID": "8"], process: 7)
      notifier.answerWatchdog(environment: ["WATCHDOG_USEC": "99999999999"], process: 7)
      #expect(try socket.receive() == ["WATCHDOG=1"])
      notifier.stopping()
      #expect(try socket.receive().first == "STOPPING=1")
    }
  }

  @Test("Without a valid NOTIFY_SOCKET there is no notifier")
  func noSocket() {
    let long = "/" + String(repeating: "x", count: 200)
    for name in ["", "relative", "vsock:2:1", "@", long] {
      #expect(Notifier(environment: ["NOTIFY_SOCKET": name]) == nil)
    }
    #expect(Notifier(environment: [:]) == nil)
    // A closed socket is not an error.
    Notifier(environment: ["NOTIFY_SOCKET": Self.names()[1]])?.ready("Serving")
  }
}
