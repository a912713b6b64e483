import Dispatch
import Glibc
import Synchronization
import System

/// Keeps refused connections open for a moment and discards the rest of their requests.
///
/// Closing a socket with bytes unread resets the connection, and the reset overtakes the answer: a browser
/// that sends too large a file would show a network fault instead of the 413.
final class LingeringClose: Sendable {
  private struct State {
    var sockets: [(descriptor: Int32, network: IPAddress?, until: UInt64)] = []
    var isOver = false
  }

  /// Most sockets that are kept open: each takes a descriptor.
  static let most = 64
  /// The longest time for one socket.
  private let nanoseconds: UInt64

  /// Guards the sockets; the thread that removes one closes it.
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  init(nanoseconds: UInt64 = 2_000_000_000) {
    self.nanoseconds = nanoseconds
    startThread { [self] in run() }
  }

  /// Takes over a socket whose answer has been sent; beyond ``most``, and a quarter for one network, it is closed at
  /// once.
  func takeOver(_ socket: Int32, of network: IPAddress?) {
    let isFirst = state.withLock { state in
      guard !state.isOver, state.sockets.count < Self.most,
        state.sockets.count(where: { $0.network == network }) < Self.most / 4
      else { return false }
      let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      // TLS has only said good-bye in its own way.
      shutdown(descriptor, Int32(SHUT_WR))
      state.sockets.append((descriptor, network, MonotonicClock.awake.nanoseconds &+ nanoseconds))
      return state.sockets.count == 1
    }
    if isFirst { wake.signal() }
  }

  func end() {
    state.withLock { $0.isOver = true }
    wake.signal()
  }

  private func run() {
    var space = [UInt8](repeating: 0, count: 65_536)
    while true {
      wake.wait()
      while drain(&space) {
        usleep(10_000)
      }
      if state.withLock({ $0.isOver }) { return }
    }
  }

  /// Discards received bytes, closes sockets that ended or are past their time; `false` when none is left.
  private func drain(_ space: inout [UInt8]) -> Bool {
    state.withLock { state in
      let now = MonotonicClock.awake.nanoseconds
      state.sockets.removeAll { socket in
        let received = recv(socket.descriptor, &space, space.count, Int32(MSG_DONTWAIT))
        let goesOn = received > 0 || (received < 0 && errno == EAGAIN)
        if goesOn && !state.isOver && now < socket.until { return false }
        close(socket.descriptor)
        return true
      }
      return !state.sockets.isEmpty
    }
  }
}
