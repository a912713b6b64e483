import Dispatch
import Glibc
import Synchronization
import System

/// A thread that closes overdue connections once a second, returns freed heap memory after a burst, and keeps refused
/// connections open for a moment to discard the rest of their requests.
///
/// Closing a socket with bytes unread resets the connection, and the reset overtakes the answer: a browser
/// that sends too large a file would show a network fault instead of the 413.
final class ConnectionSweep: Sendable {
  private struct State {
    var lingering: [(descriptor: Int32, network: IPAddress?, until: UInt64)] = []
    var isOver = false
  }

  /// Most refused sockets that are kept open: each takes a descriptor.
  static let most = 64
  /// Connections at a time after which memory is returned.
  private static let rush = 100
  private static let second: UInt64 = 1_000_000_000

  private let connections: ConnectionRegistry
  /// Nanoseconds for one refused socket.
  private let patience: UInt64
  /// Guards the refused sockets; the thread that removes one closes it.
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  init(_ connections: ConnectionRegistry, patience: UInt64 = 2 * second) {
    (self.connections, self.patience) = (connections, patience)
    startThread { [self] in run() }
  }

  /// Takes over a socket whose answer has been sent; beyond ``most``, and a quarter for one network, it is closed at
  /// once.
  func linger(_ socket: Int32, of network: IPAddress?) {
    let isFirst = state.withLock { state in
      guard !state.isOver, state.lingering.count < Self.most,
        state.lingering.count(where: { $0.network == network }) < Self.most / 4
      else { return false }
      let descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return false }
      // TLS has only said good-bye in its own way.
      shutdown(descriptor, Int32(SHUT_WR))
      state.lingering.append((descriptor, network, MonotonicClock.awake.nanoseconds &+ patience))
      return state.lingering.count == 1
    }
    if isFirst { wake.signal() }
  }

  func end() {
    state.withLock { $0.isOver = true }
    wake.signal()
  }

  private func run() {
    var space = [UInt8](repeating: 0, count: 65_536)
    var (due, most): (UInt64, Int) = (0, 0)
    var isOver = false
    while !isOver {
      let lingers = drain(&space)
      _ = wake.wait(timeout: .now() + (lingers ? .milliseconds(10) : .seconds(1)))
      let now = MonotonicClock.awake.nanoseconds
      if now >= due {
        due = now + Self.second
        connections.cutOverdue(now: now)
        let open = connections.counts.open
        most = max(most, open)
        if most >= Self.rush, open < most / 4 {
          Heaps.trim()
          most = open
        }
      }
      isOver = state.withLock { $0.isOver }
    }
    _ = drain(&space)
  }

  /// Discards received bytes, closes sockets that ended or are past their time; `false` when none is left.
  private func drain(_ space: inout [UInt8]) -> Bool {
    state.withLock { state in
      let now = MonotonicClock.awake.nanoseconds
      state.lingering.removeAll { socket in
        let received = recv(socket.descriptor, &space, space.count, Int32(MSG_DONTWAIT))
        let goesOn = received > 0 || (received < 0 && errno == EAGAIN)
        if goesOn && !state.isOver && now < socket.until { return false }
        close(socket.descriptor)
        return true
      }
      return !state.lingering.isEmpty
    }
  }
}
