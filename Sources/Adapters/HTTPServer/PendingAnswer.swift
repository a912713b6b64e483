import CMicroHTTPD
import Synchronization
import System

/// An answer, or a step towards one, that a worker makes while its connection is suspended.
///
/// The worker or the stopping server, whichever is first, resumes the connection; the other does nothing.
final class PendingAnswer: Hashable, @unchecked Sendable {
  enum Outcome {
    case made(Answer)
    /// It will not be made: there is too much other work, or the server stops.
    case refused
    /// Its client has gone while it waited for a worker.
    case abandoned
  }

  /// Nanoseconds after which a half-closed connection counts as gone; until then its client may be reading.
  private static let halfOpenLimit: UInt64 = 250_000_000

  /// The network that it counts for.
  let network: IPAddress?
  let service: Service
  private let handle: OpaquePointer
  private let socket: Int32
  private let make: @Sendable () -> Answer
  private let since = MonotonicClock.awake.nanoseconds
  private let ending = Mutex<Outcome?>(nil)

  init(_ connection: Connection, make: @escaping @Sendable () -> Answer) {
    handle = connection.handle
    socket = connection.socket
    network = connection.network
    service = connection.thread.service
    self.make = make
  }

  /// Whether its server has ended.
  var isUnwanted: Bool { service.isOver.load(ordering: .relaxed) }

  /// Nil while it is made or waits to be.
  var outcome: Outcome? { ending.withLock { $0 } }

  func run() {
    if !abandonIfClientHasGone() { finish(.made(make())) }
  }

  /// Ends the wait of a client that has gone; `false` while it is there.
  func abandonIfClientHasGone() -> Bool {
    ending.withLock { ending in
      guard ending == nil, hasClientGone else { return false }
      end(.abandoned, &ending)
      return true
    }
  }

  func finish(_ outcome: Outcome) {
    ending.withLock { end(outcome, &$0) }
  }

  /// Resumes the connection under the lock, so that a stopping server that comes second knows it has been.
  private func end(_ outcome: Outcome, _ ending: inout Outcome?) {
    guard ending == nil else { return }
    ending = outcome
    MHD_resume_connection(handle)
  }

  static func == (one: PendingAnswer, other: PendingAnswer) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// To be asked under the lock while nothing has ended: the library closes no socket that is suspended.
  private var hasClientGone: Bool {
    let isOld = MonotonicClock.awake.nanoseconds &- since > Self.halfOpenLimit
    return socket_has_ended(socket, isOld ? 1 : 0) != 0
  }
}
